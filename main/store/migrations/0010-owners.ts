import type { Migration } from './migration'

/** Tables of which a row is worked on by one process at a time. The index serves the freeing of a dead owner's rows. */
const ownedTables = ['sessions', 'sources', 'pool_requests', 'allocations']

export const owners: Migration = {
  version: 10,
  name: 'owners',
  sql: `
-- Processes that have this store open, see owner-lease.ts. Every connection names its own as the setting quarry.owner.
create table process_owners (
  owner text primary key,
  lease_until timestamptz not null,
  started_at timestamptz not null default now()
);
create function current_owner() returns text language sql stable return current_setting('quarry.owner');
${ownedTables
  .map(
    (table) => `alter table ${table} add column owner text references process_owners on delete set null;
create index ${table}_owner on ${table} (owner) where owner is not null;`,
  )
  .join('\n')}
`,
}

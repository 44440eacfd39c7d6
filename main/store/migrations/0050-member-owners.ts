import type { Migration } from './migration'

/** Members of the pool are those of the process that keeps it, as its requests and allocations are. */
export const memberOwners: Migration = {
  version: 50,
  name: 'member owners',
  sql: `
alter table pool_members add column owner text references process_owners on delete set null;
create index pool_members_owner on pool_members (owner) where owner is not null;
`,
}

import type { Migration } from './migration'

/**
 * Sessions that go on from a checkpoint of another one. What they were given of its turns and calls is marked: it was
 * made once, and counts once.
 */
export const branches: Migration = {
  version: 38,
  name: 'branches',
  sql: `
alter table sessions
  -- Deferred: a dump is put back in the order of ids, a branch maybe before what it comes from.
  add column branched_from text references sessions on delete set null deferrable initially deferred,
  -- The checkpoint and the title of what it comes from, as they were then.
  add column branch_point jsonb;
create index sessions_branched_from on sessions (branched_from) where branched_from is not null;
alter table model_turns add column is_copy boolean not null default false;
alter table tool_call_history add column is_copy boolean not null default false;
`,
}

import type { Migration } from './migration'

/** A step says whether it gathers or processes, and when it is done. Older ones gathered, and nobody said when. */
export const stepTypes: Migration = {
  version: 44,
  name: 'step types',
  sql: `
alter table steps add column type text not null default 'research' check (type in ('research', 'processing'));
-- In words; empty where nobody said it.
alter table steps add column done_when text not null default '';
`,
}

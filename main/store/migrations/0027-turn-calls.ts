import type { Migration } from './migration'

/** Tools that a language model called in a turn, as it wrote the calls. */
export const turnCalls: Migration = {
  version: 27,
  name: 'turn calls',
  sql: `
alter table model_turns add column calls jsonb;
`,
}

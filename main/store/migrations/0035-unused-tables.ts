import type { Migration } from './migration'

/** Tables that no version wrote: settings, the record of calls and the breakers took their place. */
export const unusedTables: Migration = {
  version: 35,
  name: 'unused tables',
  sql: `
drop table user_preferences;
drop table tool_call_metrics;
drop table services;
`,
}

import type { Migration } from './migration'

/** Calls know who made them: a step of a session (also of a deleted one), or another program. */
export const callers: Migration = {
  version: 22,
  name: 'callers',
  sql: `alter table tool_call_history add column caller text not null default 'session' check (caller in ('session', 'program'));`,
}

import type { Migration } from './migration'

/** Calls are found again by what they say: each may have a vector of its tool, question and arguments. */
export const meaningOfCalls: Migration = {
  version: 45,
  name: 'meaning of calls',
  sql: `
alter table tool_call_history
  -- By this model, of no secret; null until it is needed.
  add column embedding vector,
  add column model text,
  -- A line whose words were taken out keeps nothing that was made of them.
  add constraint tool_call_history_meaning check (
    embedding is null or (model is not null and (session_id is not null or caller = 'program')));
`,
}

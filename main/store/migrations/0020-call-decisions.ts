import type { Migration } from './migration'

/**
 * Calls keep what the gate decided on them and why, and whose tool they called; answers of a person say how long they
 * hold and which arguments were meant. A call outlives its session as a line without words.
 */
export const callDecisions: Migration = {
  version: 20,
  name: 'call decisions',
  sql: `
alter table tool_call_history
  -- 'builtin', or whose tool it is.
  add column server text not null default 'builtin',
  add column tier text not null default 'L2' check (tier in ('L1', 'L2', 'L3')),
  add column question text not null default '',
  -- Of what the tool said of itself.
  add column tool_hash text,
  -- Null of a call of an older version.
  add column decision text check (decision in ('allow', 'ask', 'deny')),
  add column risk double precision,
  add column steps integer not null default 1 check (steps between 0 and 2),
  add column reasons jsonb not null default '[]',
  add column similar_calls jsonb not null default '[]',
  -- The foreign text that its arguments were drafted from, until it ended.
  add column drafted_from jsonb,
  add column feedback text check (feedback in ('good', 'neutral', 'bad'));
update tool_call_history set tier = 'L1' where tool = 'recall';
drop index tool_call_history_tool;
create index tool_call_history_origin on tool_call_history (project_id, tool, server, created_at desc);
create index tool_call_history_time on tool_call_history (project_id, created_at desc);

alter table confirmations
  add column scope text not null default 'once' check (scope in ('once', 'session', 'always')),
  -- The arguments as the person changed them.
  add column input jsonb;
create index confirmations_call on confirmations (call_id);

`,
}

import type { Migration } from './migration'

/**
 * Tool calls are a journal: a call is found again by its place in the session and the hash of its input, and a person is
 * asked in rows of their own. Steps say where the service of what they need does not answer.
 */
export const stepPhases: Migration = {
  version: 11,
  name: 'step phases',
  sql: `
alter table tool_call_history add column plan_id text;
-- Which call of its step it is, from 1; null where it counts no longer: a person has the failed step run again.
alter table tool_call_history add column ordinal integer;
alter table tool_call_history add column input_hash text;
alter table tool_call_history add column effect text not null default 'reads' check (effect in ('reads', 'changes'));
alter table tool_call_history drop constraint tool_call_history_state_check;
alter table tool_call_history add constraint tool_call_history_state_check
  check (state in ('running', 'done', 'failed', 'denied', 'awaitingConfirmation', 'inDoubt'));
create unique index tool_call_history_key on tool_call_history (session_id, plan_id, step_id, ordinal, input_hash);

-- What a person is asked before a call is made.
create table confirmations (
  confirmation_id text primary key,
  project_id text not null references projects,
  session_id text not null references sessions on delete cascade,
  plan_id text not null,
  step_id text not null,
  call_id text not null references tool_call_history on delete cascade,
  reason text not null check (reason in ('asks', 'inDoubt')),
  asked_at timestamptz not null default now(),
  answer text check (answer in ('allow', 'deny')),
  remark text,
  answered_at timestamptz,
  answered_by text,
  -- When the call took the answer: each counts once.
  applied_at timestamptz,
  foreign key (plan_id, step_id) references steps (plan_id, step_id) on delete cascade
);
create unique index confirmations_open on confirmations (call_id) where answer is null;
create index confirmations_session on confirmations (session_id);

alter table steps drop constraint steps_blocked_by_check;
alter table steps add constraint steps_blocked_by_check
  check (blocked_by in ('resource_shortage', 'dependency_not_ready', 'missing_resource'));
`,
}

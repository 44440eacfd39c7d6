import type { Migration } from './migration'

/**
 * Turns of language models: a session that is taken up again asks none twice that was finished, and the exact prompt of
 * each can be read.
 */
export const modelTurns: Migration = {
  version: 23,
  name: 'model turns',
  sql: `
create table model_turns (
  turn_id bigint generated always as identity primary key,
  project_id text not null references projects on delete cascade,
  session_id text not null references sessions on delete cascade,
  role text not null,
  about text not null,
  engine text not null,
  prompt text not null,
  -- Hash of what was asked of whom.
  key text not null,
  request jsonb not null,
  answer text,
  finish text,
  prompt_tokens integer,
  answer_tokens integer,
  is_estimated boolean not null default false,
  error jsonb,
  attempts integer not null default 1,
  started_at timestamptz not null,
  ended_at timestamptz,
  unique (session_id, key)
);
`,
}

import type { Migration } from './migration'

/**
 * The background learner: what it asked, how it stands with its day, and answers of its own among the learning records,
 * which belong to no session and hold their sentences themselves.
 */
export const learner: Migration = {
  version: 39,
  name: 'learner',
  sql: `
alter table learning_records
  alter column session_id drop not null,
  alter column version drop not null,
  add column origin text not null default 'session' check (origin in ('session', 'background')),
  -- Of the background: the summary with its citations, as a report has them; else null.
  add column body jsonb,
  -- Of the background: id and content hash of each source that it cites.
  add column sources jsonb not null default '[]',
  add constraint learning_records_whole check (
    (origin = 'session') = (session_id is not null and version is not null) and (origin = 'background') = (body is not null));

create table learner_questions (
  question_id text primary key,
  project_id text not null references projects,
  -- SHA-256 of the question, its case and spaces aside: one that a person removed is known by it alone.
  question_key text not null,
  question text not null,
  raised_by jsonb not null,
  -- Ids of the sources that raised it, and what these said then.
  raised_from jsonb not null default '[]',
  raised_hash text not null,
  state text not null check (state in ('asking', 'kept', 'dropped', 'interrupted', 'removed')),
  reason text,
  asked_at timestamptz not null,
  took_ms integer,
  record_id text references learning_records on delete set null,
  unique (project_id, question_key)
);
create index learner_questions_asked on learner_questions (project_id, asked_at desc);
create index learner_questions_record on learner_questions (record_id) where record_id is not null;

create table learners (
  project_id text primary key references projects,
  paused boolean not null default false,
  -- The day (of this machine, YYYY-MM-DD) that the rest counts.
  day text not null default '',
  questions integer not null default 0,
  -- What is being asked counts with all the time that it may take.
  spent_ms integer not null default 0
);
`,
}

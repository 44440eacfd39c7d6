import type { Migration } from './migration'

/**
 * What a project remembers: what a person told it, and what finished sessions answered. A learning record names the
 * version of the report that it is of and keeps no sentence itself, so that an edited report says what was edited. No
 * version before wrote one.
 */
export const memories: Migration = {
  version: 34,
  name: 'memories',
  sql: `
create table memories (
  memory_id text primary key,
  project_id text not null references projects,
  text text not null,
  tags jsonb not null default '[]',
  importance double precision not null check (importance between 0 and 1),
  origin text not null check (origin in ('person', 'rules', 'model')),
  session_id text references sessions on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz,
  uses integer not null default 0,
  -- Of the text, by this model; null until it is needed.
  embedding vector,
  model text
);
create index memories_project on memories (project_id, updated_at desc);
create index memories_session on memories (session_id);

drop table learning_records;
create table learning_records (
  record_id text primary key,
  project_id text not null references projects,
  session_id text not null references sessions on delete cascade,
  version integer not null,
  question text not null,
  -- Numbers of the citations that the answer rests on.
  cited jsonb not null,
  confidence double precision not null check (confidence between 0 and 1),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  uses integer not null default 0,
  embedding vector,
  model text,
  unique (session_id, version)
);
create index learning_records_project on learning_records (project_id, created_at desc);

-- What engines were given of that, by part of a version: the same one again after a crash.
create table given_contexts (
  session_id text not null references sessions on delete cascade,
  project_id text not null references projects,
  version integer not null,
  part text not null check (part in ('plan', 'step', 'report')),
  -- Of a step its plan and id; else empty.
  step text not null default '',
  context jsonb not null,
  created_at timestamptz not null default now(),
  primary key (session_id, version, part, step)
);
`,
}

import type { Migration } from './migration'

// Over 300 lines: a migration is never changed again.

/**
 * Everything that the first version keeps. `project_id` stands in every table of material, sessions and memories.
 * `passages.search_text` is title, heading path and text, segmented into words by the segmenter of
 * `index_versions`; BM25 reads it alone.
 */
export const initial: Migration = {
  version: 1,
  name: 'initial',
  sql: `
create extension if not exists vector;
create extension if not exists pg_textsearch;

create table projects (
  project_id text primary key,
  name text not null,
  created_at timestamptz not null default now()
);
insert into projects (project_id, name) values ('default', 'Library');

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- What the index was made with: rebuilt when one changes.
create table index_versions (
  key text primary key,
  value text not null
);

create table roots (
  root_id text primary key,
  project_id text not null references projects,
  path text not null,
  kind text not null check (kind in ('file', 'folder')),
  added_at timestamptz not null default now(),
  unique (project_id, path)
);

create table sources (
  source_id text primary key,
  project_id text not null references projects,
  kind text not null check (kind in ('file', 'note')),
  root text,
  path text,
  name text not null,
  title text,
  media_type text,
  language text,
  size_bytes bigint not null default 0,
  modified_ms double precision,
  content_hash text,
  state text not null check (state in ('queued', 'reading', 'chunking', 'embedding', 'indexed', 'failed', 'missing')),
  error jsonb,
  passage_count integer not null default 0,
  added_at timestamptz not null default now(),
  queued_at timestamptz not null default now(),
  indexed_at timestamptz
);
create unique index sources_path on sources (project_id, path) where path is not null;
create index sources_state on sources (project_id, state, queued_at);
create index sources_name on sources (project_id, name);

create table extracts (
  source_id text primary key references sources on delete cascade,
  text text not null,
  title text,
  language text,
  reader text not null,
  reader_version integer not null,
  content_hash text not null,
  page_starts jsonb not null default '[]',
  headings jsonb not null default '[]',
  -- What a reader knows of places beyond offsets (PDF: boxes per page), as it made it.
  layout jsonb,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now()
);

create table passages (
  passage_id bigint generated always as identity primary key,
  project_id text not null references projects,
  source_id text not null references sources on delete cascade,
  ordinal integer not null,
  start_offset integer not null,
  end_offset integer not null,
  page integer,
  line_start integer not null,
  line_end integer not null,
  heading_path jsonb not null default '[]',
  text text not null,
  text_hash text not null,
  words integer not null,
  language text,
  -- 'dense' where the encoder covers the script, else found by keyword only.
  coverage text not null default 'dense' check (coverage in ('dense', 'keyword')),
  search_text text not null,
  unique (source_id, ordinal)
);
create index passages_project on passages (project_id, passage_id);
create index passages_search on passages using bm25 (search_text) with (text_config = 'english');

create table passage_vectors (
  passage_id bigint not null references passages on delete cascade,
  model text not null,
  embedding vector(512) not null,
  -- In this order one index serves both the search for a passage's vectors and the cascade.
  primary key (passage_id, model)
);
-- Out of line, as by default, an exact scan takes three times as long.
alter table passage_vectors alter column embedding set storage plain;

create table code_fragments (
  fragment_id bigint generated always as identity primary key,
  project_id text not null references projects,
  passage_id bigint not null references passages on delete cascade,
  language text not null,
  symbol text
);
create index code_fragments_passage on code_fragments (passage_id);

create table learning_records (
  record_id text primary key,
  project_id text not null references projects,
  question text not null,
  answer text not null,
  source_files jsonb not null default '[]',
  created_at timestamptz not null default now()
);

create table domain_knowledge (
  domain_id text primary key,
  project_id text not null references projects,
  domain text not null,
  summary text not null,
  key_files jsonb not null default '[]',
  updated_at timestamptz not null default now(),
  unique (project_id, domain)
);

create table sessions (
  session_id text primary key,
  project_id text not null references projects,
  title text not null,
  question text not null,
  state text not null,
  -- Where it stood when it stopped, failed, paused or blocked.
  interrupted_state text,
  settings jsonb not null,
  engine text not null,
  investigation jsonb,
  error jsonb,
  archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_project on sessions (project_id, updated_at desc);

create table messages (
  message_id bigint generated always as identity primary key,
  project_id text not null references projects,
  session_id text not null references sessions on delete cascade,
  role text not null check (role in ('person', 'quarry')),
  kind text not null check (kind in ('question', 'clarification', 'answer', 'remark')),
  round integer,
  body jsonb not null,
  input_tokens integer,
  output_tokens integer,
  duration_ms double precision,
  tool text,
  confidence real,
  created_at timestamptz not null default now()
);
create index messages_session on messages (session_id, message_id);

create table plans (
  plan_id text primary key,
  project_id text not null references projects,
  session_id text not null references sessions on delete cascade,
  version integer not null,
  remark text,
  approved_at timestamptz,
  created_at timestamptz not null default now(),
  unique (session_id, version)
);

create table steps (
  step_id text not null,
  plan_id text not null references plans on delete cascade,
  session_id text not null references sessions on delete cascade,
  project_id text not null references projects,
  position integer not null,
  title text not null,
  query text not null,
  origin text not null check (origin in ('question', 'theme', 'person')),
  depends_on jsonb not null default '[]',
  skipped boolean not null default false,
  state text not null,
  executor text,
  waits_for text,
  found integer,
  kept integer,
  duration_ms double precision,
  error jsonb,
  updated_at timestamptz not null default now(),
  primary key (plan_id, step_id)
);
create index steps_session on steps (session_id);

-- What a step found and kept. The primary key makes a repeated write of the same step one row.
create table observations (
  plan_id text not null,
  step_id text not null,
  ordinal integer not null,
  session_id text not null references sessions on delete cascade,
  project_id text not null references projects,
  passage_id bigint,
  evidence jsonb not null,
  created_at timestamptz not null default now(),
  primary key (plan_id, step_id, ordinal),
  foreign key (plan_id, step_id) references steps (plan_id, step_id) on delete cascade
);

create table reports (
  session_id text primary key references sessions on delete cascade,
  project_id text not null references projects,
  body jsonb not null,
  partial boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- No foreign key to sources or passages: a citation outlives what it cites.
create table citations (
  session_id text not null references sessions on delete cascade,
  n integer not null,
  project_id text not null references projects,
  source_id text not null,
  passage_id bigint,
  locator jsonb not null,
  cited_text text not null,
  cited_text_hash text not null,
  source_name text not null,
  source_title text,
  source_content_hash text,
  heading_path jsonb not null default '[]',
  primary key (session_id, n)
);
create index citations_source on citations (source_id);

create table session_events (
  event_id bigint generated always as identity primary key,
  project_id text not null references projects,
  session_id text not null references sessions on delete cascade,
  type text not null,
  state text not null,
  detail text not null default '',
  created_at timestamptz not null default now()
);
create index session_events_session on session_events (session_id, event_id);

create table error_snapshots (
  snapshot_id bigint generated always as identity primary key,
  project_id text not null references projects,
  session_id text not null references sessions on delete cascade,
  state text not null,
  error jsonb not null,
  stack text,
  created_at timestamptz not null default now()
);

create table pool_members (
  member_id text primary key,
  name text not null,
  type text not null,
  capabilities jsonb not null,
  state text not null,
  tasks_done integer not null default 0,
  tasks_failed integer not null default 0,
  error text,
  updated_at timestamptz not null default now()
);

create table allocations (
  allocation_id text primary key,
  task_id text not null,
  session_id text,
  member_id text not null,
  label text not null,
  state text not null,
  started_at timestamptz not null default now(),
  executing_at timestamptz,
  ended_at timestamptz,
  reason text
);
create index allocations_open on allocations (task_id) where ended_at is null;
create index allocations_time on allocations (started_at desc);

create table pool_events (
  event_id bigint generated always as identity primary key,
  member_id text,
  task_id text,
  type text not null,
  detail text not null default '',
  created_at timestamptz not null default now()
);
`,
}

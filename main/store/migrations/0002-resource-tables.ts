/** The part of the second version that resources, tools and services need. */
export const resourceTables = `
-- Everything on the machine that a piece of research could use; see contract/resource.ts.
create table resource_registry (
  resource_id text primary key,
  project_id text not null references projects,
  resource_type text not null
    check (resource_type in ('database', 'api', 'tool', 'knowledge_base', 'text2sql', 'mcp_server', 'model')),
  parent_id text references resource_registry on delete cascade,
  name text not null,
  description text not null,
  capabilities jsonb not null default '[]',
  usage_info text not null,
  metadata jsonb not null,
  -- Drawn from the metadata, so that a list need not read it: 5,000 tables are megabytes.
  flavour text not null,
  parts integer,
  origin jsonb not null,
  -- Size and time of the file that it was made from: one that is as it was is not looked into again.
  origin_stamp text,
  status text not null check (status in ('ready', 'needsSecret', 'unavailable', 'missing')),
  error jsonb,
  is_active boolean not null default true,
  usage_count integer not null default 0,
  -- Uses that ended and uses that were timed: what the two means are over.
  finished_uses integer not null default 0,
  timed_uses integer not null default 0,
  success_rate double precision check (success_rate between 0 and 1),
  avg_response_time double precision,
  -- Hash of the texts of its vectors, and of those that there are vectors of: unequal, it is still to be embedded.
  texts_hash text not null,
  vectorized_hash text,
  vectorized_model text,
  vector_error jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_vectorized_at timestamptz
);
create index resource_registry_list on resource_registry (project_id, parent_id, resource_type, name);
create index resource_registry_parent on resource_registry (parent_id);

create table resource_vectors (
  resource_id text not null references resource_registry on delete cascade,
  vector_type text not null check (vector_type in ('name', 'description', 'capabilities', 'composite')),
  model text not null,
  content text not null,
  content_hash text not null,
  -- Null where the encoder does not cover the script of the text: it is found by its words.
  embedding vector(512),
  primary key (resource_id, vector_type, model)
);
alter table resource_vectors alter column embedding set storage plain;

-- No foreign key to resources: what was learned outlives what is dropped again later.
create table resource_match_history (
  match_id text primary key,
  project_id text not null references projects,
  session_id text,
  user_query text not null,
  query_hash text not null,
  matched_resources jsonb not null,
  selected_resource text,
  execution_success boolean,
  user_feedback text check (user_feedback in ('helpful', 'unhelpful')),
  response_time_ms double precision,
  query_embedding vector(512),
  model text,
  created_at timestamptz not null default now()
);
alter table resource_match_history alter column query_embedding set storage plain;
create index resource_match_history_time on resource_match_history (project_id, created_at desc);
create index resource_match_history_selected on resource_match_history (selected_resource)
  where selected_resource is not null;

-- One row for each MCP server, database, remote API and model server that can fail: its breaker and last check.
create table services (
  service_id text primary key,
  project_id text not null references projects,
  resource_id text references resource_registry on delete cascade,
  state text not null check (state in ('closed', 'open', 'halfOpen')),
  failures integer not null default 0,
  error jsonb,
  checked_at timestamptz,
  opened_at timestamptz,
  updated_at timestamptz not null default now()
);

create table tool_call_history (
  call_id text primary key,
  project_id text not null references projects,
  session_id text references sessions on delete cascade,
  step_id text,
  resource_id text,
  tool text not null,
  input jsonb not null,
  output jsonb,
  -- 'inDoubt': one that changes something and was cut off; a person is asked before it is made again.
  state text not null check (state in ('running', 'done', 'failed', 'denied', 'inDoubt')),
  error jsonb,
  duration_ms double precision,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index tool_call_history_session on tool_call_history (session_id, created_at);
create index tool_call_history_tool on tool_call_history (tool, created_at desc);

create table tool_call_metrics (
  project_id text not null references projects,
  tool text not null,
  day date not null,
  calls integer not null default 0,
  failures integer not null default 0,
  total_ms double precision not null default 0,
  primary key (project_id, tool, day)
);

create table user_preferences (
  project_id text not null references projects,
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (project_id, key)
);
`

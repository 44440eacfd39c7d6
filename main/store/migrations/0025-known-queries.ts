import type { Migration } from './migration'

/** Queries that a person corrected, by the shape of the question: the same kind of question is read so again. */
export const knownQueries: Migration = {
  version: 25,
  name: 'known queries',
  sql: `
create table known_queries (
  query_id text primary key,
  project_id text not null references projects on delete cascade,
  resource_id text not null references resource_registry on delete cascade,
  question text not null,
  -- The question with its values, numbers and times taken out.
  shape text not null,
  -- What was taken out, in its order.
  slots jsonb not null,
  reading jsonb not null,
  uses integer not null default 0,
  corrected_at timestamptz not null default now(),
  unique (project_id, resource_id, shape)
);
`,
}

import type { Migration } from './migration'

/**
 * Domains of a library, found by clustering its documents, in the place of a table that no version wrote. Its documents
 * are rows of their own; `documents` names them by what holds for a dump, too, so that a rebuild finds the domain again.
 */
export const domains: Migration = {
  version: 37,
  name: 'domains',
  sql: `
drop table domain_knowledge;
create table domains (
  domain_id text primary key,
  project_id text not null references projects,
  name text not null,
  aliases jsonb not null default '[]',
  summary text not null default '',
  -- What a person wrote of it: of name, aliases, summary.
  edited jsonb not null default '[]',
  -- A removed one stays, so that the next build does not bring it back.
  removed boolean not null default false,
  -- A person joined others into it.
  merged boolean not null default false,
  -- Paths of its documents, of notes their ids.
  documents jsonb not null default '[]',
  x double precision not null default 0,
  y double precision not null default 0,
  radius double precision not null default 0,
  updated_at timestamptz not null default now()
);
create index domains_project on domains (project_id);

create table domain_sources (
  domain_id text not null references domains on delete cascade,
  source_id text not null references sources on delete cascade,
  project_id text not null references projects,
  -- The nearest to the centre is 0.
  ordinal integer not null,
  primary key (domain_id, source_id)
);
create index domain_sources_source on domain_sources (source_id);
create index domain_sources_project on domain_sources (project_id);

create table domain_builds (
  project_id text primary key references projects,
  built_at timestamptz not null,
  documents integer not null
);
`,
}

import type { Migration } from './migration'

/** Exclusions lay in one row of settings, and what now are settings of a project among those of the app. */
const rowRepairs = [
  `insert into exclusions (project_id, path)
   select 'default', jsonb_array_elements_text(value) from settings where key = 'library.excludedPaths'
   on conflict do nothing`,
  `delete from settings where key = 'library.excludedPaths'`,
  `insert into project_settings (project_id, key, value, updated_at)
   select 'default', substr(key, 5), value, updated_at from settings
   where key in ('app.clarify', 'app.autoAccept', 'app.resumesByItself', 'app.matcherWeights')
   on conflict do nothing`,
  `delete from settings where key in ('app.clarify', 'app.autoAccept', 'app.resumesByItself', 'app.matcherWeights')`,
]

export const projects: Migration = {
  version: 8,
  name: 'projects',
  sql: `
alter table projects add column updated_at timestamptz not null default now();
alter table projects add column archived_at timestamptz;
-- Its removal has begun: nobody sees it any more, and the next start goes on with it.
alter table projects add column removing_at timestamptz;

alter table index_versions add column project_id text references projects;
update index_versions set project_id = 'default';
alter table index_versions alter column project_id set not null;
alter table index_versions drop constraint index_versions_pkey;
alter table index_versions add primary key (project_id, key);

-- Files that a person removed though their folder stayed: no rescan takes them in again.
create table exclusions (
  project_id text not null references projects,
  path text not null,
  primary key (project_id, path)
);

create table project_settings (
  project_id text not null references projects,
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (project_id, key)
);

-- A request is for members of its project's resources, or for the pool's own staff, which is everybody's.
update pool_requests set requirements = (
  select jsonb_agg(needed || jsonb_build_object('projectId',
    case when needed ->> 'type' in ('executor', 'orchestrator', 'reviewer') then null else 'default' end))
  from jsonb_array_elements(requirements) needed)
where requirements <> '[]';

${rowRepairs.join(';\n')}`,
  rowRepairs,
}

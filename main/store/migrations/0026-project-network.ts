import type { Migration } from './migration'

const rowRepairs = [
  `insert into project_settings (project_id, key, value)
   select p.project_id, substr(s.key, 5), s.value from settings s cross join projects p
   where s.key in ('app.egress', 'app.egressHosts') on conflict do nothing`,
  `delete from settings where key in ('app.egress', 'app.egressHosts')`,
]

/** Where processes may connect to is each project's own; what the app had holds for the projects that there were. */
export const projectNetwork: Migration = {
  version: 26,
  name: 'project network',
  sql: `${rowRepairs.join(';\n')};\n`,
  rowRepairs,
}

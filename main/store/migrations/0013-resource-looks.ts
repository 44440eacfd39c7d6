import type { Migration } from './migration'

export const resourceLooks: Migration = {
  version: 13,
  name: 'resource-looks',
  sql: `
-- When what a resource was made from was last looked at. Earlier versions noted only when something had changed.
alter table resource_registry add column last_looked_at timestamptz not null default now();
update resource_registry set last_looked_at = created_at`,
}

import type { Migration } from './migration'

/** Steps know which of the resources that they held they did not ask, and why: reports say so. */
export const unaskedResources: Migration = {
  version: 21,
  name: 'unasked resources',
  sql: `alter table steps add column unasked jsonb not null default '[]';`,
}

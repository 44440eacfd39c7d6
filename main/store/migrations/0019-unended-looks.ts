import type { Migration } from './migration'

export const unendedLooks: Migration = {
  version: 19,
  name: 'unended-looks',
  sql: `
-- Looks at what a source or resource was made from in the middle of which Quarry itself ended. One that ends sets it to 0.
alter table sources add column unended_looks integer not null default 0;
alter table resource_registry add column unended_looks integer not null default 0`,
}

import type { Migration } from './migration'

/** Tags and collections that a person gave a source. They are the source's own, so that they go where it goes. */
export const labels: Migration = {
  version: 32,
  name: 'labels',
  sql: `
alter table sources
  add column tags text[] not null default '{}',
  add column collections text[] not null default '{}';
`,
}

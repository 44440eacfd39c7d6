import type { Migration } from './migration'

/** What a person says a source is as a work; null where nobody said. */
export const works: Migration = {
  version: 31,
  name: 'works',
  sql: 'alter table sources add column work jsonb;',
}

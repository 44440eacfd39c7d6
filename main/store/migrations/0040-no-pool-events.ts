import type { Migration } from './migration'

/** Nothing ever read them: requests, allocations and members say what the pool did. */
export const noPoolEvents: Migration = {
  version: 40,
  name: 'no pool events',
  sql: 'drop table pool_events;',
}

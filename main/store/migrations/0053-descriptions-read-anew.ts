import type { Migration } from './migration'

const readAnew = `update resource_registry set origin_stamp = null where resource_type = 'api' and parent_id is null;`

/** What an operation answers and is said to do is kept with the whole API as well: their descriptions are looked at again. */
export const descriptionsReadAnew: Migration = {
  version: 53,
  name: 'descriptions read anew',
  sql: readAnew,
  rowRepairs: [readAnew],
}

import type { Migration } from './migration'

const readAnew = `update resource_registry set origin_stamp = null
where resource_type = 'database' and metadata ->> 'engine' in ('csv', 'json', 'excel');`

/** Tables of text and workbooks have other columns since figures and days are read as such: their files are looked at again. */
export const tablesReadAnew: Migration = {
  version: 52,
  name: 'tables read anew',
  sql: readAnew,
  rowRepairs: [readAnew],
}

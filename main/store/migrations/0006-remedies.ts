import type { Migration } from './migration'

const columns = [
  ['sources', 'error'],
  ['sessions', 'error'],
  ['steps', 'error'],
  ['error_snapshots', 'error'],
  ['resource_registry', 'error'],
  ['resource_registry', 'vector_error'],
  ['resource_match_history', 'error'],
  ['services', 'error'],
  ['tool_call_history', 'error'],
] as const

/** What a person can do was an English sentence: it becomes the fact of one, quoted as it is. */
const repairs = columns.map(
  ([table, column]) => `update ${table} set ${column} = jsonb_set(${column}, '{remedy}',
  jsonb_build_object('kind', 'told', 'values', jsonb_build_object('text', ${column} -> 'remedy')))
where jsonb_typeof(${column} -> 'remedy') = 'string'`,
)

export const remedies: Migration = {
  version: 6,
  name: 'remedies',
  sql: repairs.join(';\n'),
  // `services` went with version 35: no dump has rows of it, and a restore finds no such table.
  rowRepairs: repairs.filter((statement) => !statement.startsWith('update services')),
}

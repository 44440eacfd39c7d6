import type { TableSchema } from '../../../contract/resources/resource'

/**
 * What the simplest program asks: the table whose name stands in the question, counted, or a column of it that stands
 * there summed. Null where no table's name does.
 */
export function simplestQuery(question: string, tables: readonly TableSchema[]): string | null {
  const words: readonly string[] = question.toLowerCase().match(/[a-z_]+/g) ?? []
  const says = (name: string): boolean => words.includes(name.toLowerCase()) || words.includes(`${name.toLowerCase()}s`)
  const table = tables.find(({ name }) => says(name))
  if (table === undefined) return null
  const column = table.columns.find(({ name }) => says(name))
  const asked = column === undefined ? 'COUNT(*)' : `SUM("${column.name}")`
  return `SELECT ${asked} FROM "${table.name}"`
}

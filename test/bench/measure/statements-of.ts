import { readFile } from 'node:fs/promises'
import sqlite from 'node-sqlite3-wasm'

type Row = Record<string, string | number | bigint | null>
const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Types that every server has, for those that an SQLite file declares. @param isKey keys of MySQL have a length */
function typeOf(declared: string, isKey: boolean): string {
  if (/bool/i.test(declared)) return 'BOOLEAN'
  if (/int/i.test(declared)) return 'BIGINT'
  if (/real|num|dec|doub|float|money/i.test(declared)) return 'DOUBLE PRECISION'
  if (/timestamp|datetime/i.test(declared)) return 'TIMESTAMP'
  if (/date/i.test(declared)) return 'DATE'
  return isKey ? 'VARCHAR(190)' : 'TEXT'
}

/** What makes a database of a set on a server: the statements of a `.sql`, or those that say what an SQLite file holds. */
export async function statementsOf(path: string): Promise<string> {
  if (path.endsWith('.sql')) return readFile(path, 'utf8')
  const database = new sqlite.Database(path, { readOnly: true })
  const all = (sql: string): Row[] => database.all(sql) as Row[]
  try {
    const statements: string[] = []
    for (const { name } of all(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'`)) {
      const table = quote(String(name))
      const columns = all(`PRAGMA table_info(${table})`)
      const keys = columns.filter(({ pk }) => Number(pk) > 0).map((column) => String(column.name))
      const types = columns.map((column) => typeOf(String(column.type), keys.includes(String(column.name))))
      const fields = columns.map((column, at) => `${quote(String(column.name))} ${types[at]}`)
      const key = keys.length > 0 ? [`PRIMARY KEY (${keys.map(quote).join(', ')})`] : []
      statements.push(`CREATE TABLE ${table} (${[...fields, ...key].join(', ')})`)
      const rows = all(`SELECT * FROM ${table}`).map(
        (row) => `(${columns.map((column, at) => literal(row[String(column.name)] ?? null, types[at]!)).join(', ')})`,
      )
      for (let at = 0; at < rows.length; at += 500)
        statements.push(`INSERT INTO ${table} VALUES ${rows.slice(at, at + 500).join(', ')}`)
    }
    return `${statements.join(';\n')};`
  } finally {
    database.close()
  }
}

function literal(value: string | number | bigint | null, type: string): string {
  if (value === null || (value === '' && type !== 'TEXT')) return 'NULL'
  if (type === 'BOOLEAN') return Number(value) === 0 || value === 'false' ? 'FALSE' : 'TRUE'
  return typeof value === 'string' ? `'${value.replaceAll("'", "''").replaceAll('\\', '/')}'` : String(value)
}

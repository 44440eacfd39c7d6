import sqlite, { type Database, type SQLiteValue, type Statement } from 'node-sqlite3-wasm'
import type { DatabaseCell, DatabaseFile, DatabaseRows } from '../../../contract/databases/database-tasks'
import { QuarryError } from '../../../contract/errors'
import { cellOf } from '../cell'
import {
  commented,
  type Dialect,
  qualified,
  type RowCount,
  type SqlConnection,
  type TableHead,
  type TableShape,
} from '../connection'
import { wholeFileBytes } from '../limits'
import { assertQuery } from '../select-only'
import { type BorrowedFile, borrowSqliteFile, lockedError } from './borrow'
import { commentsIn } from './comments'

const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`

const dialect: Dialect = {
  quote,
  clipped: (expression, length) => `substr(${expression}, 1, ${length})`,
  month: (expression) => `substr(${expression}, 1, 7)`,
}

/**
 * - `locking_mode = exclusive`: a write-ahead log is read without shared memory, which WebAssembly has not.
 * - `trusted_schema`, `cell_size_check`: recommended for files from others (https://www.sqlite.org/security.html).
 * - `hard_heap_limit`: the limit of a thread does not reach WebAssembly.
 */
const settings = [
  'PRAGMA locking_mode = EXCLUSIVE',
  'PRAGMA query_only = 1',
  'PRAGMA trusted_schema = 0',
  'PRAGMA cell_size_check = 1',
  'PRAGMA temp_store = MEMORY',
  'PRAGMA hard_heap_limit = 402653184',
  'PRAGMA cache_size = -16000',
]

/** What a row's number is called; a column of the same name hides it. */
const rowNumbers = ['rowid', '_rowid_', 'oid']

type Row = Record<string, SQLiteValue>

/**
 * Opens an SQLite file read-only. Calls block the thread until they are answered; ending the thread is the way out.
 * @param scratch empty folder for the link to the file and for SQLite's own lock
 * @throws QuarryError `resource.*`
 */
export async function openSqlite(place: DatabaseFile, scratch: string): Promise<SqlConnection> {
  const file = await borrowSqliteFile(place.path, scratch)
  const database = await attempt(file, () => {
    const opened = new sqlite.Database(file.path, { readOnly: true })
    for (const setting of settings) opened.all(setting)
    // The header is checked at the first read.
    opened.get('SELECT count(*) FROM sqlite_schema')
    return opened
  })
  const rowsOf = (sql: string, values: SQLiteValue[] = []): Promise<Row[]> =>
    attempt(file, () => database.all(sql, values) as Row[])
  const countsExactly = file.sizeBytes <= wholeFileBytes
  const withoutRowid = new Set<string>()

  return {
    dialect,
    sizeBytes: file.sizeBytes,
    async heads() {
      const listed = await rowsOf(
        `SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'view', 'virtual')
          AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type = 'view', name`,
      )
      const estimates = countsExactly ? new Map<string, number>() : await analysedRows(rowsOf)
      return listed.map(({ name, type, wr }) => {
        if (wr === 1) withoutRowid.add(String(name))
        return {
          schema: null,
          name: String(name),
          kind: type === 'view' ? 'view' : 'table',
          rowsEstimate: estimates.get(String(name)) ?? null,
        }
      })
    },
    async shapes(heads) {
      const shapes: TableShape[] = []
      for (const head of heads) shapes.push(await shapeOf(rowsOf, head))
      return shapes
    },
    async count(head): Promise<RowCount> {
      if (countsExactly) {
        const [row] = await rowsOf(`SELECT count(*) AS n FROM ${qualified(dialect, head)}`)
        return { rows: Number(row?.n ?? 0), estimated: false }
      }
      if (head.rowsEstimate !== null) return { rows: head.rowsEstimate, estimated: true }
      if (withoutRowid.has(head.name)) return { rows: null, estimated: true }
      // The largest row number is found without reading the table; removed rows leave it as it is.
      const columns = await rowsOf('SELECT lower(name) AS name FROM pragma_table_xinfo(?)', [head.name])
      const number = rowNumbers.find((name) => columns.every((column) => column.name !== name))
      if (number === undefined) return { rows: null, estimated: true }
      const [row] = await rowsOf(`SELECT max(${number}) AS n FROM ${qualified(dialect, head)}`)
      return { rows: Math.max(0, Number(row?.n ?? 0)), estimated: true }
    },
    async select(sql, maxRows, parameters = []) {
      assertQuery(sql, 'sqlite')
      return attempt(file, () => readRows(database, sql, maxRows, parameters.map(boundValue)), 'statement')
    },
    async plan(sql) {
      assertQuery(sql, 'sqlite')
      await attempt(file, () => database.all(`EXPLAIN QUERY PLAN ${sql}`), 'statement')
    },
    isCurrent: () => file.isCurrent(),
    interrupt() {},
    async close() {
      database.close()
    },
  }
}

/** The driver hands rows over as objects: of two columns of one name one would be lost. */
function readRows(database: Database, sql: string, maxRows: number, values: SQLiteValue[]): DatabaseRows {
  const statement = database.prepare(sql)
  try {
    const columns = columnNames(statement)
    if (new Set(columns).size < columns.length && !sql.startsWith(numbering)) {
      // SQLite numbers the names of a query within a query: `id`, `id:1`.
      return readRows(database, `${numbering}${sql.replace(/(?<![;\s])[;\s]+$/, '')}\n)`, maxRows, values)
    }
    const rows: DatabaseCell[][] = []
    for (const row of statement.iterate(values) as IterableIterator<Row>) {
      if (rows.length === maxRows) return { columns, rows, truncated: true }
      rows.push(columns.map((name) => cellOf(row[name])))
    }
    return { columns, rows, truncated: false }
  } finally {
    statement.finalize()
  }
}

/** SQLite has no type for true and false. */
const boundValue = (value: DatabaseCell): SQLiteValue => (typeof value === 'boolean' ? Number(value) : value)

const numbering = 'SELECT * FROM (\n'

/** Known before the first row, which may never come; the driver's types leave the method out. */
const columnNames = (statement: Statement): string[] =>
  (statement as Statement & { _getColumnNames(): string[] })._getColumnNames()

/** Rows by `ANALYZE`, where it was ever run: the first number of a table's or index's statistics. */
async function analysedRows(rowsOf: (sql: string) => Promise<Row[]>): Promise<Map<string, number>> {
  const [exists] = await rowsOf("SELECT 1 AS n FROM sqlite_schema WHERE name = 'sqlite_stat1'")
  if (exists === undefined) return new Map()
  const rows = new Map<string, number>()
  for (const { tbl, stat } of await rowsOf('SELECT tbl, stat FROM sqlite_stat1')) {
    const count = Number.parseInt(String(stat), 10)
    if (Number.isSafeInteger(count) && count >= 0) rows.set(String(tbl), Math.max(count, rows.get(String(tbl)) ?? 0))
  }
  return rows
}

/** Of the statement that made a table: what is longer is no schema that people have commented. */
const maxStatementCharacters = 200_000

async function shapeOf(
  rowsOf: (sql: string, values: SQLiteValue[]) => Promise<Row[]>,
  head: TableHead,
): Promise<TableShape> {
  let columns: Row[]
  try {
    // Hidden columns (1) are a virtual table's arguments; generated ones (2, 3) are columns.
    columns = await rowsOf('SELECT * FROM pragma_table_xinfo(?) WHERE hidden <> 1', [head.name])
  } catch (error) {
    // A view of what is gone, or a table of an extension that is not here: listed, without columns.
    if (error instanceof QuarryError && error.code === 'resource.invalid') return { columns: [], foreignKeys: [] }
    throw error
  }
  const keys = head.kind === 'view' ? [] : await rowsOf('SELECT * FROM pragma_foreign_key_list(?)', [head.name])
  const [made] =
    head.kind === 'view'
      ? []
      : await rowsOf("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", [head.name])
  const comments = commentsIn(String(made?.sql ?? '').slice(0, maxStatementCharacters))
  const byId = new Map<SQLiteValue, Row[]>()
  for (const key of keys) byId.set(key.id ?? null, [...(byId.get(key.id ?? null) ?? []), key])
  return {
    columns: columns.map((column) => ({
      name: String(column.name),
      type: String(column.type ?? '').toLowerCase() || 'any',
      nullable: column.notnull === 0 && column.pk === 0,
      primaryKey: column.pk !== 0,
      samples: [],
      ...commented(comments.columns.get(String(column.name).toLowerCase())),
    })),
    ...commented(comments.table),
    foreignKeys: [...byId.values()].map((parts) => ({
      columns: parts.map(({ from }) => String(from)),
      table: String(parts[0]!.table),
      // Without a name it is the other table's primary key.
      references: parts.flatMap(({ to }) => (to === null ? [] : [String(to)])),
    })),
  }
}

/** SQLite's own messages (https://www.sqlite.org/rescode.html); the driver hands on no codes. */
async function attempt<Value>(
  file: BorrowedFile,
  run: () => Value,
  kind: 'file' | 'statement' = 'file',
): Promise<Value> {
  try {
    return run()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (/malformed|not a database|disk I\/O error|Could not open/i.test(message)) {
      if (await file.hasChanged()) throw lockedError(error)
      throw new QuarryError('resource.corrupt', `It is damaged or incomplete: ${message}.`, {
        remedy: 'copyAgainOrBackup',
        cause: error,
      })
    }
    if (/database (table )?is locked/i.test(message)) throw lockedError(error)
    if (/out of memory|too big/i.test(message)) {
      throw new QuarryError('resource.tooLarge', 'Its content does not fit in memory.', {
        cause: error,
      })
    }
    if (/unsupported file format/i.test(message)) {
      throw new QuarryError('resource.unsupported', 'It was written by a newer version of SQLite.', {
        cause: error,
      })
    }
    const what = kind === 'statement' ? 'The query was refused' : 'It could not be read'
    throw new QuarryError('resource.invalid', `${what}: ${message}.`, { cause: error })
  }
}

import type { FieldPacket } from 'mysql2'
import type { Connection, RowDataPacket } from 'mysql2/promise'
import type { DatabaseCell, DatabaseRows, DatabaseServer } from '../../../contract/databases/database-tasks'
import { cellOf, decimalCell } from '../cell'
import { commented, type Dialect, type SqlConnection, type TableHead, type TableShape } from '../connection'
import { assertQuery } from '../select-only'
import { countRows } from './count-rows'
import { connect, errorOf, hidden, socketOf } from './mysql-connection'

const dialect: Dialect = {
  quote: (identifier) => `\`${identifier.replaceAll('`', '``')}\``,
  // To text geometry is refused, with all that is asked for beside it; of bits and bytes it makes characters.
  isText: (type) => !/^(?:geom|point|linestring|polygon|multi|bit|binary|varbinary|\w*blob)/i.test(type),
  clipped: (expression, length) => `left(cast(${expression} AS char), ${length})`,
  month: (expression) => `date_format(${expression}, '%Y-%m')`,
}

/** DECIMAL and NEWDECIMAL of the protocol. */
const decimals: ReadonlySet<number> = new Set([0, 246])

/**
 * Connects to a MySQL or MariaDB database. The session is read-only, and each question runs in a READ ONLY transaction
 * that is rolled back. @throws QuarryError `resource.*`, `egress.denied`
 */
export async function openMysql(place: DatabaseServer): Promise<SqlConnection> {
  const attempt = async <Value>(run: () => Promise<Value>): Promise<Value> => {
    try {
      return await run()
    } catch (error) {
      throw errorOf(error, place)
    }
  }
  let isBroken = false
  const connection = await attempt(() => connect(place))
  // One that breaks while nobody asks is not asked again.
  connection.on('error', () => {
    isBroken = true
  })
  const cutOff = (): void => {
    isBroken = true
    socketOf(connection).destroy()
  }

  const readOnly = <Value>(run: () => Promise<Value>): Promise<Value> =>
    attempt(async () => {
      await connection.query('START TRANSACTION READ ONLY')
      try {
        return await run()
      } finally {
        if (!isBroken) await connection.query('ROLLBACK')
      }
    })
  const rowsOf = (sql: string): Promise<Row[]> =>
    readOnly(async () => (await connection.query<RowDataPacket[]>(sql))[0] as Row[])

  return {
    dialect,
    sizeBytes: null,
    async heads() {
      const rows = await rowsOf(
        `SELECT table_name AS name, table_type = 'BASE TABLE' AS is_table, table_rows AS estimate
          FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY is_table DESC, name`,
      )
      return rows.map(
        ({ name, is_table: isTable, estimate }): TableHead => ({
          schema: null,
          name: String(name),
          kind: Number(isTable) === 1 ? 'table' : 'view',
          rowsEstimate: Number(isTable) !== 1 || estimate === null ? null : Number(estimate),
        }),
      )
    },
    async shapes(heads) {
      const named = connection.format('DATABASE() AND table_name IN (?)', [['', ...heads.map(({ name }) => name)]])
      const columns = byTable(
        await rowsOf(
          `SELECT table_name AS tbl, column_name AS name, column_type AS type, is_nullable = 'YES' AS nullable,
            column_key = 'PRI' AS primary_key, column_comment AS comment FROM information_schema.columns
            WHERE table_schema = ${named} ORDER BY ordinal_position`,
        ),
      )
      const keys = byTable(
        await rowsOf(
          `SELECT table_name AS tbl, constraint_name AS constraint_id, column_name AS name,
            referenced_table_name AS target, referenced_column_name AS reference,
            NULLIF(referenced_table_schema, DATABASE()) AS target_schema
            FROM information_schema.key_column_usage
            WHERE table_schema = ${named} AND referenced_table_name IS NOT NULL
            ORDER BY constraint_name, ordinal_position`,
        ),
      )
      const tables = byTable(
        await rowsOf(
          `SELECT table_name AS tbl, table_comment AS comment FROM information_schema.tables
            WHERE table_schema = ${named} AND table_type = 'BASE TABLE'`,
        ),
      )
      return heads.map(({ name }) => ({
        ...shapeOf(columns.get(name) ?? [], keys.get(name) ?? []),
        ...commented(tables.get(name)?.[0]?.comment),
      }))
    },
    count: (head) => countRows(head, dialect, rowsOf),
    async select(sql, maxRows, values = []) {
      assertQuery(sql, 'mysql')
      return readOnly(async () => {
        await connection.query(`SET SESSION sql_select_limit = ${maxRows + 1}`)
        return readRows(connection, { sql, values: [...values] }, maxRows, cutOff)
      })
    },
    async plan(sql) {
      assertQuery(sql, 'mysql')
      await readOnly(() => connection.query(`EXPLAIN ${sql}`))
    },
    isCurrent: async () => !isBroken,
    interrupt: cutOff,
    async close() {
      if (isBroken) return
      await connection.end()
      // The server closes; one that does not is not waited for.
      socketOf(connection).unref()
    },
  }
}

/** Rows beyond those that are wanted that are let pass by: what a person limits a query to by hand. */
const maxPassedRows = 10_000

/**
 * A query's rows as they come, as one with a LIMIT of its own is not held back by `sql_select_limit`. No more are held
 * than are wanted; where they do not end the connection is cut.
 */
function readRows(
  connection: Connection,
  query: { readonly sql: string; readonly values: DatabaseCell[] },
  maxRows: number,
  cutOff: () => void,
): Promise<DatabaseRows> {
  return new Promise((resolve, reject) => {
    const driver = hidden(connection)
    let columns: string[] = []
    let isDecimal: boolean[] = []
    const rows: DatabaseRows['rows'][number][] = []
    let passed = 0
    const answer = (): void => resolve({ columns, rows, truncated: passed > 0 })
    // A connection that breaks tells those who listen to it, and not those who take their rows one by one.
    driver.once('error', reject)
    // Only a prepared statement binds its values; the other way of the driver writes them into the text.
    const running =
      query.values.length === 0
        ? driver.query({ sql: query.sql, rowsAsArray: true })
        : driver.execute({ ...query, rowsAsArray: true })
    running
      .on('fields', (fields: FieldPacket[] | undefined) => {
        columns = (fields ?? []).map(({ name }) => name)
        isDecimal = (fields ?? []).map(({ columnType }) => columnType !== undefined && decimals.has(columnType))
      })
      .on('result', (row: unknown) => {
        if (!Array.isArray(row) || passed > maxPassedRows) return
        if (rows.length < maxRows) {
          rows.push(
            row.map((value, at) => (isDecimal[at] && typeof value === 'string' ? decimalCell(value) : cellOf(value))),
          )
          return
        }
        passed++
        if (passed <= maxPassedRows) return
        answer()
        cutOff()
      })
      .on('error', reject)
      .on('end', () => {
        driver.removeListener('error', reject)
        answer()
      })
  })
}

type Row = Record<string, unknown>

function byTable(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const name = String(row.tbl)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [row])
    else group.push(row)
  }
  return groups
}

function shapeOf(columns: readonly Row[], keys: readonly Row[]): TableShape {
  const byConstraint = new Map<string, Row[]>()
  for (const key of keys) {
    const id = String(key.constraint_id)
    byConstraint.set(id, [...(byConstraint.get(id) ?? []), key])
  }
  return {
    columns: columns.map((column) => ({
      name: String(column.name),
      type: String(column.type),
      nullable: Number(column.nullable) === 1,
      primaryKey: Number(column.primary_key) === 1,
      samples: [],
      ...commented(column.comment),
    })),
    foreignKeys: [...byConstraint.values()].map((parts) => ({
      columns: parts.map(({ name }) => String(name)),
      table: [parts[0]!.target_schema, parts[0]!.target].filter((part) => part !== null).join('.'),
      references: parts.map(({ reference }) => String(reference)),
    })),
  }
}

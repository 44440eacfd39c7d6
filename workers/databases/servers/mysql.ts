import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise'
import type { DatabaseServer } from '../../../contract/database-tasks'
import { QuarryError } from '../../../contract/errors'
import { cellOf } from '../cell'
import type { Dialect, SqlConnection, TableHead, TableShape } from '../connection'
import { assertQuery } from '../select-only'
import { connectTimeoutMs, statementTimeoutMs } from './connect-limits'
import { countRows } from './count-rows'
import { needsPassword, wayError } from './server-errors'

const dialect: Dialect = {
  quote: (identifier) => `\`${identifier.replaceAll('`', '``')}\``,
  clipped: (expression, length) => `left(cast(${expression} AS char), ${length})`,
  month: (expression) => `date_format(${expression}, '%Y-%m')`,
}

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
  const connection = await attempt(() => connect(place))
  // A connection that breaks while nobody asks tells so at the next question.
  connection.on('error', () => {})
  let isBroken = false

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
      const columns = await rowsOf(
        `SELECT table_name AS tbl, column_name AS name, column_type AS type, is_nullable = 'YES' AS nullable,
          column_key = 'PRI' AS primary_key FROM information_schema.columns
          WHERE table_schema = DATABASE() ORDER BY ordinal_position`,
      )
      const keys = await rowsOf(
        `SELECT table_name AS tbl, constraint_name AS constraint_id, column_name AS name,
          referenced_table_name AS target, referenced_column_name AS reference
          FROM information_schema.key_column_usage
          WHERE table_schema = DATABASE() AND referenced_table_name IS NOT NULL
          ORDER BY constraint_name, ordinal_position`,
      )
      return heads.map(({ name }) =>
        shapeOf(
          columns.filter(({ tbl }) => tbl === name),
          keys.filter(({ tbl }) => tbl === name),
        ),
      )
    },
    count: (head) => countRows(head, dialect, rowsOf),
    async select(sql, maxRows) {
      assertQuery(sql)
      return readOnly(async () => {
        await connection.query(`SET SESSION sql_select_limit = ${maxRows + 1}`)
        const [rows, fields] = await connection.query({ sql, rowsAsArray: true })
        const all = rows as unknown[][]
        return {
          columns: fields.map(({ name }) => name),
          rows: all.slice(0, maxRows).map((row) => row.map(cellOf)),
          truncated: all.length > maxRows,
        }
      })
    },
    async plan(sql) {
      assertQuery(sql)
      await readOnly(() => connection.query(`EXPLAIN ${sql}`))
    },
    interrupt() {
      isBroken = true
      connection.destroy()
    },
    async close() {
      if (!isBroken) await connection.end()
    },
  }
}

async function connect(place: DatabaseServer): Promise<Connection> {
  const connection = await createConnection({
    ...(place.host.startsWith('/') ? { socketPath: place.host } : { host: place.host, port: place.port }),
    database: place.database,
    user: place.user ?? 'root',
    ...(place.password === null ? {} : { password: place.password }),
    ...(place.tls === 'off' ? {} : { ssl: { rejectUnauthorized: place.tls === 'verify' } }),
    connectTimeout: connectTimeoutMs,
    multipleStatements: false,
    supportBigNumbers: true,
    bigNumberStrings: false,
    dateStrings: true,
  })
  await connection.query('SET SESSION TRANSACTION READ ONLY')
  const [[version]] = (await connection.query<RowDataPacket[]>('SELECT version() AS version')) as [Row[], unknown]
  const isMariadb = /mariadb/i.test(String(version?.version))
  // Seconds there, milliseconds here.
  await connection.query(
    isMariadb
      ? `SET SESSION max_statement_time = ${statementTimeoutMs / 1000}`
      : `SET SESSION max_execution_time = ${statementTimeoutMs}`,
  )
  return connection
}

type Row = Record<string, unknown>

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
    })),
    foreignKeys: [...byConstraint.values()].map((parts) => ({
      columns: parts.map(({ name }) => String(name)),
      table: String(parts[0]!.target),
      references: parts.map(({ reference }) => String(reference)),
    })),
  }
}

/** Numbers: https://dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html, of MariaDB those from 1900 on. */
function errorOf(error: unknown, place: DatabaseServer): QuarryError {
  const { errno, sqlMessage } = error as { errno?: unknown; sqlMessage?: string }
  if (errno === 1045 || errno === 1698) return needsPassword(place.password !== null, error)
  if (errno === 1049) return new QuarryError('resource.invalid', 'The server has no such database.', { cause: error })
  if (errno === 1044) {
    return new QuarryError('resource.needsSecret', 'The server does not let this user at the database.', {
      remedy: 'Connect as a user who may read it.',
      cause: error,
    })
  }
  if (errno === 3024 || errno === 1969) {
    return new QuarryError('resource.timeout', 'The server took too long for the query.', { cause: error })
  }
  if (errno === 1040 || errno === 1129 || errno === 1203 || errno === 1226) {
    return new QuarryError('resource.unreachable', 'The server takes no connection now.', {
      context: { retryable: true },
      cause: error,
    })
  }
  if (sqlMessage !== undefined) {
    return new QuarryError('resource.invalid', `The query was refused: ${sqlMessage}.`, { cause: error })
  }
  return (
    wayError(error) ??
    new QuarryError('resource.unreachable', 'What answers there does not speak as a MySQL server does.', {
      remedy: 'See that host and port are right.',
      cause: error,
    })
  )
}

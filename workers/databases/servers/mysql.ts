import { connect as connectTo, isIP, type Socket } from 'node:net'
import type { Connection as CallbackConnection, FieldPacket } from 'mysql2'
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise'
import type { DatabaseCell, DatabaseRows, DatabaseServer } from '../../../contract/database-tasks'
import { QuarryError } from '../../../contract/errors'
import { cellOf, decimalCell } from '../cell'
import { commented, type Dialect, type SqlConnection, type TableHead, type TableShape } from '../connection'
import { assertQuery } from '../select-only'
import { connectTimeoutMs, statementTimeoutMs } from './connect-limits'
import { countRows } from './count-rows'
import { needsPassword, tlsError, wayError } from './server-errors'

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

/** What the driver's promises hide. Its `destroy` waits for the server, and tells nobody who waits for an answer. */
const hidden = (connection: Connection) => (connection as unknown as { connection: CallbackConnection }).connection
const socketOf = (connection: Connection): Socket => (hidden(connection) as unknown as { stream: Socket }).stream

async function connect(place: DatabaseServer): Promise<Connection> {
  const connection = await createConnection({
    ...(place.host.startsWith('/') ? { socketPath: place.host } : { host: place.host, port: place.port }),
    database: place.database,
    user: place.user ?? 'root',
    ...(place.password === null ? {} : { password: place.password }),
    ...(place.tls === 'off' ? {} : { ssl: tlsOf(place) }),
    ...(place.tls === 'verify' && isIP(place.host) !== 0 ? { stream: () => namedSocket(place) } : {}),
    connectTimeout: connectTimeoutMs,
    multipleStatements: false,
    supportBigNumbers: true,
    bigNumberStrings: false,
    dateStrings: true,
    jsonStrings: true,
    // Without it the driver makes code of the names of columns, and reads a file that the server asks for.
    disableEval: true,
    flags: ['-LOCAL_FILES'],
  })
  // A connection that breaks while nobody asks tells so at the next question.
  connection.on('error', () => {})
  try {
    await connection.query('SET SESSION TRANSACTION READ ONLY')
    await limitTime(connection)
    return connection
  } catch (error) {
    socketOf(connection).destroy()
    throw error
  }
}

const tlsOf = ({ tls }: DatabaseServer) => ({ rejectUnauthorized: tls === 'verify', verifyIdentity: tls === 'verify' })

/**
 * The driver names no host to TLS where it is an address, whose certificate would then have to be one for `localhost`.
 * Without a name TLS takes that of the socket, which sockets have that had to look up theirs.
 */
function namedSocket({ host, port }: DatabaseServer): Socket {
  return Object.assign(connectTo(port, host).setNoDelay(true), { _host: host })
}

/** ER_UNKNOWN_SYSTEM_VARIABLE */
const unknownVariable = 1193

/** Seconds for MariaDB, milliseconds for MySQL; servers from before 2015 know neither, and have the thread's limit alone. */
async function limitTime(connection: Connection): Promise<void> {
  const [[version]] = (await connection.query<RowDataPacket[]>('SELECT version() AS version')) as [Row[], unknown]
  const isMariadb = /mariadb/i.test(String(version?.version))
  try {
    await connection.query(
      isMariadb
        ? `SET SESSION max_statement_time = ${statementTimeoutMs / 1000}`
        : `SET SESSION max_execution_time = ${statementTimeoutMs}`,
    )
  } catch (error) {
    if ((error as { errno?: unknown }).errno !== unknownVariable) throw error
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

/** Not from this host; the password is to be changed (2); locked (MySQL, MariaDB). */
const refusedUser = new Set([1130, 1820, 1862, 3118, 4151])

/** Numbers: https://dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html, of MariaDB those from 1900 on. */
function errorOf(error: unknown, place: DatabaseServer): QuarryError {
  const { errno, code, sqlMessage } = error as { errno?: unknown; code?: unknown; sqlMessage?: string }
  if (errno === 1045 || errno === 1698) return needsPassword(place.password !== null, error)
  if (errno === 1049) return new QuarryError('resource.invalid', 'The server has no such database.', { cause: error })
  if (errno === 1044) {
    return new QuarryError('resource.needsSecret', 'The server refused this user access to the database.', {
      remedy: 'userWhoMayRead',
      cause: error,
    })
  }
  if (typeof errno === 'number' && refusedUser.has(errno)) {
    return new QuarryError('resource.needsSecret', 'The server refused this user.', {
      remedy: 'accountMaySignIn',
      cause: error,
    })
  }
  if (errno === 3024 || errno === 1969) {
    return new QuarryError('resource.timeout', 'The query timed out on the server.', { cause: error })
  }
  if (errno === 1040 || errno === 1129 || errno === 1203 || errno === 1226) {
    return new QuarryError('resource.unreachable', 'The server is not accepting connections.', {
      context: { retryable: true },
      cause: error,
    })
  }
  if (sqlMessage !== undefined) {
    return new QuarryError('resource.invalid', `The query was refused: ${sqlMessage}.`, { cause: error })
  }
  if (code === 'AUTH_SWITCH_PLUGIN_ERROR') {
    return new QuarryError('resource.unsupported', 'The server requires an unsupported sign-in method.', {
      remedy: 'userWithPassword',
      cause: error,
    })
  }
  return (
    tlsError(error) ??
    wayError(error) ??
    new QuarryError('resource.unreachable', 'The server at this address is not MySQL.', {
      remedy: 'hostAndPort',
      cause: error,
    })
  )
}

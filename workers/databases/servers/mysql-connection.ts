import { connect as connectTo, isIP, type Socket } from 'node:net'
import type { Connection as CallbackConnection } from 'mysql2'
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise'
import type { DatabaseServer } from '../../../contract/databases/database-tasks'
import { QuarryError } from '../../../contract/errors'
import { connectTimeoutMs, statementTimeoutMs } from './connect-limits'
import { needsPassword, tlsError, wayError } from './server-errors'

/** What the driver's promises hide. Its `destroy` waits for the server, and tells nobody who waits for an answer. */
export const hidden = (connection: Connection) =>
  (connection as unknown as { connection: CallbackConnection }).connection
export const socketOf = (connection: Connection): Socket => (hidden(connection) as unknown as { stream: Socket }).stream

/** A connection whose session is read-only and ends what takes too long. */
export async function connect(place: DatabaseServer): Promise<Connection> {
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
    // Texts end where the gate reads that they do (`main/gate/sql/read-sql.ts`).
    await connection.query(`SET SESSION sql_mode = REPLACE(@@SESSION.sql_mode, 'NO_BACKSLASH_ESCAPES', '')`)
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
  const [[version]] = await connection.query<RowDataPacket[]>('SELECT version() AS version')
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

/** Not from this host; the password is to be changed (2); locked (MySQL, MariaDB). */
const refusedUser = new Set([1130, 1820, 1862, 3118, 4151])

/** Numbers: https://dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html, of MariaDB those from 1900 on. */
export function errorOf(error: unknown, place: DatabaseServer): QuarryError {
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

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo, Server as NetServer, Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createServer } from 'mysql2'
import sqlite, { type Database, type SQLiteValue } from 'node-sqlite3-wasm'

/** What a statement gets instead of its answer: the connection is cut, nothing is said, rows without end, or an error. */
export type Mishap = 'cut' | 'silence' | 'flood' | { readonly code: number; readonly message: string } | undefined

export interface MysqlServer {
  readonly port: number
  /** Every statement that came in, in order. */
  readonly statements: string[]
  /** Connections that are open. */
  readonly open: () => number
  /** Decides what goes wrong with a statement. */
  mishap: (sql: string) => Mishap
  /** Whether it closes a connection that the other side is done with. */
  closesOnQuit: boolean
  /** Rows of a query on the server's own tables, past all locks. */
  rowsOf(sql: string): Record<string, SQLiteValue>[]
  close(): Promise<void>
}

export interface MysqlServerOptions {
  readonly user: string
  readonly password: string
  readonly database: string
  /** Statements that make the schema, in what MySQL and SQLite both understand. */
  readonly schema: readonly string[]
  /** Rows by the server's own statistics, where they are to differ from the truth. */
  readonly estimates?: Readonly<Record<string, number>>
  readonly version?: string
}

/** The part of mysql2's server side that its types leave out or leave open. */
interface ServedConnection {
  readonly stream: Socket
  serverHandshake(greeting: object): void
  on(event: 'query' | 'stmt_prepare', listener: (sql: string) => void): void
  on(event: 'error' | 'quit', listener: () => void): void
  writeOk(): void
  writeEof(): void
  writeError(error: { code: number; message: string }): void
  writeColumns(columns: readonly object[]): void
  writeTextRow(cells: readonly (string | null)[]): void
  readonly clientHelloReply: { readonly clientFlags: number }
  sequenceId: number
}

interface Login {
  readonly user: string
  readonly database: string
  readonly authPluginData1: Buffer
  readonly authPluginData2: Buffer
  readonly authToken: Buffer
}

/** LONG_PASSWORD, LONG_FLAG, CONNECT_WITH_DB, PROTOCOL_41, TRANSACTIONS, SECURE_CONNECTION, PLUGIN_AUTH. */
const capabilities = 0x1 | 0x4 | 0x8 | 0x200 | 0x2000 | 0x8000 | 0x80000
const multiStatements = 0x10000
const utf8mb4 = 45
const [longlong, double, varString] = [8, 5, 253]

/**
 * A server on loopback that speaks MySQL's wire protocol (the server side of the driver) and answers with the rows of an
 * SQLite database, which has an `information_schema` of its own tables and is written to only outside of read-only
 * sessions and transactions.
 */
export async function serveMysql(options: MysqlServerOptions): Promise<MysqlServer> {
  const tables = openTables(options)
  const sockets = new Set<Socket>()
  const server: MysqlServer = {
    port: 0,
    statements: [],
    open: () => sockets.size,
    mishap: () => undefined,
    closesOnQuit: true,
    rowsOf: (sql) => tables.all(sql) as Record<string, SQLiteValue>[],
    async close() {
      for (const socket of sockets) socket.destroy()
      const closed = once(listener, 'close')
      listener.close()
      await closed
      tables.close()
    },
  }
  const { _server: listener } = createServer((accepted) => {
    const connection = accepted as unknown as ServedConnection
    sockets.add(connection.stream)
    connection.stream.on('close', () => sockets.delete(connection.stream))
    connection.on('error', () => {})
    serveConnection(connection, tables, options, server)
  }) as unknown as { _server: NetServer }
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return Object.assign(server, { port: (listener.address() as AddressInfo).port })
}

function serveConnection(
  connection: ServedConnection,
  tables: Database,
  { user, password, database, version = '8.4.0' }: MysqlServerOptions,
  server: MysqlServer,
): void {
  let isReadOnlySession = false
  let isReadOnlyTransaction = false
  let limit = Number.POSITIVE_INFINITY
  connection.serverHandshake({
    protocolVersion: 10,
    serverVersion: version,
    connectionId: 1,
    statusFlags: 2,
    characterSet: utf8mb4,
    capabilityFlags: capabilities,
    authCallback(login: Login, answer: (error: null, refusal?: object) => void) {
      const done = (error: null, refusal?: object): void => {
        answer(error, refusal)
        connection.sequenceId = 0
      }
      if (login.user !== user || !isPassword(login, password)) {
        const using = login.authToken.length > 0 ? 'YES' : 'NO'
        done(null, {
          code: 1045,
          message: `Access denied for user '${login.user}'@'127.0.0.1' (using password: ${using})`,
        })
      } else if (login.database !== database) done(null, { code: 1049, message: `Unknown database` })
      else done(null)
    },
  })
  const answer = (sql: string): void => {
    if (/^SET SESSION TRANSACTION READ ONLY$/.test(sql)) isReadOnlySession = true
    else if (/^START TRANSACTION READ ONLY$/.test(sql)) isReadOnlyTransaction = true
    else if (/^ROLLBACK$/.test(sql)) isReadOnlyTransaction = false
    else if (/^SET SESSION sql_select_limit = \d+$/.test(sql)) limit = Number(sql.split('= ')[1])
    else if (!/^SET SESSION sql_mode = |^SET SESSION max_(?:execution|statement)_time = \d+$/.test(sql)) {
      writeRows(connection, tables, sql, isReadOnlySession || isReadOnlyTransaction, limit)
      return
    }
    connection.writeOk()
  }
  const takesMany = (): boolean => (connection.clientHelloReply.clientFlags & multiStatements) !== 0
  const take = (sql: string): void => {
    server.statements.push(sql)
    const mishap = server.mishap(sql)
    if (mishap === 'silence') return
    if (mishap === 'flood') {
      void flood(connection)
      return
    }
    if (mishap === 'cut') connection.stream.destroy()
    else if (mishap !== undefined) connection.writeError(mishap)
    else if (/cast\(`spot` AS char\)/i.test(sql)) {
      connection.writeError({ code: 4079, message: "Illegal parameter data type point for operation 'cast_as_char'" })
    } else if (/;\s*\S/.test(sql.replace(/`[^`]*`|'[^']*'/g, '')) && !takesMany()) {
      connection.writeError({ code: 1064, message: 'You have an error in your SQL syntax' })
    } else answer(sql)
    // Packets are counted anew with each command, which the driver's server side leaves to others.
    connection.sequenceId = 0
  }
  connection.on('query', take)
  connection.on('quit', () => {
    if (server.closesOnQuit) connection.stream.end()
  })
  // The driver's server side takes every `SET` for the preparation of a statement.
  connection.on('stmt_prepare', take)
}

/** Rows for as long as somebody takes them; who takes half a million of them gets no end, and is cut off. */
async function flood(connection: ServedConnection): Promise<void> {
  const { stream } = connection
  connection.writeColumns([columnOf('number', 1)])
  for (let number = 0; number < 500_000 && !stream.destroyed; number++) {
    connection.writeTextRow([String(number)])
    if (number % 1000 === 999) await nextTurn()
  }
  stream.destroy()
}

/** `mysql_native_password`: SHA1(password) XOR SHA1(challenge + SHA1(SHA1(password))); nothing where there is none. */
function isPassword({ authPluginData1, authPluginData2, authToken }: Login, password: string): boolean {
  const sha1 = (...parts: (string | Buffer)[]): Buffer =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha1')).digest()
  if (password === '' || authToken.length === 0) return password === '' && authToken.length === 0
  const once = sha1(password)
  const mask = sha1(authPluginData1, authPluginData2, sha1(once))
  return Buffer.from(once.map((byte, at) => byte ^ mask[at]!)).equals(authToken)
}

function writeRows(
  connection: ServedConnection,
  tables: Database,
  sql: string,
  isReadOnly: boolean,
  limit: number,
): void {
  tables.exec(`PRAGMA query_only = ${isReadOnly ? 1 : 0}`)
  let names: string[]
  let rows: SQLiteValue[][]
  try {
    const statement = tables.prepare(sql)
    try {
      names = (statement as typeof statement & { _getColumnNames(): string[] })._getColumnNames()
      const found = statement.all() as Record<string, SQLiteValue>[]
      // What the session limits is limited where the query says nothing of it.
      rows = (/ LIMIT \d+$/.test(sql) ? found : found.slice(0, limit)).map((row) => names.map((name) => row[name]!))
    } finally {
      statement.finalize()
    }
  } catch (error) {
    const message = (error as Error).message
    if (/readonly/.test(message)) {
      connection.writeError({ code: 1792, message: 'Cannot execute statement in a READ ONLY transaction' })
    } else connection.writeError({ code: 1064, message: `You have an error in your SQL syntax: ${message}` })
    return
  } finally {
    tables.exec('PRAGMA query_only = 0')
  }
  if (names.length === 0) {
    connection.writeOk()
    return
  }
  connection.writeColumns(names.map((name, at) => columnOf(name, rows.find((row) => row[at] !== null)?.[at] ?? '')))
  for (const row of rows) connection.writeTextRow(row.map((cell) => (cell === null ? null : String(cell))))
  connection.writeEof()
}

function columnOf(name: string, example: SQLiteValue): object {
  const isInteger = typeof example === 'bigint' || Number.isInteger(example)
  const columnType = isInteger ? longlong : typeof example === 'number' ? double : varString
  const places = { catalog: 'def', schema: '', table: '', orgTable: '' }
  return { ...places, name, orgName: name, characterSet: utf8mb4, columnLength: 255, columnType, flags: 0, decimals: 0 }
}

/** The tables, and what MySQL tells of them. */
function openTables({ schema, database, estimates = {}, version = '8.4.0' }: MysqlServerOptions): Database {
  const tables = new sqlite.Database()
  tables.function('database', () => database)
  tables.function('version', () => version)
  tables.function('left', (text, length) =>
    text === null ? null : [...String(text)].slice(0, Number(length)).join(''),
  )
  tables.function('date_format', (date) => (date === null ? null : String(date).slice(0, 7)))
  for (const statement of schema) tables.exec(statement)
  tables.exec("ATTACH ':memory:' AS information_schema")
  tables.exec(
    'CREATE TABLE information_schema.tables (table_schema, table_name, table_type, table_rows, table_comment)',
  )
  tables.exec(
    'CREATE TABLE information_schema.columns (table_schema, table_name, column_name, column_type, is_nullable, column_key, ordinal_position, column_comment)',
  )
  tables.exec(
    'CREATE TABLE information_schema.key_column_usage (table_schema, table_name, constraint_name, column_name, ordinal_position, referenced_table_schema, referenced_table_name, referenced_column_name)',
  )
  const rowsOf = (sql: string, values: SQLiteValue[] = []) => tables.all(sql, values) as Record<string, SQLiteValue>[]
  const insert = (table: string, values: (SQLiteValue | undefined)[]): void => {
    const marks = values.map(() => '?').join(', ')
    tables.run(
      `INSERT INTO information_schema.${table} VALUES (${marks})`,
      values.map((value) => value ?? null),
    )
  }
  for (const { name, type } of rowsOf("SELECT name, type FROM main.sqlite_schema WHERE type IN ('table', 'view')")) {
    const table = String(name)
    const isTable = type === 'table'
    insert('tables', [
      database,
      table,
      isTable ? 'BASE TABLE' : 'VIEW',
      isTable ? (estimates[table] ?? 1) : null,
      isTable ? '' : 'VIEW',
    ])
    for (const column of rowsOf('SELECT * FROM pragma_table_info(?)', [table])) {
      const isKey = column.pk !== 0
      const nullable = column.notnull === 0 && !isKey ? 'YES' : 'NO'
      insert('columns', [
        database,
        table,
        column.name,
        String(column.type).toLowerCase(),
        nullable,
        isKey ? 'PRI' : '',
        Number(column.cid) + 1,
        '',
      ])
    }
    for (const key of rowsOf('SELECT * FROM pragma_foreign_key_list(?)', [table])) {
      const name = `${table}_ibfk_${String(key.id)}`
      insert('key_column_usage', [
        database,
        table,
        name,
        key.from,
        Number(key.seq) + 1,
        database,
        key.table,
        key.to ?? null,
      ])
    }
  }
  return tables
}

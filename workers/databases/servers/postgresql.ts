import type { Socket } from 'node:net'
import { Client } from 'pg'
import type { DatabaseServer } from '../../../contract/databases/database-tasks'
import { QuarryError } from '../../../contract/errors'
import { cellOf, decimalCell } from '../cell'
import { commented, type Dialect, type SqlConnection, type TableHead, type TableShape } from '../connection'
import { assertQuery } from '../select-only'
import { connectTimeoutMs, statementTimeoutMs } from './connect-limits'
import { countRows } from './count-rows'
import { needsPassword, tlsError, wayError } from './server-errors'

const dialect: Dialect = {
  quote: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
  clipped: (expression, length) => `left(${expression}::text, ${length})`,
  month: (expression) => `to_char(${expression}::timestamp, 'YYYY-MM')`,
}

/** Values as text, but truths and numbers that a double holds (oids: bool; numeric; int8, int2, int4, oid, float4, float8). */
const boolean = 16
const decimal = 1700
const numbers = new Set([20, 21, 23, 26, 700, 701])
const types = {
  getTypeParser: (oid: number) => (text: string) => {
    if (oid === boolean) return text === 't'
    if (oid === decimal) return decimalCell(text)
    const number = numbers.has(oid) ? Number(text) : Number.NaN
    return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number)) ? number : text
  },
}

/**
 * Connects to a PostgreSQL database. Each question runs in a READ ONLY transaction of its own, which is always rolled
 * back. @throws QuarryError `resource.*`, `egress.denied`
 */
export async function openPostgresql(place: DatabaseServer): Promise<SqlConnection> {
  const client = new Client({
    host: place.host,
    port: place.port,
    database: place.database,
    user: place.user ?? 'postgres',
    // As a function it is asked for only when the server wants one, and no password file is looked for.
    password: () => {
      // The driver waits for ever where this throws.
      if (place.password === null) cutOff(needsPassword(false))
      return place.password ?? ''
    },
    ssl: place.tls === 'off' ? false : { rejectUnauthorized: place.tls === 'verify' },
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs + 2000,
    application_name: 'Quarry',
    types: types as never,
  })
  const hidden = client as unknown as { connection: { stream: Socket } }
  let broken: unknown = null
  client.on('error', (error) => {
    broken ??= error
  })
  function cutOff(reason: QuarryError): void {
    broken = reason
    hidden.connection.stream.destroy()
  }
  const attempt = async <Value>(run: () => Promise<Value>): Promise<Value> => {
    try {
      return await run()
    } catch (error) {
      throw errorOf(error, broken, place)
    }
  }
  await attempt(async () => {
    try {
      await client.connect()
      await client.query('SET default_transaction_read_only = on')
      await client.query(`SET statement_timeout = ${statementTimeoutMs}`)
    } catch (error) {
      hidden.connection.stream.destroy()
      throw error
    }
  })

  async function readOnly<Value>(run: () => Promise<Value>): Promise<Value> {
    return attempt(async () => {
      await client.query('BEGIN READ ONLY')
      try {
        return await run()
      } finally {
        if (broken === null) await client.query('ROLLBACK')
      }
    })
  }
  const rowsOf = (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
    readOnly(async () => (await client.query({ text, values })).rows)

  return {
    dialect,
    sizeBytes: null,
    heads: async () => (await rowsOf(headsQuery)).map(headOf),
    async shapes(heads) {
      const names = [heads.map(({ name }) => name)]
      const [columns, keys] = [await rowsOf(columnsQuery, names), await rowsOf(keysQuery, names)]
      return heads.map((head) => shapeOf(head, columns, keys))
    },
    count: (head) => countRows(head, dialect, rowsOf),
    async select(sql, maxRows, values = []) {
      assertQuery(sql, 'postgresql')
      return readOnly(async () => {
        // A cursor takes one query and nothing else, and the extended protocol one statement.
        await client.query({
          text: `DECLARE answer NO SCROLL CURSOR FOR ${sql}`,
          values,
          queryMode: 'extended',
        } as never)
        const { fields, rows } = await client.query({ text: `FETCH ${maxRows + 1} FROM answer`, rowMode: 'array' })
        return {
          columns: fields.map(({ name }) => name),
          rows: rows.slice(0, maxRows).map((row) => (row as unknown[]).map(cellOf)),
          truncated: rows.length > maxRows,
        }
      })
    },
    async plan(sql) {
      assertQuery(sql, 'postgresql')
      await readOnly(() => client.query({ text: `EXPLAIN ${sql}`, queryMode: 'extended' } as never))
    },
    isCurrent: async () => broken === null,
    interrupt() {
      cutOff(new QuarryError('cancelled', 'Cancelled.'))
    },
    async close() {
      if (broken !== null) return
      client.end().catch(() => {})
      // The server closes; one that does not is not waited for.
      hidden.connection.stream.unref()
    },
  }
}

const headsQuery = `
  SELECT CASE WHEN n.nspname = current_schema() THEN NULL ELSE n.nspname END AS schema, c.relname AS name,
    c.relkind IN ('v', 'm') AS is_view, c.reltuples AS estimate
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
    AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_(toast|temp)'
    AND has_table_privilege(c.oid, 'SELECT')
  ORDER BY is_view, n.nspname, c.relname`

const columnsQuery = `
  SELECT CASE WHEN n.nspname = current_schema() THEN NULL ELSE n.nspname END AS schema, c.relname AS "table",
    a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS nullable,
    EXISTS (SELECT 1 FROM pg_catalog.pg_index i
      WHERE i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY (i.indkey::int2[])) AS primary_key,
    col_description(c.oid, a.attnum) AS comment, obj_description(c.oid, 'pg_class') AS table_comment
  FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relname::text = ANY ($1::text[])
    AND n.nspname NOT IN ('pg_catalog', 'information_schema')
  ORDER BY a.attnum`

const keysQuery = `
  SELECT CASE WHEN n.nspname = current_schema() THEN NULL ELSE n.nspname END AS schema, c.relname AS "table",
    CASE WHEN f.relnamespace = c.relnamespace THEN f.relname ELSE f.relnamespace::regnamespace::text || '.' || f.relname END AS target,
    to_json(ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY u(number, place)
      JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.number ORDER BY u.place)) AS columns,
    to_json(ARRAY(SELECT a.attname::text FROM unnest(k.confkey) WITH ORDINALITY u(number, place)
      JOIN pg_catalog.pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.number ORDER BY u.place)) AS "references"
  FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace JOIN pg_catalog.pg_class f ON f.oid = k.confrelid
  WHERE k.contype = 'f' AND c.relname::text = ANY ($1::text[])
  ORDER BY k.conname`

type Row = Record<string, unknown>

function headOf({ schema, name, is_view: isView, estimate }: Row): TableHead {
  const rows = Number(estimate)
  return {
    schema: schema === null ? null : String(schema),
    name: String(name),
    kind: isView === true ? 'view' : 'table',
    // Before the first ANALYZE it says -1, older servers 0.
    rowsEstimate: isView !== true && rows > 0 ? Math.round(rows) : null,
  }
}

function shapeOf(head: TableHead, columns: readonly Row[], keys: readonly Row[]): TableShape {
  const isOf = (row: Row): boolean => row.table === head.name && (row.schema ?? null) === head.schema
  return {
    columns: columns.filter(isOf).map((column) => ({
      name: String(column.name),
      type: String(column.type),
      nullable: column.nullable === true,
      primaryKey: column.primary_key === true,
      samples: [],
      ...commented(column.comment),
    })),
    ...commented(columns.find(isOf)?.table_comment),
    foreignKeys: keys.filter(isOf).map((key) => ({
      columns: JSON.parse(String(key.columns)) as string[],
      table: String(key.target),
      references: JSON.parse(String(key.references)) as string[],
    })),
  }
}

/** SQLSTATE codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
function errorOf(error: unknown, broken: unknown, place: DatabaseServer): QuarryError {
  const { code, message } = error as { code?: unknown; message?: string }
  const state = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null
  if (state === null) {
    const way = tlsError(error) ?? wayError(broken ?? error) ?? wayError(error)
    if (way !== null) return way
  }
  if (state === '28P01') return needsPassword(place.password !== null, error)
  if (state?.startsWith('28')) {
    const remedy = /encryption|SSL/i.test(message ?? '') ? 'sslmodeRequire' : 'userAndPassword'
    return new QuarryError('resource.needsSecret', 'The server refused this user.', { remedy, cause: error })
  }
  if (state === '3D000')
    return new QuarryError('resource.invalid', 'The server has no such database.', { cause: error })
  if (state === '57014') {
    return new QuarryError('resource.timeout', 'The query timed out on the server.', { cause: error })
  }
  if (state?.startsWith('53') || state === '57P03' || state === '57P01') {
    return new QuarryError('resource.unreachable', 'The server is not accepting connections.', {
      context: { retryable: true },
      cause: error,
    })
  }
  if (state !== null) {
    return new QuarryError('resource.invalid', `The query was refused: ${message ?? state}.`, { cause: error })
  }
  return new QuarryError('resource.unreachable', 'The server at this address is not PostgreSQL.', {
    remedy: 'hostAndPort',
    cause: error,
  })
}

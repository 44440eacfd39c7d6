import {
  type DuckDBConnection,
  DuckDBDateValue,
  DuckDBInstance,
  DuckDBTypeId,
  type DuckDBValueConverter,
  type JS,
  JSDuckDBValueConverter,
  StatementType,
} from '@duckdb/node-api'
import type { DatabaseCell, DatabaseRows } from '../../../contract/databases/database-tasks'
import { QuarryError } from '../../../contract/errors'
import { cellOf } from '../cell'
import type { Dialect } from '../connection'
import { assertQuery } from '../select-only'

const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`

export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The pattern that finds this file alone: readers take a path for a pattern, and check both by what is allowed. */
export const patternOf = (path: string): string => path.replace(/[*?[]/g, '[$&]')

export const duckdbDialect: Dialect = {
  quote,
  clipped: (expression, length) => `left(${expression}::varchar, ${length})`,
  month: (expression) => `strftime(try_cast(${expression} AS timestamp), '%Y-%m')`,
}

/** Two threads as the machine has other work; spilled rows would be left on the disk. */
const configuration = {
  threads: '2',
  memory_limit: '512MB',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
}

/** DuckDB in memory, to which a file is given before it is locked in. */
export interface DuckdbEngine {
  rowsOf(sql: string): Promise<Record<string, unknown>[]>
  /** From here on no other file, setting or extension is reached. @param path the one file that may still be read */
  lock(path: string | null): Promise<void>
  select(sql: string, maxRows: number, parameters?: readonly DatabaseCell[]): Promise<DatabaseRows>
  plan(sql: string): Promise<void>
  interrupt(): void
  close(): void
}

export async function startDuckdb(): Promise<DuckdbEngine> {
  const instance = await DuckDBInstance.create(':memory:', configuration)
  const connection = await instance.connect()
  const rowsOf = (sql: string): Promise<Record<string, unknown>[]> =>
    attempt(async () => (await connection.runAndReadAll(sql)).getRowObjectsJS())
  await rowsOf("SET temp_directory = ''")
  return {
    rowsOf,
    async lock(path) {
      if (path !== null) await rowsOf(`SET allowed_paths = [${literal(path)}, ${literal(patternOf(path))}]`)
      await rowsOf('SET enable_external_access = false')
      await rowsOf('SET lock_configuration = true')
    },
    async select(sql, maxRows, parameters = []) {
      await assertSelects(connection, sql)
      return attempt(async () => {
        const reader = await connection.streamAndReadUntil(sql, maxRows + 1, [...parameters])
        const rows = reader.convertRows(plainly)
        return {
          columns: reader.deduplicatedColumnNames(),
          rows: rows.slice(0, maxRows).map((row) => row.map(cellOf)),
          truncated: rows.length > maxRows,
        }
      }, 'statement')
    },
    async plan(sql) {
      await assertSelects(connection, sql)
      await attempt(() => connection.run(`EXPLAIN ${sql}`), 'statement')
    },
    interrupt: () => connection.interrupt(),
    close() {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

const times: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.DATE,
  DuckDBTypeId.TIME,
  DuckDBTypeId.TIME_NS,
  DuckDBTypeId.TIME_TZ,
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_S,
  DuckDBTypeId.TIMESTAMP_MS,
  DuckDBTypeId.TIMESTAMP_NS,
  DuckDBTypeId.INTERVAL,
])

/** Days and times as DuckDB writes them: the driver makes instants of days, numbers of times, and fails on `infinity`. */
const plainly: DuckDBValueConverter<JS> = (value, type, converter) => {
  if (value === null || !times.has(type.typeId)) return JSDuckDBValueConverter(value, type, converter)
  // The driver writes the day that stands for it.
  if (value instanceof DuckDBDateValue && !value.isFinite) return value.days > 0 ? 'infinity' : '-infinity'
  return String(value)
}

/** By DuckDB's own parser: one statement, a query. `COPY` could overwrite the one file that may be read. */
async function assertSelects(connection: DuckDBConnection, sql: string): Promise<void> {
  assertQuery(sql, 'duckdb')
  const kind = await attempt(async () => {
    const statements = await connection.extractStatements(sql)
    if (statements.count !== 1) return StatementType.MULTI
    const statement = await statements.prepare(0)
    try {
      return statement.statementType
    } finally {
      statement.destroySync()
    }
  }, 'statement')
  if (kind !== StatementType.SELECT) {
    throw new QuarryError('resource.invalid', 'Databases are read-only: only queries can run.', {
      remedy: 'oneSelect',
    })
  }
}

/** DuckDB's messages begin with the kind of error; the driver hands on no codes. */
async function attempt<Value>(run: () => Promise<Value>, kind: 'file' | 'statement' = 'file'): Promise<Value> {
  try {
    return await run()
  } catch (error) {
    throw errorOf(error instanceof Error ? error.message : String(error), kind, error)
  }
}

function errorOf(message: string, kind: 'file' | 'statement', cause: unknown): QuarryError {
  const first = message.split('\n', 1)[0] ?? ''
  if (/Could not set lock|Conflicting lock|being used by another process/i.test(message)) {
    return new QuarryError('resource.locked', 'Another program has it open for writing.', {
      remedy: 'closeThatProgram',
      context: { retryable: true },
      cause,
    })
  }
  if (/encrypt|wrong (?:encryption )?key/i.test(message) && kind === 'file') {
    return new QuarryError('resource.needsSecret', 'It is encrypted and needs a key.', {
      remedy: 'keyAsPassword',
      cause,
    })
  }
  if (/^INTERRUPT/i.test(message)) return new QuarryError('cancelled', 'Cancelled.', { cause })
  if (/Out of Memory|maximum_object_size/i.test(message)) {
    return new QuarryError('resource.tooLarge', 'Its content does not fit in memory.', { cause })
  }
  if (/storage version|older version of DuckDB|newer version of DuckDB|not compatible/i.test(message)) {
    return new QuarryError('resource.unsupported', `This version of DuckDB cannot read it: ${first}`, {
      remedy: 'exportWithItsVersion',
      cause,
    })
  }
  if (
    kind === 'file' &&
    /^(?:IO|Serialization|INTERNAL|FATAL|TransactionContext|Invalid Input|Invalid|Conversion)/i.test(message)
  ) {
    return new QuarryError('resource.corrupt', `It is damaged, incomplete or of another type: ${first}`, {
      remedy: 'copyAgain',
      cause,
    })
  }
  return new QuarryError(
    'resource.invalid',
    `${kind === 'statement' ? 'The query was refused' : 'It could not be read'}: ${first}`,
    {
      cause,
    },
  )
}

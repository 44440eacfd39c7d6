import { open, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { DatabaseFile } from '../../../contract/databases/database-tasks'
import { QuarryError } from '../../../contract/errors'
import type { SqlConnection } from '../connection'
import { fileStamp } from '../file-stamp'
import { wholeFileBytes } from '../limits'
import { readRows, typedRows } from './column-types'
import { catalogConnection } from './duckdb-file'
import { type DuckdbEngine, duckdbDialect, literal, patternOf, startDuckdb } from './engine'
import { hasHeadingInRows } from './heading'
import { inUtf8 } from './in-utf8'
import { rowsByYear } from './year-columns'

/**
 * Files up to this size are loaded: each query of a larger one reads the file again, and what its columns are anew, which takes
 * a table of 1,500 lines 0.2 s. Loaded it takes up to 16 times its bytes, where its cells are empty, and twice that for a while.
 */
const loadedBytes = 16 * 1024 * 1024
/** Rows that types are guessed by where a file is too large to be read as a whole. */
const guessedRows = 200_000

/**
 * Opens a file that is one table (Parquet, CSV, JSON): DuckDB in memory, with this file as the only thing that it may read. @throws QuarryError `resource.*`
 */
export async function openTableFile(place: DatabaseFile, scratch: string): Promise<SqlConnection> {
  const before = await fileStamp(place.path)
  const { size } = await stat(place.path)
  const path = place.engine === 'parquet' ? place.path : await inUtf8(place.path, size, scratch)
  const engine = await startDuckdb()
  try {
    await engine.lock(path)
    const name = basename(place.path, extname(place.path)) || 'table'
    await readInto(engine, name, readersOf(place.engine, path, size), {
      isLoaded: place.engine !== 'parquet' && size <= loadedBytes,
    })
    const connection = tableConnection(engine, place, path, name, size)
    // A copy in UTF-8 goes with the scratch folder.
    if (path !== place.path) return connection
    return { ...connection, isCurrent: async () => (await fileStamp(place.path)) === before }
  } catch (error) {
    engine.close()
    throw error
  }
}

/** What stands behind FROM. @param settings of the reader, besides */
type Reader = (settings?: string) => string

/** How the file may be read: the strictest first, so that what fits is read as it stands. */
function readersOf(engine: DatabaseFile['engine'], path: string, size: number): Reader[] {
  // Folders called `year=2024` would be columns.
  const file = `${literal(patternOf(path))}, hive_partitioning = false`
  const sample = `sample_size = ${size <= wholeFileBytes ? -1 : guessedRows}`
  if (engine === 'parquet') return [() => `read_parquet(${file})`]
  if (engine === 'json') return [() => `read_json(${file}, records = 'true', ${sample})`]
  return [
    '',
    // Lines with too few cells, or too many.
    ', null_padding = true, strict_mode = false',
    ', null_padding = true, strict_mode = false, all_varchar = true, parallel = false',
  ].map(
    (lenience) =>
      (settings = '') =>
        `read_csv(${file}, ${sample}${lenience}${settings})`,
  )
}

/**
 * Makes of the file the table `name`, by the first reader that can.
 * @param isLoaded whether its rows are loaded, figures and days in them read as such; else they stay in the file, as it has them
 */
async function readInto(
  engine: DuckdbEngine,
  name: string,
  readers: readonly Reader[],
  { isLoaded }: { readonly isLoaded: boolean },
): Promise<void> {
  const table = duckdbDialect.quote(name)
  const read = (source: string): Promise<unknown> =>
    engine.rowsOf(`CREATE OR REPLACE TEMP ${isLoaded ? 'TABLE' : 'VIEW'} ${readRows} AS SELECT * FROM ${source}`)
  let refusal: unknown
  for (const [index, reader] of readers.entries()) {
    try {
      await read(reader())
      await engine.rowsOf(`SELECT * FROM ${readRows} LIMIT 1`)
      if (index + 1 < readers.length && (await hasUncutLines(engine, readRows))) continue
      const heading = (await hasHeadingInRows(engine, readRows)) ? ', header = true' : ''
      if (isLoaded) {
        if (heading !== '') await read(reader(heading))
        const rows = await rowsByYear(engine, await typedRows(engine, readRows))
        await engine.rowsOf(`CREATE TABLE ${table} AS ${rows}`)
        await engine.rowsOf(`DROP TABLE ${readRows}`)
      } else {
        await engine.rowsOf(`CREATE VIEW ${table} AS SELECT * FROM ${reader(heading)}`)
        await engine.rowsOf(`DROP VIEW ${readRows}`)
      }
      return
    } catch (error) {
      refusal = error
      if (error instanceof QuarryError && !['resource.corrupt', 'resource.invalid'].includes(error.code)) throw error
    }
  }
  throw refusal
}

/** Lines of unequal length are taken for lines of one cell: its name then holds the separators. */
async function hasUncutLines(engine: DuckdbEngine, view: string): Promise<boolean> {
  const columns = await engine.rowsOf(`DESCRIBE ${view}`)
  return columns.length === 1 && /[,;|\t]/.test(String(columns[0]?.column_name))
}

function tableConnection(
  engine: DuckdbEngine,
  place: DatabaseFile,
  path: string,
  name: string,
  size: number,
): SqlConnection {
  const connection = catalogConnection(engine, 'memory', size)
  return {
    ...connection,
    // A table to a person, where it is a view to the engine, too.
    heads: async () => [{ schema: null, name, kind: 'table', rowsEstimate: null }],
    async count(head) {
      if (place.engine === 'parquet' || size <= wholeFileBytes) return connection.count(head)
      const bytes = await bytesPerLine(path)
      return { rows: bytes === null ? null : Math.round(size / bytes), estimated: true }
    },
  }
}

/** Null where there is one line alone, as of JSON that a program wrote. */
async function bytesPerLine(path: string): Promise<number | null> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1_000_000), 0, 1_000_000, 0)
    const lines = buffer.subarray(0, bytesRead).reduce((count, byte) => (byte === 10 ? count + 1 : count), 0)
    return lines === 0 ? null : bytesRead / lines
  } finally {
    await file.close()
  }
}

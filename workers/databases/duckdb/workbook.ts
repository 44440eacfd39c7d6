import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CellValue } from 'read-excel-file/universal'
import type { DatabaseFile } from '../../../contract/databases/database-tasks'
import { QuarryError } from '../../../contract/errors'
import { maxPackedBytes, plainCell, readSheets, workbookTooLarge } from '../../workbooks/sheets'
import type { SqlConnection } from '../connection'
import { fileStamp } from '../file-stamp'
import { readRows, typedRows } from './column-types'
import { catalogConnection } from './duckdb-file'
import { duckdbDialect, literal, startDuckdb } from './engine'
import { isHeadingWithYears } from './heading'
import { rowsByYear } from './year-columns'

/**
 * Opens an Excel workbook: each sheet with rows becomes a table in memory, its first full row the names of the columns.
 * @throws QuarryError `resource.*`
 */
export async function openWorkbook(place: DatabaseFile, scratch: string): Promise<SqlConnection> {
  const before = await fileStamp(place.path)
  const { size } = await stat(place.path)
  if (size > maxPackedBytes) throw workbookTooLarge()
  const sheets = await readSheets(await readFile(place.path))
  const engine = await startDuckdb()
  try {
    for (const [index, { name, rows: cells }] of sheets.entries()) {
      const lines = jsonLinesOf(cells)
      if (lines === null) continue
      const file = join(scratch, `sheet-${index}.jsonl`)
      await writeFile(file, lines)
      const source = `read_json(${literal(file)}, format = 'newline_delimited', records = 'true', sample_size = -1)`
      await engine.rowsOf(`CREATE OR REPLACE TEMP TABLE ${readRows} AS SELECT * FROM ${source}`)
      const rows = await rowsByYear(engine, await typedRows(engine, readRows))
      await engine.rowsOf(`CREATE TABLE ${duckdbDialect.quote(name)} AS ${rows}`)
    }
    await engine.rowsOf(`DROP TABLE IF EXISTS ${readRows}`)
    await engine.lock(null)
    return {
      ...catalogConnection(engine, 'memory', size),
      isCurrent: async () => (await fileStamp(place.path)) === before,
    }
  } catch (error) {
    engine.close()
    if (error instanceof QuarryError) throw error
    throw new QuarryError('resource.corrupt', 'It is damaged or incomplete: its sheets cannot be read.', {
      cause: error,
    })
  }
}

/** Rows as JSON lines, so that DuckDB finds the types; null where a sheet has no rows under its heading. */
function jsonLinesOf(rows: readonly (CellValue | null)[][]): string | null {
  const filled = rows.map((row) => row.filter((cell) => cell !== null).length)
  const widest = filled.reduce((most, count) => Math.max(most, count), 0)
  if (widest === 0) return null
  // Titles above a table fill a cell or two.
  const first = filled.findIndex((count) => count * 2 >= widest)
  const head = rows[first] ?? []
  const named = head.filter((cell) => cell !== null)
  const isHeading = named.every((cell) => typeof cell === 'string') || isHeadingWithYears(named.map(String))
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const names = columnNames(isHeading ? head : [], width)
  const body = rows.slice(isHeading ? first + 1 : first).filter((row) => row.some((cell) => cell !== null))
  if (body.length === 0) return null
  return body
    .map((row) => JSON.stringify(Object.fromEntries(names.map((name, at) => [name, plainCell(row[at])]))))
    .join('\n')
}

/** Named as Excel calls its columns where the heading says nothing; the same name twice is numbered. */
function columnNames(head: readonly (CellValue | null)[], width: number): string[] {
  const used = new Set<string>()
  return Array.from({ length: width }, (_none, at) => {
    const base =
      String(head[at] ?? '')
        .replace(/\s+/g, ' ')
        .trim() || `column ${at + 1}`
    let name = base
    // DuckDB's names differ by more than case.
    for (let number = 2; used.has(name.toLowerCase()); number++) name = `${base} ${number}`
    used.add(name.toLowerCase())
    return name
  })
}

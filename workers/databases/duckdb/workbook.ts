import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import readWorkbook, { type CellValue } from 'read-excel-file/universal'
import type { DatabaseFile } from '../../../contract/database-tasks'
import { QuarryError } from '../../../contract/errors'
import type { SqlConnection } from '../connection'
import { catalogConnection } from './duckdb-file'
import { duckdbDialect, literal, startDuckdb } from './engine'

/** A workbook is held as a whole: a packed one of this size has a million rows. */
const maxPackedBytes = 50_000_000
const maxUnpackedBytes = 400_000_000
/** What Excel itself can hold (https://support.microsoft.com: "Excel specifications and limits"). */
const lastRow = 1_048_576
const lastColumn = 16_384
/** Cells of a sheet from its first to its last one, empty ones with them, as the library holds a sheet as a whole. */
const maxCells = 20_000_000

/**
 * Opens an Excel workbook: each sheet with rows becomes a table in memory, its first full row the names of the columns.
 * @throws QuarryError `resource.*`
 */
export async function openWorkbook(place: DatabaseFile, scratch: string): Promise<SqlConnection> {
  const { size } = await stat(place.path)
  if (size > maxPackedBytes) throw tooLarge()
  const bytes = await readFile(place.path)
  assertReadable(bytes)
  assertCellsInside(bytes)
  const engine = await startDuckdb()
  try {
    const sheets = await readWorkbook(Uint8Array.from(bytes).buffer)
    for (const [index, { sheet, data }] of sheets.entries()) {
      const lines = jsonLinesOf(data as (CellValue | null)[][])
      if (lines === null) continue
      const file = join(scratch, `sheet-${index}.jsonl`)
      await writeFile(file, lines)
      await engine.rowsOf(
        `CREATE TABLE ${duckdbDialect.quote(sheet)} AS SELECT * FROM read_json(${literal(file)},
          format = 'newline_delimited', records = 'true', sample_size = -1)`,
      )
    }
    await engine.lock(null)
    return catalogConnection(engine, 'memory', size)
  } catch (error) {
    engine.close()
    if (error instanceof QuarryError) throw error
    throw new QuarryError('resource.corrupt', 'It is damaged or incomplete: its sheets cannot be read.', {
      cause: error,
    })
  }
}

/** The stated sizes are checked before anything is unpacked; fflate writes no more than they say. */
function assertReadable(bytes: Buffer): void {
  if (bytes.subarray(0, 4).equals(Buffer.from('d0cf11e0', 'hex'))) {
    throw new QuarryError('resource.unsupported', 'It is protected by a password or in a format older than 2007.', {
      remedy: 'xlsxWithoutPassword',
    })
  }
  let total = 0
  let hasWorkbook = false
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        total += originalSize
        hasWorkbook ||= /^xl\/workbook.*\.xml$/.test(name)
        return false
      },
    })
  } catch (error) {
    throw new QuarryError('resource.corrupt', 'It is damaged or incomplete: its archive cannot be unpacked.', {
      remedy: 'copyAgain',
      cause: error,
    })
  }
  if (!hasWorkbook) throw new QuarryError('resource.corrupt', 'It is not an Excel workbook.')
  if (total > maxUnpackedBytes) throw tooLarge()
}

/** Looks at the places of all cells before a sheet is made that reaches to the farthest of them. */
function assertCellsInside(bytes: Buffer): void {
  const sheets = unzipSync(bytes, { filter: ({ name }) => name.startsWith('xl/worksheets/') && name.endsWith('.xml') })
  for (const sheet of Object.values(sheets)) {
    const xml = Buffer.from(sheet.buffer, sheet.byteOffset, sheet.byteLength)
    let rows = 0
    let columns = 0
    for (let at = xml.indexOf(' r="'); at >= 0; at = xml.indexOf(' r="', at + 4)) {
      const [, letters = '', digits = ''] = /^([A-Z]*)(\d*)/.exec(xml.toString('latin1', at + 4, at + 34)) ?? []
      rows = Math.max(rows, Number(digits))
      columns = Math.max(columns, columnOf(letters))
    }
    if (rows > lastRow || columns > lastColumn) {
      throw new QuarryError('resource.corrupt', 'A cell is outside of what a workbook can hold.', {
        context: { rows, columns },
      })
    }
    if (rows * columns > maxCells) throw tooLarge()
  }
}

/** `A` is 1, `Z` 26, `AA` 27. */
function columnOf(letters: string): number {
  let column = 0
  for (let at = 0; at < letters.length; at++) column = column * 26 + letters.charCodeAt(at) - 64
  return column
}

const tooLarge = (): QuarryError =>
  new QuarryError('resource.tooLarge', 'The workbook does not fit in memory.', {
    remedy: 'sheetsAsCsv',
  })

/** Rows as JSON lines, so that DuckDB finds the types; null where a sheet has no rows under its heading. */
function jsonLinesOf(rows: readonly (CellValue | null)[][]): string | null {
  const filled = rows.map((row) => row.filter((cell) => cell !== null).length)
  const widest = filled.reduce((most, count) => Math.max(most, count), 0)
  if (widest === 0) return null
  // Titles above a table fill a cell or two.
  const first = filled.findIndex((count) => count * 2 >= widest)
  const head = rows[first] ?? []
  const isHeading = head.every((cell) => cell === null || typeof cell === 'string')
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

function plainCell(cell: unknown): unknown {
  if (!(cell instanceof Date)) return cell ?? null
  const text = cell.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.replace('T', ' ').replace(/(?:\.000)?Z$/, '')
}

import { unzipSync } from 'fflate'
import readWorkbook, { type CellValue } from 'read-excel-file/universal'
import { QuarryError } from '../../contract/errors'

/** A workbook is held as a whole: a packed one of this size has a million rows. */
export const maxPackedBytes = 50_000_000
const maxUnpackedBytes = 400_000_000
/** What Excel itself can hold (https://support.microsoft.com: "Excel specifications and limits"). */
const lastRow = 1_048_576
const lastColumn = 16_384
/** Cells of a sheet from its first to its last one, empty ones with them, as the library holds a sheet as a whole. */
const maxCells = 20_000_000

/** A sheet by its name: its rows from the first to the last one, with null for empty cells. */
export interface Sheet {
  readonly name: string
  readonly rows: readonly (CellValue | null)[][]
}

/**
 * The sheets of an Excel workbook, in their order.
 * @throws QuarryError `resource.*`
 */
export async function readSheets(bytes: Buffer): Promise<Sheet[]> {
  if (bytes.length > maxPackedBytes) throw workbookTooLarge()
  assertReadable(bytes)
  try {
    assertCellsInside(bytes)
    const sheets = await readWorkbook(Uint8Array.from(bytes).buffer)
    return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data as (CellValue | null)[][] }))
  } catch (error) {
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
  if (total > maxUnpackedBytes) throw workbookTooLarge()
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
    if (rows * columns > maxCells) throw workbookTooLarge()
  }
}

/** `A` is 1, `Z` 26, `AA` 27. */
function columnOf(letters: string): number {
  let column = 0
  for (let at = 0; at < letters.length; at++) column = column * 26 + letters.charCodeAt(at) - 64
  return column
}

export const workbookTooLarge = (): QuarryError =>
  new QuarryError('resource.tooLarge', 'The workbook does not fit in memory.', {
    remedy: 'sheetsAsCsv',
  })

/** A cell as JSON: a date as it reads, without the time where it has none. */
export function plainCell(cell: unknown): unknown {
  if (!(cell instanceof Date)) return cell ?? null
  const text = cell.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.replace('T', ' ').replace(/(?:\.000)?Z$/, '')
}

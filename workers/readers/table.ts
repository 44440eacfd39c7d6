import { CsvError, type Options, parse } from 'csv-parse/sync'
import { QuarryError } from '../../contract/errors'
import { type Draft, draftOf, type TextInput } from './draft'
import { renderRow } from './row'
import { TextBuilder } from './text-builder'

const delimiters = [',', '\t', ';', '|'] as const

/** Lines that the dialect is guessed from. */
const sampleLines = 60

/** Reads CSV and its relatives: each row becomes one citable line with the names of its columns. */
export function readTable(input: TextInput): Draft {
  const delimiter = delimiterOf(input.text, input.name)
  const { records, notes } = parseRecords(input.text, delimiter)
  if (records.length === 0) throw new QuarryError('input.empty', 'It has no rows.')
  const hasHeader = isHeader(records[0]!, records.slice(1, 50))
  const columns = hasHeader ? records[0]!.map((cell) => cell.trim()) : []
  const rows = hasHeader ? records.slice(1) : records
  const builder = new TextBuilder(input.maxTextLength)
  for (const row of rows) builder.add('row', renderRow(columns, row))
  if (rows.length === 0) builder.add('row', `Columns: ${columns.join('; ')}`)
  return draftOf(builder, {
    mediaType: 'table',
    reader: 'table',
    headings: [],
    encoding: input.encoding,
    metadata: { columns, rows: rows.length, delimiter, hasHeader, ...(notes.length > 0 ? { notes } : {}) },
  })
}

function parseRecords(text: string, delimiter: string): { records: string[][]; notes: string[] } {
  const options: Options = {
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    bom: true,
    // A quote that never closes would otherwise take the rest of the file as one cell.
    max_record_size: 1_000_000,
  }
  const failures: unknown[] = []
  const attempt = (more: Options): string[][] | null => {
    try {
      return parse(text, { ...options, ...more }) as string[][]
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      failures.push(error)
      return null
    }
  }
  const strict = attempt({})
  if (strict !== null) return { records: strict, notes: [] }
  // A quote inside a cell (5" pipe) is a character, as long as no cell has swallowed rows because of it.
  const relaxed = attempt({ relax_quotes: true })
  if (relaxed !== null && !relaxed.some((record) => hasSwallowedRow(record, delimiter))) {
    return { records: relaxed, notes: ['Some quotes in it were taken as characters.'] }
  }
  const unquoted = attempt({ quote: null, max_record_size: 0 })
  if (unquoted === null) {
    throw new QuarryError('read.corrupt', 'Its rows cannot be separated.', { cause: failures.at(-1) })
  }
  return {
    records: unquoted.map((record) => record.map((cell) => cell.replace(/^\s*"(.*)"\s*$/, '$1'))),
    notes: ['Its quotes do not match: each line was read as a row.'],
  }
}

function hasSwallowedRow(record: readonly string[], delimiter: string): boolean {
  return record.some((cell) =>
    cell.split('\n').some((line, index) => index > 0 && line.includes(delimiter) && cellsIn(line, delimiter) >= 2),
  )
}

/** The delimiter that cuts most lines into the same number (above one) of cells; tabs win where the name says so. */
function delimiterOf(text: string, name: string): string {
  if (/\.(?:tsv|tab)$/i.test(name)) return '\t'
  const lines = text
    .slice(0, 100_000)
    .split('\n', sampleLines)
    .filter((line) => line.trim() !== '')
  let best: string = ','
  let bestScore = 0
  for (const delimiter of delimiters) {
    const counts = lines.map((line) => cellsIn(line, delimiter))
    const byCount = new Map<number, number>()
    for (const count of counts) byCount.set(count, (byCount.get(count) ?? 0) + 1)
    const [cells, agreeing] = [...byCount].reduce((one, other) => (other[1] > one[1] ? other : one), [1, 0])
    const score = cells > 1 ? (agreeing / lines.length) * (1 + Math.log2(cells) / 10) : 0
    if (score > bestScore) {
      best = delimiter
      bestScore = score
    }
  }
  return best
}

function cellsIn(line: string, delimiter: string): number {
  let cells = 1
  let isQuoted = false
  for (const char of line) {
    if (char === '"') isQuoted = !isQuoted
    else if (char === delimiter && !isQuoted) cells++
  }
  return cells
}

/** A first row of distinct, non-numeric, short names is a header. */
function isHeader(first: readonly string[], next: readonly (readonly string[])[]): boolean {
  const names = first.map((cell) => cell.trim())
  const filled = names.filter((name) => name !== '')
  if (filled.length === 0 || new Set(filled).size < filled.length) return false
  if (filled.some((name) => name.length > 100 || /^[-+]?[\d.,]+%?$/.test(name))) return false
  // One column of prose has no header unless its rows look different from the first.
  if (first.length === 1 && next.length > 0) {
    const mean = next.reduce((sum, row) => sum + (row[0]?.length ?? 0), 0) / next.length
    return names[0]!.length * 2 < mean || next.every((row) => /^[-+]?[\d.,]+%?$/.test((row[0] ?? '').trim()))
  }
  return true
}

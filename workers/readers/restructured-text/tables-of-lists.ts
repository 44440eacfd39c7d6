import { CsvError, parse } from 'csv-parse/sync'
import { itemAt } from './lists'
import type { RstTable } from './tables'

type Options = ReadonlyMap<string, string>

const separators: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['space', ' '],
])

/** A table written as a list of lists. */
export function listTable(lines: readonly string[], options: Options): RstTable {
  return { rows: itemsOf(lines).map(itemsOf), heads: headsOf(options) }
}

function itemsOf(lines: readonly string[]): string[][] {
  const items: string[][] = []
  for (let at = 0; at < lines.length; ) {
    const item = lines[at] === '' ? null : itemAt(lines, at)
    if (item !== null) items.push(item.body)
    at = item?.end ?? at + 1
  }
  return items
}

/** A table of comma-separated values; where they are broken, each line is a cell. */
export function csvTable(lines: readonly string[], options: Options): RstTable {
  const given = options.get('delim') ?? ','
  const header = options.get('header') ?? ''
  const text = [header, ...lines].filter((line) => line !== '').join('\n')
  const heads = headsOf(options) + (header === '' ? 0 : 1)
  try {
    const records: string[][] = parse(text, {
      delimiter: separators.get(given) ?? given,
      relax_column_count: true,
      trim: true,
    })
    return { rows: records.map((record) => record.map((cell) => cell.split('\n'))), heads }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { rows: lines.map((line) => [[line]]), heads: 0 }
  }
}

/** An option of many digits is no number of rows. */
const headsOf = (options: Options): number => Number(/^\d{1,3}$/.exec(options.get('header-rows') ?? '')?.[0] ?? 0)

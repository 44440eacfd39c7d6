import { computationOf } from '../calls/compute'
import type { JsonValue } from '../json'
import { type Chart, chartOf } from './chart'
import { keyOfPlace } from './place'
import { type CitationView, type Claim, isClaim, type ReportSentence } from './report'

/** Rows of one table below its columns. */
export interface Rows {
  readonly kind: 'rows'
  readonly columns: readonly string[]
  /** All rows that the query answered with, also those that are no sentences; null where not all are kept. */
  readonly all: readonly (readonly JsonValue[])[] | null
  readonly rows: readonly { readonly sentence: Claim; readonly cells: readonly JsonValue[] }[]
}

/** The chart of rows; null where they are no chart, or not all that there are. */
export const chartOfRows = ({ columns, all }: Rows): Chart | null => (all === null ? null : chartOf(columns, all))

/** A row as a sentence: `Site: Graz, Seasonal performance factor: 4.9`; `work_orders` are work orders in one. */
export const textOfRow = (columns: readonly string[], cells: readonly unknown[]): string =>
  joined(
    columns.map((column) => column.replace(/(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}])/gu, ' ')),
    cells.map(shownCell),
  )

/** What is empty is left out, unless all is: then that is what the row says. */
function joined(columns: readonly string[], cells: readonly unknown[]): string {
  const held = columns.flatMap((column, at) => (cells[at] == null ? [] : [`${column}: ${cells[at]}`]))
  return (held.length > 0 ? held : columns.map((column) => `${column}: –`)).join(', ')
}

/** Whether a sentence is a row, with names and numbers as they are said or, in reports from before, as they are. */
const isTextOfRow = (text: string, columns: readonly string[], cells: readonly unknown[]): boolean =>
  [textOfRow(columns, cells), joined(columns, cells.map(shownCell)), joined(columns, cells)].includes(text)

/** A cell as a report shows it: of a mean four decimals, of a part of one four digits. What it cites keeps the rest. */
export function shownCell<Cell>(cell: Cell): Cell | number {
  if (typeof cell !== 'number' || Number.isInteger(cell)) return cell
  return Number(Math.abs(cell) < 1 ? cell.toPrecision(4) : cell.toFixed(4))
}

export type Places = ReadonlyMap<number, CitationView['place']>

export function onlyPlaceOf({ citations: [n, ...more] }: ReportSentence, places: Places): CitationView['place'] | null {
  return n === undefined || more.length > 0 ? null : (places.get(n) ?? null)
}

/** A row of what was computed: it cites the computation, and beside it what that was made of. */
function computedRowOf(sentence: ReportSentence, places: Places) {
  const [n] = sentence.citations
  const place = n === undefined ? undefined : places.get(n)
  const table = place?.kind === 'call' ? computationOf(place)?.table : null
  if (!table || !isClaim(sentence) || place?.kind !== 'call') return null
  const { columns, rows } = table
  const cells = rows.find((row) => isTextOfRow(sentence.text, columns, row))
  return cells === undefined
    ? null
    : { sentence, cells: cells.map(shownCell), columns, all: rows, table: keyOfPlace(place), database: null }
}

/** A row with what tells which table it is of; null for any other sentence. */
export function rowOf(sentence: ReportSentence, places: Places) {
  const computed = computedRowOf(sentence, places)
  if (computed !== null) return computed
  const place = onlyPlaceOf(sentence, places)
  if (!isClaim(sentence) || place === null) return null
  if (place.kind === 'query' && place.row !== null) {
    const cells = place.rows[place.row - place.firstRow]
    if (cells === undefined || !isTextOfRow(sentence.text, place.columns, cells)) return null
    const table = JSON.stringify([place.resourceId, place.statement, place.hash])
    const all = place.rows.length === place.totalRows ? place.rows : null
    const database = place.resourceName
    return { sentence, cells: cells.map(shownCell), columns: place.columns, all, table, database }
  }
  if (place.kind !== 'source') return null
  const named = namedCells(sentence.text)
  if (named === null) return null
  const columns = named.map(([column]) => column)
  return {
    sentence,
    cells: named.map(([, cell]) => cell),
    columns,
    all: null,
    table: JSON.stringify([place.sourceId]),
    database: null,
  }
}

/** The columns of two rows of a table: those of the one that leaves no cell out; null where neither has all of the other's. */
export function unite(some: readonly string[], others: readonly string[]): readonly string[] | null {
  const [fewer, more] = some.length <= others.length ? [some, others] : [others, some]
  let found = 0
  for (const column of more) if (column === fewer[found]) found++
  return found === fewer.length ? more : null
}

type Row = Rows['rows'][number]

/** Rows with a cell for each of the columns of their table, empty where they have none. */
export function below(columns: readonly string[], own: readonly string[], rows: readonly Row[]): readonly Row[] {
  if (own.length === columns.length) return rows
  return rows.map(({ sentence, cells }) => {
    let at = 0
    return { sentence, cells: columns.map((column) => (column === own[at] ? (cells[at++] ?? '') : '')) }
  })
}

/** Cells that make a row: with fewer, a sentence with a colon would be one. */
const fewestCells = 3

/**
 * The cells of a row as the readers write one, `column: value; column: value`, the first of which may have no name: what the
 * row is of. Null for any other sentence.
 */
function namedCells(text: string): [string, string][] | null {
  const cells: [string, string][] = []
  for (const part of text.split('; ')) {
    const colon = part.indexOf(': ')
    const last = cells.at(-1)
    if (colon > 0) cells.push([part.slice(0, colon), part.slice(colon + 2)])
    else if (last === undefined) cells.push(['', part])
    else last[1] += `; ${part}`
  }
  return cells.length < fewestCells ? null : cells
}

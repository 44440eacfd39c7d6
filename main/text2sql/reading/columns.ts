import type { Ref } from '../linking/ref'
import { isApart, isMoney, isSold, moneyOf, saysWorth } from '../linking/worth'
import type { Measure } from '../query/query'
import type { Column, Table } from '../schema/profile'
import { isMeasureColumn, isPerson } from '../schema/row-names'
import { canonical, canonicalWords } from '../words/words'
import { Unclear } from './unclear'

export const tableOf = (ref: Ref): Table => (ref.kind === 'table' ? ref.table : ref.column.table)
export const isMeasureRef = (ref: Ref): boolean => ref.kind === 'column' && isMeasureColumn(ref.column)
export const isComparable = ({ type, isKey }: Column): boolean => type === 'number' && !isKey
/** What orders rows: a measure, a date or a year. */
export const isOrdering = (column: Column | null): column is Column =>
  column !== null && (isMeasureColumn(column) || column.type === 'date' || column.isYear)

/** The column of a table whose rows already are counts. */
export function tallyOf(table: Table): Column | null {
  if (table.columns.length > 6) return null
  return (
    table.columns.find(({ type, words }) => type === 'number' && words.length === 1 && words[0] === 'count') ?? null
  )
}

const quantity = canonical('quantity')

/** What tickets of ticket sales are added up by, of which each sale has several; null where rows themselves are named. */
export function unitsOf(table: Table, said: string): Column | null {
  // 出库单 are slips, however much stands on each.
  if (said === table.source) return null
  const column = table.columns.find(({ words }) => words.length === 1 && words[0] === quantity) ?? null
  const words = said.split(' ').map(canonical)
  return table.words.length > 1 && !words.includes(table.words.at(-1)!) ? column : null
}

/** What is in store, of which each row tells how many there are. */
export const isStock = ({ words }: Table): boolean => words.some((word) => stocked.has(word))
const stocked = canonicalWords('stock inventory')

export const sameMeasure = (left: Measure, right: Measure): boolean =>
  left.fn === right.fn &&
  left.column === right.column &&
  left.table === right.table &&
  left.distinct === right.distinct &&
  left.since === right.since

/** Dates that begin what a row stands for; a birth, a change or an end make nothing new. */
export const isBeginning = ({ words }: Column): boolean => !words.some((word) => laterWords.has(word))
const laterWords = canonicalWords(
  'birth birthdate death update modification change end due expiry expiration deadline return finish completion close last delivery',
)

/** The one date that begins what a row stands for: of several that may, as arrival and departure, the earliest by what they hold. */
export function beginningOf(dates: readonly Column[]): Column | null {
  // A row that has not ended has no end yet.
  const isEarlier = ({ extent: left, values: all }: Column, { extent: right, values: some }: Column): boolean =>
    left !== null &&
    right !== null &&
    left[0] < right[0] &&
    (left[1] < right[1] || (all?.length ?? 0) > (some?.length ?? 0))
  const may = dates.filter(isBeginning)
  return may.find((one) => may.every((other) => other === one || isEarlier(one, other))) ?? null
}

const [spans, times] = [
  ['length', 'distance'],
  ['duration', 'runtime', 'minute', 'hour'],
]

/** The one column that a word such as `longest` means. @throws Unclear */
export function hinted(table: Table, hints: readonly string[]): Column {
  // The longest of what has a distance and hours may be either.
  const isFigure = (column: Column, words: readonly string[]): boolean =>
    isMeasureColumn(column) && words.some((word) => column.words.includes(canonical(word)))
  const isEither =
    hints.includes('length') &&
    table.columns.some((column) => isFigure(column, spans)) &&
    table.columns.some((column) => column.words.length === 1 && isFigure(column, times))
  if (isEither) throw new Unclear('noMeasure', hints[0]!)
  for (const hint of hints) {
    const word = canonical(hint)
    const fitting = table.columns.filter(
      (column) =>
        (column.words.includes(word) || (hint === 'date' && column.type === 'date')) &&
        // A price per day is no length.
        !(hint === 'day' && saysWorth(column)) &&
        // The most expensive order is not that whose parcel cost most.
        !isApart(column) &&
        (isMeasureColumn(column) || column.type === 'date' || column.isYear),
    )
    const exact = fitting.filter(({ words }) => words.length === 1)
    const first = hint === 'date' ? beginningOf(fitting) : null
    // The earliest painting may be the oldest, or the first that was bought.
    const isDated =
      first !== null &&
      !isPerson(table) &&
      table.columns.some(({ isYear, type, words: named }) => isYear && type === 'number' && named.length > 1)
    if (isDated) throw new Unclear('noMeasure', hints[0]!)
    if (first !== null) return first
    // The newest ship was built last, whenever it was inspected last.
    const isYeared = table.columns.some(({ isYear, type }) => isYear && type === 'number')
    if (hint === 'date' && isYeared && fitting.every((column) => !isBeginning(column))) continue
    if (exact.length === 1) return exact[0]!
    if (fitting.length === 1) return fitting[0]!
    if (fitting.length > 1) throw new Unclear('noMeasure', hints[0]!)
  }
  throw new Unclear('noMeasure', hints[0] ?? '')
}

const ordinal = canonicalWords(
  `grade class floor storey level row stage round lap leg place position rank quarter semester term season division period inning week day
  chapter volume issue edition version visit attempt`,
)

/** Whether rows are told by a number of it, so that the first floor is number one. */
export const isOrdinal = ({ words }: Column): boolean => words.some((word) => ordinal.has(word))

export function hintedOrOnly(table: Table, hints: readonly string[]): Column {
  try {
    return hinted(table, hints)
  } catch (error) {
    // Who is the tallest has no other figure that says it.
    const isOfSize = hints.includes('altitude') || hints.includes('area')
    const only = table.columns.filter(isMeasureColumn)
    if (isOfSize && only.length === 1) return only[0]!
    // "The largest transaction" is that of the most money.
    const money = hints.includes('area') && (isSold(table) || isMoney(table)) ? moneyOf(table) : null
    if (money !== null) return money
    throw error
  }
}

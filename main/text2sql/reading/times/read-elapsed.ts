import { derivedOf } from '../../schema/derived'
import type { Column, Table } from '../../schema/profile'
import { isMeasureColumn } from '../../schema/row-names'
import { canonical, canonicalWords } from '../../words/words'
import { beginningOf, hintedOrOnly, isBeginning } from '../columns'
import type { Chosen, Draft } from '../draft'
import { Unclear } from '../unclear'

const elapsed = canonicalWords('day hour minute duration length')
const apart = canonicalWords('birth birthdate death update modification change')

/** "How many days does it take on average until a bill is paid?": the mean time between two dates of a row. @throws Unclear */
export function readElapsed(draft: Draft): void {
  const mean = draft.items.findIndex((item, at) => item.kind === 'aggregate' && item.fn === 'avg' && !draft.used[at])
  const asked = draft.items.findIndex(
    (item, at) =>
      !draft.used[at] &&
      ((item.kind === 'howMany' && unitOf(draft.items[draft.after(at)]) !== null) ||
        (item.kind === 'howMeasured' && item.hints.includes('duration'))),
  )
  if (mean < 0 || asked < 0) return
  // How late something is, is the time from the day that was planned.
  const late = draft.items.find(
    ({ text }, at) => !draft.used[at] && /^(?:late|early|overdue|delayed|delay|behind|ahead)$/i.test(text),
  )
  if (late !== undefined) throw new Unclear('tooMuch', late.text)
  const said = saidDates(draft)
  const table = said[0]?.column.table ?? draft.firstTable()
  // What a column says itself is read of it.
  if (saysElapsed(table)) return
  const dates = datesOf(table)
  const named = [...new Set(said.map(({ column }) => column))]
  const pair = named.length > 1 || dates.length !== 2 ? named : dates
  const [first, second, ...more] = pair
  const other = first === undefined ? null : (second ?? beginningOf(dates.filter((date) => date !== first)))
  if (first === undefined || other === null || more.length > 0 || other.table !== first.table)
    throw new Unclear('noDate', table.name)
  const [from, to] = isBefore(other, first) ? [other, first] : [first, other]
  if (!isBefore(from, to)) throw new Unclear('noDate', table.name)
  const isCounted = draft.items[asked]!.kind === 'howMany'
  // "The average duration in minutes"
  const told = draft.items.findIndex(
    (item, at) => at > asked && draft.items[at - 1]?.text === 'in' && unitOf(item) !== null,
  )
  const counted = isCounted ? draft.after(asked) : told
  // How long something takes within a day nobody counts in days.
  if (counted < 0 && [from, to].some(({ extent }) => /[1-9]/.test(extent?.[0].slice(10) ?? '')))
    throw new Unclear('tooMuch', '')
  const since = { column: from, unit: unitOf(draft.items[counted]) ?? 'day' }
  draft.measures.push({ fn: 'avg', column: to, table, distinct: false, since })
  draft.take(asked, mean, ...said.map(({ at }) => at))
  if (counted >= 0) draft.take(counted)
  // "Between" the two, "before" the one.
  for (const kind of ['between', 'comparison'] as const)
    draft.each(kind, (at) => {
      const next = draft.items[draft.after(at)]
      if (next?.kind !== 'time' && next?.kind !== 'number') draft.take(at)
    })
}

/** What a superlative ranks rows by; how long each took, where two dates alone tell it: "the longest outage". @throws Unclear */
export function hintedOrTook(table: Table, hints: readonly string[]): Column {
  try {
    return hintedOrOnly(table, hints)
  } catch (error) {
    const [first, second, ...more] = hints.includes('length') && !saysElapsed(table) ? datesOf(table) : []
    if (first === undefined || second === undefined || more.length > 0) throw error
    const [from, to] = isBefore(second, first) ? [second, first] : [first, second]
    if (!isBefore(from, to)) throw error
    return derivedOf('days', from, to, table)
  }
}

const daysOf = { day: 1, hour: 1 / 24, minute: 1 / 1440 }

/** "Rentals longer than 7 days", "took more than 5 hours to resolve", of what begins and ends: true where it was read. */
export function boundElapsed(draft: Draft, at: number): boolean {
  const { op, text } = draft.items[at] as Extract<Chosen, { kind: 'comparison' }>
  const number = draft.after(at)
  const unit = unitOf(draft.items[number + 1])
  const value = draft.numberAt(number)
  const isTaken = /^(?:longer|shorter) than$/i.test(text) || [...taking].some((word) => draft.idle.has(word))
  if (value === null || unit === null || !isTaken || !/[<>]/.test(op)) return false
  const table = draft.firstTable()
  const [first, second, ...more] = saysElapsed(table) ? [] : datesOf(table)
  if (first === undefined || second === undefined || more.length > 0) return false
  const [from, to] = isBefore(second, first) ? [second, first] : [first, second]
  if (!isBefore(from, to)) return false
  const column = derivedOf('days', from, to, table)
  const words = `${text} ${value} ${draft.items[number + 1]!.text}`
  draft.filters.push({ column, op: op as '<' | '>', values: [value * daysOf[unit]], words, item: at })
  draft.take(at, number, number + 1)
  // "To resolve" says what took so long.
  const done = draft.after(number + 1)
  if (draft.columnAt(done) === to) draft.take(done)
  return true
}
const taking = canonicalWords('take took last lasted')

/** Whether a column says itself how long something took. */
const saysElapsed = ({ columns }: Table): boolean =>
  columns.some((column) => isMeasureColumn(column) && column.words.some((word) => elapsed.has(word)))

/** Dates of what a row stands for, from which to which it may have taken. */
export const datesOf = ({ columns }: Table): readonly Column[] =>
  columns.filter(({ type, words }) => type === 'date' && !words.some((word) => apart.has(word)))

const unitOf = (item: Chosen | undefined): 'day' | 'hour' | 'minute' | null =>
  item?.kind === 'elapsed' ? item.unit : item?.kind === 'unit' && item.unit === 'day' ? 'day' : null

/** Dates that are named; "paid" names one, too. */
function saidDates(draft: Draft): { readonly at: number; readonly column: Column }[] {
  const spoken = draft.spokenTables().flatMap(({ columns }) => columns)
  return [...draft.items.entries()].flatMap(([at, item]) => {
    const word = item.kind === 'money' ? canonical(item.text) : null
    const column =
      word === null ? draft.columnAt(at) : spoken.find(({ type, words }) => type === 'date' && words.includes(word))
    return column?.type === 'date' ? [{ at, column }] : []
  })
}

/** Whether one date of rows comes before another, by what they are called, else by what they hold. */
function isBefore(left: Column, right: Column): boolean {
  if (isBeginning(left) !== isBeginning(right)) return isBeginning(left)
  return left.extent !== null && right.extent !== null && left.extent[0] < right.extent[0]
}

/** "The total downtime in hours", of rows that begin and end: the time from the one to the other, added up. @throws Unclear */
export function readTimeSpent(draft: Draft): void {
  draft.each('elapsed', (at) => {
    const { unit, text } = draft.items[at] as Extract<Chosen, { kind: 'elapsed' }>
    const rows = draft.items[at - 1]?.text === 'in' ? at - 2 : at - 1
    const [table, sum] = [draft.tableAt(rows), draft.items[rows - 1]]
    if (table === null || sum?.kind !== 'aggregate' || draft.used[rows - 1] || sum.fn === 'count') return
    // What a column says itself is read of it.
    if (saysElapsed(table)) return
    const [first, second, ...more] = datesOf(table)
    if (first === undefined || second === undefined || more.length > 0) throw new Unclear('noDate', text)
    const [from, to] = isBefore(second, first) ? [second, first] : [first, second]
    if (!isBefore(from, to)) throw new Unclear('noDate', text)
    draft.measures.push({ fn: sum.fn, column: to, table, distinct: false, since: { column: from, unit } })
    draft.take(rows - 1, rows, at)
  })
}

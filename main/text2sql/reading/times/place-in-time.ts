import { type Filter, type TimeGroup, tableOfGroup } from '../../query/query'
import type { Column, Table } from '../../schema/profile'
import { hasDate } from '../../schema/row-names'
import { isVerb } from '../../words/words'
import { tableOf } from '../columns'
import { type Draft, namedTable } from '../draft'
import { saidEnd } from '../ranking/read-sorting'
import type { Shape } from '../shape'
import { Unclear } from '../unclear'
import { filtersOfTime, isBeforeTime, isPartOfWhole, pickDate } from './read-times'

/** Times and groups by time, once it is known of what: answers the conditions, and adds the groups. @throws Unclear */
export function placeInTime(draft: Draft, { root, grouped }: Shape, contexts: readonly Table[]): Filter[] {
  const happened = draft.items.flatMap((item) =>
    item.kind === 'refs' &&
    // "Bought" may be what a trade is called.
    (item.ref.kind !== 'value' || item.ref.column.table !== root) &&
    isVerb(item.text) &&
    draft.isReachable(root, tableOf(item.ref)) !== null
      ? [tableOf(item.ref)]
      : [],
  )
  const absent = draft.related.flatMap(({ table, isAbsent }) => (isAbsent ? [table] : []))
  // "Vessels at berth 2 in 2023": the time is that of the call in between.
  const between = draft.filters.flatMap(({ column }) =>
    (draft.isReachable(root, column.table) ?? []).flatMap(({ to, toOne }) => (toOne ? [] : [to.table])),
  )
  // "Donors with donations in 2022": the time is that of what stands right before it.
  const followed = draft.items.flatMap((item, at) => {
    const table = namedTable(item)
    const way = table === null ? null : draft.isReachable(root, table)
    // Of rows that happen to have one each, too.
    const isTheirs =
      table !== null && way?.some(({ from, to, toOne }) => !toOne || (from.isPrimary && !to.isPrimary)) === true
    return isTheirs && hasDate(table) && isBeforeTime(draft, at) ? [table] : []
  })
  // What lines of orders add up to was sold when the order was made, not when its products were launched.
  const isLine = isPartOfWhole(root) && !hasDate(root) && (draft.measures.length > 0 || draft.hasSuperlative)
  const whole = isLine
    ? draft.parentsOf(root).filter((table) => hasDate(table) && table.words.some((word) => root.words.includes(word)))
    : []
  // "In the Fall 2022 semester"
  const around = draft.items.flatMap((item, at) => {
    const before = draft.items[at - 1]
    if (item.kind !== 'time' || before?.kind !== 'refs' || before.ref.kind !== 'value') return []
    const { table } = before.ref.column
    // "In Spring 2024"
    const isTerm = namedTable(draft.items[at + 1]) === table || table.columns.some(({ isYear }) => isYear)
    return isTerm && hasDate(table) ? [table] : []
  })
  const mentioned = [
    ...around,
    ...happened,
    ...followed,
    ...absent,
    root,
    ...(whole.length === 1 ? whole : []),
    ...contexts,
    ...draft.related.map(({ table }) => table),
    ...between,
    ...grouped.map(tableOfGroup),
  ]
  const { cueDate } = draft
  if (cueDate !== null && !mentioned.slice(around.length + happened.length).includes(cueDate.table))
    throw new Unclear('noDate', cueDate.name)
  const timeColumn = (cue: Column | null): Column | null => cue ?? pickDate(draft, mentioned)
  const inside = draft.times.filter(({ op, cue }) => op === 'in' && cue === null)
  if (inside.length > 1) throw new Unclear('unread', inside[1]!.words)
  const placed = draft.times.map((time) => ({
    time,
    filters: filtersOfTime(time, timeColumn(time.cue), mentioned, draft.idle),
  }))
  // No day lies in two times at once.
  const days = placed.flatMap(({ time, filters }) => (time.op === 'in' ? [filters[0]?.column] : []))
  if (new Set(days).size < days.length) throw new Unclear('unread', draft.times.at(-1)!.words)
  const timeFilters = placed.flatMap(({ time, filters }) => (time.isEach ? inEachOf(draft, root, filters) : filters))
  if (draft.weekdays.length > 0) {
    const column = timeColumn(null)
    if (column?.type !== 'date') throw new Unclear('noDate', '')
    timeFilters.push({ column, op: 'on weekdays', values: draft.weekdays, words: 'weekdays' })
  }
  // "Per month, by pickup date": the date says of which day, and groups nothing.
  const isOfUnit = (column: Column): boolean =>
    column.type === 'date' && draft.groupUnits.some((unit) => unit !== 'day')
  const said = grouped.findIndex((group) => !('unit' in group) && isOfUnit(group))
  if (said >= 0 && draft.cueDate === null) {
    draft.cueDate = grouped[said] as Column
    grouped.splice(said, 1)
  }
  const ends = saidEnd(draft)
  const isNewestFirst = ends !== undefined && draft.pendingDirection === true
  for (const one of draft.groupUnits) {
    const stored = [...new Set(mentioned)]
      .flatMap(({ columns }) => columns)
      .find(({ words, type }) => words.length === 1 && storedAs[one].includes(words[0]!) && type !== 'date')
    const column =
      isRecurring(one) && stored !== undefined
        ? null
        : (pickDate(draft, mentioned) ?? (one === 'year' ? yearOfFigure(draft, mentioned) : null))
    if (one === 'hourOfDay' && column !== null && !column.tellsHours) throw new Unclear('noDate', 'hour')
    if (one === 'month' && column !== null && isMeanOfMonths(draft, column)) continue
    const isOfEach = column !== null && draft.isOfOne(root, column.table)
    if (column !== null && !isOfEach) throw new Unclear('noDate', one)
    // Of a year nobody knows the days.
    if (column !== null && column.type !== 'date' && one !== 'year' && one !== 'decade')
      throw new Unclear('noDate', one)
    if (column !== null && one === 'year' && column.type !== 'date') {
      grouped.push(column)
      if (draft.order.length === 0 && !draft.isGrouped)
        draft.order.push({ term: { kind: 'column', column }, descending: isNewestFirst })
    } else if (column !== null) grouped.push({ column, unit: one })
    else if (stored !== undefined) {
      if (draft.isByTime && stored.type !== 'number') throw new Unclear('tooMuch', one)
      if (draft.isByTime) draft.order.push({ term: { kind: 'column', column: stored }, descending: false })
      grouped.push(stored)
    } else throw new Unclear('noDate', one)
  }
  return timeFilters
}

/** By what names a table stores them itself, whose values then are the groups. */
const storedAs: Readonly<Record<TimeGroup['unit'], readonly string[]>> = {
  year: ['year'], quarter: ['quarter'], month: ['month'], day: ['day'],
  weekday: ['weekday', 'day'], monthOfYear: ['month'], hourOfDay: ['hour'], decade: ['decade'],
} // biome-ignore format: pairs
/** What comes round again is no stretch of time, and is read of a date only where no column tells it. */
const isRecurring = (unit: TimeGroup['unit']): boolean => ['weekday', 'monthOfYear', 'hourOfDay'].includes(unit)

/** "The average sale price by year": of several years that rows tell the one in which what is measured happened. */
function yearOfFigure({ measures }: Draft, tables: readonly Table[]): Column | null {
  const measured = new Set(measures.flatMap(({ column }) => column?.words ?? []))
  const [only = null, ...more] = [...new Set(tables)]
    .flatMap(({ columns }) => columns)
    .filter(({ isYear, words }) => isYear && words.some((word) => measured.has(word)))
  return more.length === 0 ? only : null
}

/** "In both 2024 and 2025": whoever has rows in each of them; of rows that are counted, all of both. @throws Unclear where groups are told */
function inEachOf(draft: Draft, root: Table, filters: readonly Filter[]): readonly Filter[] {
  return filters.map((filter) => {
    if (draft.isOfMany(root, filter.column.table)) return { ...filter, op: 'holds each' }
    if (draft.isGrouped || !draft.isAggregate) throw new Unclear('tooMuch', filter.words)
    return filter
  })
}

/** "The average monthly cost", 平均每月, where each row is of a month: the mean of what they hold. */
const isMeanOfMonths = (draft: Draft, { dateForm }: Column): boolean =>
  (dateForm === 'month' || dateForm === 'compactMonth') &&
  draft.items.some((item, at) => {
    if (item.kind !== 'aggregate' || item.fn !== 'avg') return false
    const next = draft.items[at + 1]?.kind === 'each' && draft.isChinese ? at + 2 : at + 1
    const unit = draft.items[next]
    return unit?.kind === 'unit' && unit.unit === 'month' && (unit.isEach || draft.isChinese)
  })

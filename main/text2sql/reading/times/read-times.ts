import type { Comparison, Filter } from '../../query/query'
import type { TimeSpan } from '../../question/times'
import { timeKey } from '../../schema/column-types'
import type { Column, Table } from '../../schema/profile'
import { hasDate, identifies, isPerson } from '../../schema/row-names'
import { likeness } from '../../words/likeness'
import { canonical, canonicalWords, isVerb } from '../../words/words'
import { beginningOf } from '../columns'
import type { Chosen, Draft, Time } from '../draft'
import { Unclear } from '../unclear'

export function readTimes(draft: Draft): void {
  draft.each('time', (at) => {
    const item = draft.items[at] as Extract<Chosen, { kind: 'time' }>
    const left = draft.before(at)
    const leading = draft.items[left]
    let op: Time['op'] = 'in'
    const spans = [item.span]
    // "Who bought from us in 2023": the time begins nothing.
    const isPlace = leading?.text === 'from' && left < at - 1
    if (leading?.kind === 'comparison' && !draft.used[left] && !isPlace) {
      const meaning: Partial<Record<Comparison, Time['op']>> = {
        after: 'after',
        before: 'before',
        since: 'since',
        until: 'until',
        '>': 'after',
        '<': 'before',
        '>=': 'since',
        '<=': 'until',
      }
      const isNumeric = item.bareYear !== null && ['>', '<', '>=', '<=', '='].includes(leading.op)
      const compared = draft.columnAt(draft.before(left))
      if (isNumeric && compared?.type !== 'date' && compared?.isYear !== true) return
      if (leading.op !== '=') op = meaning[leading.op] ?? 'in'
      // "from January 2023 to March 2023"
      const to = draft.after(at)
      if (op === 'since' && draft.items[to]?.kind === 'time' && !draft.used[to]) {
        spans.push((draft.items[to] as typeof item).span)
        op = 'between'
        draft.take(to)
      }
      // "Invoices from 2023" are of that year, "from 2023 on" of later ones, too.
      const isOpen = /^on$/i.test(draft.items[at + 1]?.text ?? '')
      if (op === 'since' && leading.text === 'from' && !isOpen) op = 'in'
      draft.take(left)
    } else if (leading?.kind === 'between') {
      const and = draft.after(at)
      const end = draft.items[and]?.kind === 'and' ? draft.after(and) : and
      if (draft.items[end]?.kind !== 'time') throw new Unclear('unread', item.text)
      spans.push((draft.items[end] as typeof item).span)
      op = 'between'
      draft.take(left, and, end)
    }
    if (op === 'in') op = readOtherTimes(draft, at, spans)
    // "In both 2024 and 2025": months or years that follow one another are no stretch of time.
    const both = draft.before(at)
    const isEach = spans.length > 1 && op !== 'in' && /^both$/i.test(draft.items[both]?.text ?? '')
    if (isEach) {
      op = 'one of'
      draft.take(both)
    }
    draft.take(at)
    // "The year 2023", but not "which month of 2023".
    const isNamed = leading?.kind === 'unit' && (leading.unit === 'year' || item.span.month !== null)
    if (isNamed && !leading.isEach && draft.items[draft.before(left)]?.kind !== 'each') draft.take(left)
    const cueAt =
      leading !== undefined && !isPlace && (leading.kind === 'comparison' || leading.kind === 'between')
        ? draft.before(left)
        : left
    const behind = draft.isChinese && draft.columnAt(cueAt) === null
    const near = draft.columnAt(behind ? draft.after(at) : cueAt)
    const isCue = near !== null && (near.type === 'date' || (near.isYear && item.span.month === null))
    if (isCue) draft.take(behind ? draft.after(at) : cueAt)
    draft.times.push({ spans, op, cue: isCue ? near : null, isEach, words: item.text })
  })
}

/** "On weekends", "on Saturdays and Sundays". */
export function readWeekdays(draft: Draft): void {
  draft.each('weekdays', (at) => {
    const item = draft.items[at] as Extract<Chosen, { kind: 'weekdays' }>
    const join = draft.before(at)
    const isJoined = ['and', 'or'].includes(draft.items[join]?.kind ?? '')
    if (draft.weekdays.length > 0 && !isJoined) throw new Unclear('unread', item.text)
    if (isJoined && draft.items[draft.before(join)]?.kind === 'weekdays') draft.take(join)
    draft.weekdays = [...new Set([...draft.weekdays, ...item.days])].sort()
    draft.take(at)
  })
}

/** "In 2014 or 2015", "in March 2023 and in May 2023": years or months behind the one at `at`, added to its spans. */
function readOtherTimes(draft: Draft, at: number, spans: TimeSpan[]): Time['op'] {
  const isCompared = draft.items.some(({ kind }) => kind === 'compare' || kind === 'difference')
  const isJoin = (index: number): boolean => {
    const kind = draft.items[index]?.kind
    return kind === 'or' || (kind === 'and' && !isCompared)
  }
  for (let join = draft.after(at); isJoin(join); join = draft.after(join)) {
    let next = draft.after(join)
    // "2021, and 2022"
    if (isJoin(next)) next = draft.after(next)
    const other = draft.items[next]
    const isAlike = (alike: (span: TimeSpan) => boolean): boolean =>
      other?.kind === 'time' && [...spans, other.span].every(alike)
    if (other?.kind !== 'time' || draft.used[next] || !(isAlike(isWholeYear) || isAlike(isWholeMonth))) break
    spans.push(other.span)
    for (let taken = join; taken <= next; taken += 1) if (!draft.isLink(taken)) draft.take(taken)
    join = next
  }
  if (spans.length === 1) return 'in'
  spans.sort((one, next) => (one.from < next.from ? -1 : 1))
  return spans.every(({ to }, index) => to === (spans[index + 1]?.from ?? to)) ? 'between' : 'one of'
}

const isWholeMonth = ({ month }: TimeSpan): boolean => month !== null
const isWholeYear = ({ from, to, year }: TimeSpan): boolean => from === `${year}-01-01` && to === `${year + 1}-01-01`

const partWords = canonicalWords('item line detail position entry')

/** Whether rows of a table are parts of another's: they have no key of their own, or are called so. */
export const isPartOfWhole = ({ words, columns }: Table): boolean =>
  words.some((word) => partWords.has(word)) || !columns.some(identifies)

const ends = canonicalWords('win lose close finish complete settle resolve solve fix')
const endings = canonicalWords(
  'close closing end finish completion complete resolution resolved settlement decision verdict',
)

const place = canonical('placed')
const births = canonicalWords('birth birthdate')
/** What every date is called. */
const plainTimes = canonicalWords('date time datetime created timestamp day year')

/** Whether whole years are asked, which a number tells as well as a date. */
const isOfYears = ({ times, groupUnits }: Draft): boolean =>
  groupUnits.every((unit) => unit === 'year' || unit === 'decade') &&
  times.every(({ spans }) => spans.every(({ from, to }) => /-01-01$/.test(from) && /-01-01$/.test(to)))

/** The one time that a verb says, or that is called as its rows are: the year of publication of articles that appeared. */
function dateNamed(columns: readonly Column[], idle: ReadonlySet<string>): Column | null {
  const meant = (words: Iterable<string>): Column[] => {
    const said = [...words]
    return columns.filter((column) =>
      column.words.some((word) => !plainTimes.has(word) && said.some((one) => likeness(one, word) >= 0.8)),
    )
  }
  const [only, ...others] = meant(idle)
  if (only !== undefined && others.length === 0) return only
  const [own, ...more] = columns.length < 2 ? [] : meant(columns[0]!.table.words)
  return only === undefined && own !== undefined && more.length === 0 ? own : null
}

export function pickDate(draft: Draft, tables: readonly Table[]): Column | null {
  if (draft.cueDate !== null) return draft.cueDate
  // Delivered orders that were placed in a year need not have been delivered in it.
  const isPlaced = draft.idle.has(place)
  const verbs = draft.items
    .filter(({ kind, text }, at) => kind === 'refs' && isVerb(text) && (!isPlaced || isBeforeTime(draft, at)))
    .map(({ text }) => canonical(text))
  const said = new Set([...draft.idle, ...verbs])
  for (const table of new Set(tables)) {
    // When somebody was born is the time of nothing else.
    const all = table.columns.filter(({ type }) => type === 'date')
    const dates =
      isPerson(table) && !said.has(canonical('born'))
        ? all.filter(({ words }) => !words.some((word) => births.has(word)))
        : all
    const years = isOfYears(draft) ? table.columns.filter(({ isYear, type }) => isYear && type === 'number') : []
    const named = dateNamed([...dates, ...years], said)
    if (named !== null) return named
    // What tells the year of each row by that name tells it of no other day.
    const plainYear = years.find(({ words }) => words.length === 1 && words[0] === 'year')
    if (plainYear !== undefined && !isPerson(table)) return plainYear
    if (dates.length === 1) return dates[0]!
    if (dates.length === 0 && years.length === 1 && !isPerson(table)) return years[0]!
    // What was won in a year ended in it, whenever it began.
    const isEnded = draft.filters.some(({ column, words }) => column.table === table && ends.has(canonical(words)))
    const ended = isEnded ? dates.filter(({ words }) => words.some((word) => endings.has(word))) : []
    if (ended.length === 1) return ended[0]!
    const plainest = dates.filter(({ words }) => words.every((word) => plainTimes.has(word)))
    if (plainest.length === 1) return plainest[0]!
    const beginning = beginningOf(dates)
    if (beginning !== null) return beginning
    if (dates.length > 1) throw new Unclear('noDate', table.name)
  }
  // The lines of a bill have the time of the bill.
  const [root] = tables
  const whole = root !== undefined && isPartOfWhole(root) ? draft.parentsOf(root).filter(hasDate) : []
  return whole.length === 1 ? pickDate(draft, whole) : null
}

/** Whether what stands at `at` is right before a time: "donations in 2022". */
export function isBeforeTime({ items }: Draft, at: number): boolean {
  const next = items.slice(at + 1).find(({ kind }) => !['link', 'comparison', 'between', 'number'].includes(kind))
  return next?.kind === 'time' || next?.kind === 'weekdays'
}

/** @throws Unclear where no column tells the time, or all that it tells lies elsewhere */
export function filtersOfTime(
  time: Time,
  column: Column | null,
  tables: readonly Table[],
  idle: ReadonlySet<string>,
): Filter[] {
  const filters = filtersOn(time, column, tables)
  const [told] = filters
  // The year of a model is not that in which it was sold.
  if (told?.column.isYear === true && ['sale', 'buy', 'order', 'purchase'].some((word) => idle.has(canonical(word))))
    throw new Unclear('noDate', time.words)
  if (told !== undefined && isOutside(told.column, filters)) {
    // Keys of days go on to their hour, those of years are filled up.
    const [first = '', last = ''] = told.column.extent!.map((key) => key.replace(/^0{1,5}/, '').slice(0, 10))
    throw new Unclear('outOfRange', time.words, { column: told.column.name, first, last })
  }
  return filters
}

/** Whether all that a column holds lies before, or all after, what is asked: then nobody knows what was then. */
function isOutside(told: Column, filters: readonly Filter[]): boolean {
  if (told.extent === null) return false
  const [first, last] = told.extent
  return filters.some(({ column, op, values: [bound = null] }) => {
    if (column !== told) return false
    const key = timeKey(told.type, bound)
    if (op === '>=' || op === '>') return key > last
    if (op === '<' || op === '<=') return key <= first
    return op === '=' && (key > last || key < first)
  })
}

function filtersOn(time: Time, column: Column | null, tables: readonly Table[]): Filter[] {
  const [first] = time.spans
  const last = time.spans.at(-1)!
  const words = time.words
  if (column === null || column.type !== 'date') {
    const all = [...new Set(tables)].flatMap(({ columns }) => columns)
    const year = column ?? all.find((one) => one.type === 'number' && one.isYear)
    if (year === undefined) throw new Unclear('noDate', words)
    if ([first!, last].every(isWholeYear)) {
      const ops = { in: '=', 'one of': 'in', between: 'between', after: '>', before: '<', since: '>=', until: '<=' }
      const op = ops[time.op] as Filter['op']
      const years = time.spans.map((span) => span.year)
      const values = time.op === 'between' ? [first!.year, last.year] : time.op === 'one of' ? years : [first!.year]
      return [{ column: year, op, values, words }]
    }
    const month = year.table.columns.find((one) => one.words.length === 1 && one.words[0] === 'month')
    if (month === undefined || first!.month === null || time.op !== 'in') throw new Unclear('noDate', words)
    const name = new Date(Date.UTC(2000, first!.month - 1)).toLocaleString('en', { month: 'long', timeZone: 'UTC' })
    const value =
      month.type === 'number'
        ? first!.month
        : (month.values?.find((known) => String(known).toLowerCase() === name.toLowerCase()) ?? name)
    return [
      { column: year, op: '=', values: [first!.year], words },
      { column: month, op: '=', values: [value], words },
    ]
  }
  const one = (op: Filter['op'], value: string): Filter => ({ column, op, values: [value], words })
  switch (time.op) {
    case 'in':
      return [one('>=', first!.from), one('<', first!.to)]
    case 'one of': {
      const [op, length] = isWholeYear(first!) ? (['in years', 4] as const) : (['in months', 7] as const)
      return [{ column, op, values: time.spans.map(({ from }) => from.slice(0, length)), words }]
    }
    case 'between':
      return [one('>=', first!.from), one('<', last.to)]
    case 'after':
      return [one('>=', first!.to)]
    case 'since':
      return [one('>=', first!.from)]
    case 'before':
      return [one('<', first!.from)]
    case 'until':
      return [one('<', first!.to)]
  }
}

import type { Ref } from '../../linking/ref'
import type { Filter } from '../../query/query'
import type { Column, Table } from '../../schema/profile'
import { isMeasureColumn, isPerson } from '../../schema/row-names'
import { canonical, isPlural, isVerb } from '../../words/words'
import { tableOf } from '../columns'
import { type Draft, namedTable } from '../draft'
import { isLevel } from '../figures/read-between-columns'
import { onlyChildBefore } from '../ranking/ranking'
import { Unclear } from '../unclear'

/** What is said not to be, or not to have been done. @throws Unclear */
export function readAbsence(draft: Draft): void {
  draft.each('not', (at) => {
    let next = draft.after(at)
    // "Who are not from Russia"
    const isOrigin = /^from$/i.test(draft.items[next]?.text ?? '') && draft.refAt(draft.after(next))?.kind === 'value'
    if (isOrigin) {
      draft.take(next)
      next = draft.after(next)
    }
    if (draft.items[next]?.kind === 'comparison') return
    if (draft.items[next]?.kind === 'by') next = draft.after(next)
    // "Did not pay with cash"
    if (draft.items[next]?.kind === 'money' && draft.refAt(draft.after(next))?.kind === 'value') {
      draft.take(next)
      next = draft.after(next)
    }
    let ref = next < 0 ? null : draft.refAt(next)
    // "Users that never sent a transaction": what was not sent is said.
    const object = draft.isChinese ? null : draft.tableAt(draft.after(next))
    const isDoneTo = ref?.kind === 'column' && ref.column.type === 'date' && isVerb(draft.items[next]!.text)
    if (isDoneTo && object !== null && object !== tableOf(ref!) && object !== draft.firstTable()) {
      draft.take(next)
      next = draft.after(next)
      ref = draft.refAt(next)
    }
    // "Owners who do not own any dogs": the verb only says again who they are.
    if (ref?.kind === 'table' && ref.table === draft.firstTable() && object !== null && object !== ref.table) {
      draft.take(next)
      next = draft.after(next)
      ref = draft.refAt(next)
    }
    const lacked = ref?.kind === 'value' ? lackedBeside(draft, ref.column.table, next) : null
    // "Departments with nobody in them": no person refers to them.
    const isNobody =
      /\b(?:nobody|no one|no-one)$/i.test(draft.items[at]!.text) && ref === null && draft.spokenTables().length > 0
    const people = isNobody ? draft.childrenOf(draft.firstTable()).filter(isPerson) : []
    if (people.length === 1) {
      draft.related.push({ table: people[0]!, isAbsent: true })
      draft.take(at)
    } else if (ref?.kind === 'table') {
      draft.related.push({ table: ref.table, isAbsent: true })
      draft.take(at, next)
      // "Never bought a car": what each sale is of says nothing more.
      const done = draft.after(next)
      const what = draft.tableAt(done)
      const isOfEach = what !== null && what !== draft.firstTable() && draft.isOfOne(ref.table, what)
      const isVerbal = isVerb(draft.items[next]!.text) || (draft.isChinese && !isPerson(ref.table))
      // 没有播放过歌曲的听众 are listeners: what was not played stands before what is asked for.
      const isObject = draft.items[done + 1]?.text === '的' && draft.items[done + 2]?.kind === 'refs'
      if (isOfEach && isVerbal && (!draft.isChinese || done === next + 1 || isObject)) draft.take(done)
    } else if (ref?.kind === 'column' && draft.refAt(draft.after(next))?.kind === 'value') {
      draft.take(next)
      negate(draft, at, draft.after(next))
    } else if (ref?.kind === 'column' && ref.column.isSparse && isOfAnother(draft, ref.column, next)) {
      // Who has not paid has an invoice that is not paid; who never paid has none that is.
      if (/\bnever$/i.test(draft.items[at]!.text)) throw new Unclear('tooMuch', draft.items[at]!.text)
      const words = `${draft.items[at]!.text} ${draft.items[next]!.text}`
      draft.filters.push({ column: ref.column, op: 'is null', values: [], words, item: at })
      draft.take(at, next)
      if (object === ref.column.table) draft.take(draft.after(next))
    } else if (ref?.kind === 'column' && isOfAnother(draft, ref.column, next)) {
      // "Extras that were never booked" have no booking.
      draft.related.push({ table: ref.column.table, isAbsent: true })
      draft.take(at, next)
      if (object === ref.column.table) draft.take(draft.after(next))
    } else if (ref?.kind === 'column') {
      const isDone = draft.isChinese ? ref.column.type === 'date' : isVerb(draft.items[next]!.text)
      // What was never rented has no rent of nothing.
      const isOfOther = isDone && isMeasureColumn(ref.column) && ref.column.table !== draft.firstTable()
      const filter = isOfOther ? null : lackOf(draft, ref, isDone)
      const isOfMany = draft.isOfMany(draft.firstTable(), ref.column.table)
      if (isOfMany) throw new Unclear('tooMuch', draft.items[next]!.text)
      // What has not reached its goal has one.
      const isUnmet = isMeasureColumn(ref.column) && !isDone && /(?:\bnot|n't|未)$/i.test(draft.items[at]!.text)
      if (isUnmet) throw new Unclear('unread', draft.items[at]!.text)
      if (filter === null) throw new Unclear('unread', draft.items[at]!.text)
      const words = `${draft.items[at]!.text} ${draft.items[next]!.text}`
      draft.filters.push({ column: ref.column, ...filter, words, item: at })
      draft.take(at, next)
    } else if (lacked !== null) {
      // "Patients without insurance" have no insurer, however somebody paid.
      const words = `${draft.items[at]!.text} ${draft.items[next]!.text}`
      draft.filters.push({
        column: lacked,
        op: 'is null',
        values: [],
        words,
        item: at,
      })
      draft.take(at, next)
    } else if (ref?.kind === 'value') {
      negate(draft, at, next)
      // "Who do not have a cat pet"
      const kind = draft.isChinese ? null : draft.tableAt(next + 1)
      const isOfOthers = draft.items.some(
        (item, index) => index < at && item.kind === 'refs' && tableOf(item.ref) !== kind,
      )
      if (kind !== null && isOfOthers) draft.take(next + 1)
    } else if (
      ref === null &&
      (/\bnot|n't|never|未|没/.test(draft.items[at]!.text) || (draft.isChinese && draft.idle.size > 0)) &&
      onlyChildBefore(draft, at) !== null
    ) {
      // "Berths that were never used" have no row that refers to them.
      draft.related.push({ table: onlyChildBefore(draft, at)!, isAbsent: true })
      draft.take(at)
      draft.cost += 0.15
    } else throw new Unclear('unread', draft.items[at]!.text)
  })
}

/** "Bookings that include children", "how many bookings with children": some, where rows say how many. */
export function readPresence(draft: Draft): void {
  const [asking, rows] = draft.items
  if (draft.isChinese || rows?.kind !== 'refs' || draft.items.some(({ kind }) => boundKinds.has(kind))) return
  for (const [at, { text }] of draft.items.entries()) {
    const column = draft.columnAt(at)
    if (column === null || !isPlural(text) || !isMeasureColumn(column) || isLevel(column)) continue
    const before = draft.items[at - 1]?.text ?? ''
    const isSaid = at === 2 ? draft.idle.has(includes) : /^(?:have|has|had)$/i.test(before) && at === 3
    const isCounted = asking?.kind === 'howMany' && /^with$/i.test(before) && at === 3
    if (namedTable(rows) !== column.table || !(isSaid || isCounted)) continue
    draft.filters.push({ column, op: '>', values: [0], words: text, item: at })
    draft.take(at)
  }
}
const includes = canonical('include')
const boundKinds: ReadonlySet<string> = new Set([
  'number',
  'comparison',
  'between',
  'superlative',
  'aggregate',
  'each',
  'by',
  'sorted',
  'not',
  'top',
])

/** Whether a word says what happened to rows of another table, many for each. */
function isOfAnother(draft: Draft, column: Column, at: number): boolean {
  // Who never led a mission is the leader of none.
  const isDone = column.type === 'date' || draft.namedBy(column) === draft.firstTable()
  return isDone && isVerb(draft.items[at]!.text) && draft.isOfMany(draft.firstTable(), column.table)
}

/** The text of the rows asked about that some lack and that is called as a value of another table is. */
function lackedBeside(draft: Draft, other: Table, at: number): Column | null {
  const table = draft.firstTable()
  const word = canonical(draft.items[at]!.text)
  const own = table.columns.find(({ type, isSparse, words }) => type === 'text' && isSparse && words.includes(word))
  return table === other ? null : (own ?? null)
}

/** What a column holds that has none: what has not been returned has no date of its return, who has no manager none of a manager. */
function lackOf(
  draft: Draft,
  ref: Extract<Ref, { kind: 'column' }>,
  isDone: boolean,
): Pick<Filter, 'op' | 'values'> | null {
  const { column } = ref
  // Of what says 0 or 1, where it is known, who does not smoke has a 0, and not nothing.
  const isFlag =
    column.type === 'number' &&
    column.values?.length === 2 &&
    column.values.every((value) => value === 0 || value === 1)
  if (isFlag) return { op: '=', values: [0] }
  if ((isMeasureColumn(column) || column.isYear) && column.isSparse && !isDone) return { op: 'is null', values: [] }
  const isEmpty =
    column.type === 'date' ? isDone || column.isSparse : !isDone && (column.type === 'text' || draft.isForeign(ref))
  if (isEmpty) return { op: 'is null', values: [] }
  // What is out of stock has none, whatever the least is that there should be.
  return isMeasureColumn(column) && !isLevel(column) ? { op: '=', values: [0] } : null
}

function negate(draft: Draft, not: number, at: number): void {
  const ref = draft.refAt(at) as Extract<Ref, { kind: 'value' }>
  // Who has "exams that are not passed" has one of them, and may have passed others.
  const said = draft.items[not - 2]
  const isOfRows =
    ref.values.length === 1 &&
    /^(?:that|which)$/i.test(draft.items[not - 1]?.text ?? '') &&
    namedTable(said) === ref.column.table &&
    ref.column.table !== draft.firstTable()
  draft.filters.push({
    column: ref.column,
    op: isOfRows ? '<>' : 'not in',
    values: ref.values,
    words: `not ${draft.items[at]!.text}`,
    item: at,
  })
  // "Whose location is not Tokyo"
  const left = draft.before(not)
  if (left >= 0 && draft.columnAt(left) === ref.column) draft.take(left)
  draft.take(not, at)
}

import type { Ref } from '../../linking/ref'
import type { Filter } from '../../query/query'
import type { Column, Table } from '../../schema/profile'
import { isMeasureColumn, isPerson, keyColumn } from '../../schema/row-names'
import { canonical, isPlural, isVerb } from '../../words/words'
import { tableOf } from '../columns'
import { type Chosen, type Draft, namedTable, saysRowsOf } from '../draft'
import { isLevel } from '../figures/read-between-columns'
import { onlyChildBefore } from '../ranking/ranking'
import { Unclear } from '../unclear'

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

/** "Both jazz and blues": each of the two. Takes the word that says so. */
function takeBoth(draft: Draft, first: number): boolean {
  const at = draft.items.findIndex(
    ({ kind, text }, index) => kind === 'and' && index < first && /^(?:both|同时)$/i.test(text),
  )
  if (at < 0 || draft.used[at]) return false
  draft.take(at)
  return true
}

export function readValues(draft: Draft): void {
  for (const [at, item] of draft.items.entries()) {
    if (item.kind !== 'refs' || draft.used[at] || item.ref.kind !== 'value') continue
    const { column, values } = item.ref
    draft.take(at)
    // "Paid in cash"
    if (draft.items[draft.before(at)]?.kind === 'money') draft.take(draft.before(at))
    // The word beside a value that says whose it is: "the city of New York", "Italian food", "status active".
    const [left, right] = [draft.before(at), draft.after(at)]
    // 巴黎办公室的员工: the city of the office before that of anything else.
    if ([left, right].some((beside) => namedTable(draft.items[beside]) === column.table)) draft.cost -= 0.12
    const leftColumn = left >= 0 ? draft.columnAt(left) : null
    const rightColumn = right >= 0 ? draft.columnAt(right) : null
    // "Paid by card": not what anybody is paid.
    const isPaidBy = leftColumn !== null && /^(?:paid|settled)$/i.test(draft.items[left]!.text) && left < at - 1
    if (leftColumn === column || isPaidBy) draft.take(left)
    else if (rightColumn === column) draft.take(right)
    // "In cancelled state" of a status
    else if (
      rightColumn !== null &&
      /^(?:state|status|type|kind|category|class|level)$/i.test(draft.items[right]!.text) &&
      rightColumn.words.length > 1
    )
      draft.take(right)
    const or = left >= 0 && draft.items[left]?.kind === 'or' ? left : -1
    const joined = left >= 0 && (draft.items[left]?.kind === 'or' || draft.items[left]?.kind === 'and')
    const previous = draft.filters.at(-1)
    // 男生和女生: what names their rows again is read already.
    let prior = draft.before(left)
    while (draft.used[prior] === true && draft.items[prior]?.kind === 'refs' && previous?.item !== prior)
      prior = draft.before(prior)
    if (joined && previous !== undefined && previous.item === prior && previous.column === column) {
      draft.take(left)
      draft.filters[draft.filters.length - 1] = {
        ...previous,
        op:
          previous.op === 'not in'
            ? 'not in'
            : takeBoth(draft, previous.item)
              ? 'holds each'
              : previous.op === 'holds each'
                ? previous.op
                : 'in',
        values: [...previous.values, ...values],
        words: `${previous.words}, ${item.text}`,
        item: at,
        isAnd: draft.items[left]!.kind === 'and',
      }
    } else if (or >= 0 && previous !== undefined && draft.filters.length === 1) {
      draft.take(or)
      draft.filters.pop()
      draft.any.push(previous, { column, op: values.length === 1 ? '=' : 'in', values, words: item.text })
    } else {
      const op = values.length !== 1 ? 'in' : column.holdsLists ? 'contains' : '='
      draft.filters.push({ column, op, values, words: item.text, item: at })
    }
  }
  // "The average age for male and female students": of each.
  const [both] = draft.filters.filter(({ op }) => op === 'in')
  const isMean = draft.measures.length > 0 && draft.measures.every(({ fn }) => fn === 'avg')
  const isAnd = both !== undefined && !draft.isChinese && draft.items[draft.before(both.item)]?.kind === 'and'
  if (isMean && isAnd && draft.groups.length + draft.groupUnits.length === 0) draft.groups.push(both.column)
  // A key with its number: "the review with id 3".
  draft.each('number', (at) => {
    const before = draft.before(at)
    // 4学分: the number stands first.
    // "Courses worth 6 credits"
    const counted = draft.columnAt(at + 1)
    // "Pools that have 10 lanes", "how many pools have 10 lanes"
    const isCount =
      counted !== null &&
      isMeasureColumn(counted) &&
      (isPlural(draft.items[at + 1]!.text) || draft.numberAt(at) === 1) &&
      /^(?:have|has|had|having|with)$/i.test(draft.items[at - 1]?.text ?? '') &&
      saysRowsOf(draft.items[at - 2], counted.table)
    const mayBeBefore = draft.isChinese || isCount || (draft.idle.has('worth') && counted !== null)
    const isBefore = mayBeBefore && draft.columnAt(before) === null && draft.columnAt(draft.after(at)) !== null
    const left = isBefore ? draft.after(at) : before
    const column = left >= 0 ? draft.columnAt(left) : null
    // "Aged 36 or 37"
    const [or, previous] = [draft.items[left], draft.filters.at(-1)]
    const isOther =
      or?.kind === 'or' &&
      previous?.item === draft.before(left) &&
      ['=', 'in'].includes(previous.op) &&
      previous.column.type === 'number'
    if (isOther && !draft.isChinese) {
      const value = (draft.items[at] as Extract<Chosen, { kind: 'number' }>).value
      draft.filters[draft.filters.length - 1] = { ...previous, op: 'in', values: [...previous.values, value], item: at }
      draft.take(at, left)
      return
    }
    // "Student 1004"
    const numbered = column === null && left === at - 1 && !draft.isChinese ? draft.tableAt(left) : null
    const key = numbered === null ? null : keyColumn(numbered)
    const number = draft.items[at] as Extract<Chosen, { kind: 'number' }>
    if (key !== null && number.unit === null && key.type === 'number') {
      draft.filters.push({
        column: key,
        op: '=',
        values: [number.value],
        words: `${draft.items[left]!.text} ${number.value}`,
        item: at,
      })
      draft.take(at)
      return
    }
    if (column === null || !(column.isKey || column.isYear || column.type === 'number')) return
    draft.filters.push({
      column,
      op: '=',
      values: [
        draft.amountIn(column, (draft.items[at] as Extract<Chosen, { kind: 'number' }>).value, draft.unitAt(at)),
      ],
      words: `${draft.items[left]!.text} ${draft.items[at]!.text}`,
      item: at,
    })
    draft.take(at, left)
  })
}

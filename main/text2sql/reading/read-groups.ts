import { isMoney } from '../linking/worth'
import { countOf } from '../query/query'
import type { Column, Table } from '../schema/profile'
import { isMeasureColumn, isPerson, saysKey } from '../schema/row-names'
import { isPlural, isPresentVerb, isVerb } from '../words/words'
import { isMeasureRef, isOrdering, tableOf } from './columns'
import type { Chosen, Draft } from './draft'
import { isCalled } from './noun-phrases'
import { Unclear } from './unclear'

/** Numbers with fractions measure; nothing is grouped by them. */
const isFraction = (column: Column): boolean =>
  isMeasureColumn(column) && (column.values === null || column.values.some((value) => !Number.isInteger(Number(value))))

/** Whether a column sorts the rows of a table into kinds. */
const isKindOf = (table: Table, column: Column | null): boolean =>
  column !== null && column.table === table && column.type === 'text' && !column.isUnique && !column.isKey

export function readGroups(draft: Draft): void {
  const addGroup = (at: number): number => {
    const item = draft.items[at]
    if (item === undefined || draft.used[at]) return -1
    // "For each number of stars"
    const counted = item.kind === 'howMany' && /of$/i.test(item.text) ? draft.columnAt(draft.after(at)) : null
    if (
      item.kind === 'distinct' ||
      (counted !== null && isMeasureColumn(counted) && draft.items[draft.before(at)]?.kind === 'each')
    ) {
      draft.take(at)
      return addGroup(draft.after(at))
    }
    if (item.kind === 'unit') draft.groupUnits.push(item.unit)
    else if (
      item.kind === 'refs' &&
      item.ref.kind === 'table' &&
      draft.refAt(at + 1) !== null &&
      draft.refAt(at + 1)!.kind !== 'value' &&
      draft.columnAt(at + 1)?.type !== 'date' &&
      !isMeasureRef(draft.refAt(at + 1)!) &&
      !isVerb(draft.items[at + 1]!.text) &&
      !isPresentVerb(draft.items[at + 1]!.text.toLowerCase()) &&
      !isDoneByEach(at + 1) &&
      (!draft.isChinese || isKindOf(item.ref.table, draft.columnAt(at + 1))) &&
      draft.items[at + 1]!.sentence === item.sentence
    ) {
      // "each business category", 每个师傅等级
      draft.take(at)
      draft.qualifiers.push(item.ref.table)
      return addGroup(at + 1)
    } else if (item.kind === 'refs' && item.ref.kind === 'table') draft.groups.push(item.ref.table)
    else if (isKindOfNext(at)) {
      // "each plant family": the second of two names is what is meant.
      draft.take(at)
      return addGroup(at + 1)
    } else if (item.kind === 'refs' && item.ref.kind === 'column') {
      if (isFraction(item.ref.column)) return -1
      if (isOfOneOfMany(item.ref.column, item.text)) throw new Unclear('tooMuch', item.text)
      // "each user" means users, "each user id" their numbers.
      const isKey = saysKey(item.text)
      const named = isKey ? null : draft.namedBy(item.ref.column)
      draft.groups.push(named ?? item.ref.column)
      if (draft.isForeign(item.ref) && !isKey) draft.cost += named === null ? 0.35 : 0.2
    } else return -1
    draft.take(at)
    return at
  }
  /** "The average fare per passenger" of bookings that say how many there are: what each of them pays, and no group by their number. */
  const isOfOneOfMany = (column: Column, text: string): boolean =>
    !draft.isChinese &&
    isMeasureColumn(column) &&
    isPlural(column.name) &&
    !isPlural(text) &&
    draft.items.some(({ kind }) => kind === 'aggregate' || kind === 'howMuch')
  /** Whether a column is named by one word that only says what kind of the next is meant. */
  const isKindOfNext = (at: number): boolean => {
    const [item, next] = [draft.items[at]!, draft.items[at + 1]]
    const [column, head] = [draft.columnAt(at), draft.refAt(at + 1)]
    return (
      !draft.isChinese &&
      column !== null &&
      column.type === 'text' &&
      !/\s/.test(item.text) &&
      next !== undefined &&
      next.sentence === item.sentence &&
      !isPlural(next.text) &&
      !isVerb(next.text) &&
      (head?.kind === 'table' || (head?.kind === 'column' && head.column.type === 'text' && !head.column.isKey)) &&
      tableOf(head) !== column.table
    )
  }
  /** "How many students does each instructor advise?": what is done, though a table is called after it. */
  const isDoneByEach = (at: number): boolean => {
    const table = draft.tableAt(at)
    return (
      table !== null &&
      draft.items[at + 1]?.sentence !== draft.items[at]!.sentence &&
      !isCalled(table, draft.items[at]!.text)
    )
  }
  draft.each('unit', (at) => {
    if ((draft.items[at] as Extract<Chosen, { kind: 'unit' }>).isEach) addGroup(at)
  })
  // "Which month had the most orders?"
  draft.each('unit', (at) => {
    const isAsked = draft.items[draft.before(at)]?.kind === 'list'
    const isRanked = draft.items.some(({ kind }, other) => kind === 'superlative' && other > at)
    // "In which years were there more than 3 orders?"
    if (isAsked && (isRanked || draft.having.length > 0)) addGroup(at)
  })
  const hasRanking = draft.items.some(({ kind }, at) => !draft.used[at] && (kind === 'top' || kind === 'superlative'))
  const isCounting = draft.items.some(({ kind }) => kind === 'howMany' || kind === 'aggregate' || kind === 'howMuch')
  /** "By revenue": what sales come to. */
  const saysSum = (at: number): boolean => isMoney(draft.tableAt(at)!, draft.items[at]!.text)
  const grouping = (at: number): void => {
    const next = draft.after(at)
    // "The average rent by number of rooms"
    const tally = draft.items[next]?.kind === 'howMany' ? draft.columnAt(draft.after(next)) : null
    const isTally =
      tally !== null &&
      isMeasureColumn(tally) &&
      !isFraction(tally) &&
      !hasRanking &&
      draft.items.some(({ kind }) => kind === 'aggregate')
    if (isTally) draft.take(next)
    const isMeasure =
      (draft.items[next]?.kind === 'howMany' && !isTally) ||
      draft.items[next]?.kind === 'aggregate' ||
      // "The top customers by orders placed"
      (hasRanking && draft.tableAt(next) !== null && (isPlural(draft.items[next]!.text) || saysSum(next)))
    if (
      draft.items[at]!.kind === 'by' &&
      (isMeasure || (hasRanking && draft.columnAt(next) !== null && isMeasureColumn(draft.columnAt(next)!)))
    )
      return
    const sorts = draft.columnAt(next)
    if (draft.items[at]!.kind === 'by' && draft.pendingDirection !== null && !isCounting && isOrdering(sorts)) {
      // "Authors by year of birth, youngest first"
      draft.order.push({ term: { kind: 'column', column: sorts }, descending: draft.pendingDirection })
      draft.take(at, next)
      return
    }
    // "Artworks by Henri Dumas"
    if (draft.items[at]!.kind === 'by' && draft.refAt(next)?.kind === 'value') {
      draft.take(at)
      return
    }
    // "Stars given by users from Germany": who gave them.
    const doers = draft.items[at]!.kind === 'by' ? draft.tableAt(next) : null
    const from = draft.refAt(draft.after(next + 1))
    const isFrom = /^(?:from|in|with)$/i.test(draft.items[next + 1]?.text ?? '') && from?.kind === 'value'
    if (doers !== null && isPerson(doers) && isFrom && tableOf(from) === doers) {
      draft.take(at)
      return
    }
    let last = addGroup(isTally ? draft.after(next) : next)
    // "The reasons for returns, and how often each"
    const counting = draft.items[at - 1]
    const first = draft.items.findIndex(({ kind }) => kind === 'refs')
    if (last < 0 && next < 0 && counting?.kind === 'howMany' && draft.columnAt(first) !== null) {
      draft.measures.push(countOf(draft.columnAt(first)!.table))
      addGroup(first)
      draft.take(at, at - 1)
      return
    }
    // "Show the codes of all types and the number of templates for each"
    const counted = draft.items.findIndex(
      ({ kind }, index) => index > first && index < at && (kind === 'howMany' || kind === 'aggregate'),
    )
    const isOfFirst =
      counted > 0 && draft.items[draft.before(counted)]?.kind === 'and' && draft.items[0]?.kind === 'list'
    if (last < 0 && next < 0 && isOfFirst && draft.refAt(first)?.kind !== 'value' && draft.groups.length === 0) {
      addGroup(first)
      draft.take(at)
      return
    }
    const named = last < 0 ? severalBefore(draft, at) : null
    if (named !== null) {
      draft.groups.push(named)
      draft.take(at)
      const count = draft.items[next]?.kind === 'howMany' && draft.refAt(draft.after(next)) === null ? next : -1
      if (count < 0) return
      draft.measures.push(countOf(named.table))
      draft.take(count)
      return
    }
    if (last < 0) {
      const isSaidAgain = draft.groups.length + draft.groupUnits.length > 0 && draft.items[next]?.kind === 'howMany'
      if (isSaidAgain || draft.items[next]?.kind === 'each' || draft.items[next]?.kind === 'list') draft.take(at)
      return
    }
    draft.take(at)
    for (let and = draft.after(last); and >= 0 && draft.items[and]?.kind === 'and'; and = draft.after(last)) {
      const more = draft.after(and)
      const ref = more < 0 ? null : draft.refAt(more)
      if (ref === null || ref.kind === 'value' || (ref.kind === 'column' && isMeasureColumn(ref.column))) break
      const behind = draft.items[draft.after(more)]
      if (behind?.kind === 'comparison') break
      draft.take(and)
      last = addGroup(more)
    }
  }
  draft.each('each', grouping)
  draft.each('by', grouping)
}

/** 男生和女生各有多少: the column of which several values are named. Takes what names their rows again. */
function severalBefore(draft: Draft, at: number): Column | null {
  const values = [...draft.items.entries()].flatMap(([index, item]) =>
    index < at && item.kind === 'refs' && item.ref.kind === 'value' ? [{ index, column: item.ref.column }] : [],
  )
  const [first, second] = values
  if (second === undefined || values.some(({ column }) => column !== first!.column)) return null
  const again = draft.items.findIndex(
    (_, index) => index > first!.index && index < second.index && draft.tableAt(index) === first!.column.table,
  )
  if (again >= 0) draft.take(again)
  return first!.column
}

/** "Compare the average fee of children and adults": each of the values is a group. */
export function readCompared(draft: Draft): void {
  draft.each('compare', (at) => {
    const compared = draft.filters.filter(({ op, values }) => op === 'in' && values.length > 1)
    if (compared.length !== 1) throw new Unclear('unread', draft.items[at]!.text)
    draft.groups.push(compared[0]!.column)
    draft.take(at)
  })
}

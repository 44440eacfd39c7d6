import type { Measure } from '../query'
import { canonical, canonicalWords } from '../words'
import { isMeasureColumn, tallyOf } from './columns'
import { type Chosen, type Draft, Unclear } from './draft'

const quantity = canonical('quantity')
/** What rows are worth is not counted: "how many units" are no unit prices. */
const valued = canonicalWords(
  'price cost fee rate salary wage budget weight height width length percent ratio average age score rating temperature',
)

export function measureAt(draft: Draft, at: number): Measure | null {
  const item = draft.items[at]
  if (item === undefined || draft.used[at]) return null
  if (item.kind === 'howMany') {
    let next = draft.after(at)
    const distinctAt = draft.items[next]?.kind === 'distinct' ? next : -1
    if (distinctAt >= 0) next = draft.after(distinctAt)
    while (next >= 0 && draft.refAt(next)?.kind === 'value') next = draft.after(next)
    let ref = next < 0 ? null : draft.refAt(next)
    if (ref === null) {
      next = draft.before(at)
      ref = next < 0 ? null : draft.refAt(next)
    }
    if (ref === null || ref.kind === 'value') {
      // "How many refunds were there?"
      next = draft.after(at)
      const only = next < 0 ? null : draft.refAt(next)
      if (only?.kind !== 'value') return null
      // 多少学费 asks how much, not how many.
      if (draft.isChinese && only.column.table.columns.some(isMeasureColumn)) return null
      draft.take(at)
      draft.cost += 0.15
      return { fn: 'count', column: null, table: only.column.table, distinct: false }
    }
    if (ref.kind === 'column' && ref.column.type === 'boolean') throw new Unclear('unread', draft.items[next]!.text)
    draft.take(at, next)
    if (distinctAt >= 0) draft.take(distinctAt)
    if (ref.kind === 'table') {
      // "How many tickets" of ticket sales, each with its quantity, may count either.
      const hasQuantity = ref.table.columns.some(({ words }) => words.length === 1 && words[0] === quantity)
      const saysRows = draft.items[next]!.text.split(' ').some((word) => canonical(word) === ref.table.words.at(-1))
      if (hasQuantity && !saysRows && ref.table.words.length > 1) throw new Unclear('tooMuch', draft.items[next]!.text)
      const tally = tallyOf(ref.table)
      if (tally !== null) return { fn: 'sum', column: tally, table: ref.table, distinct: false }
      return { fn: 'count', column: null, table: ref.table, distinct: distinctAt >= 0 }
    }
    const { column } = ref
    if (draft.isForeign(ref) && !/id$/i.test(draft.items[next]!.text))
      throw new Unclear('unread', draft.items[next]!.text)
    if (isMeasureColumn(column) && distinctAt < 0 && column.words.some((word) => valued.has(word)))
      throw new Unclear('unread', draft.items[next]!.text)
    if (isMeasureColumn(column) && distinctAt < 0) return { fn: 'sum', column, table: column.table, distinct: false }
    draft.cost += 0.12
    return { fn: 'count', column, table: column.table, distinct: true }
  }
  if (item.kind !== 'aggregate') return null
  let next = draft.after(at)
  if (draft.items[next]?.kind === 'howMany' && item.fn === 'sum') {
    draft.take(at)
    return measureAt(draft, next)
  }
  const tally = draft.items[next]?.kind === 'howMany' ? draft.columnAt(draft.after(next)) : null
  if (tally !== null && isMeasureColumn(tally)) {
    draft.take(at, next, draft.after(next))
    return { fn: item.fn, column: tally, table: tally.table, distinct: false }
  }
  while (
    next >= 0 &&
    (draft.refAt(next)?.kind === 'value' ||
      (draft.tableAt(next) !== null && draft.columnAt(draft.after(next)) !== null))
  ) {
    const named = draft.tableAt(next)
    const column = draft.columnAt(draft.after(next))
    // The "sales amount" is not the amount of a payment.
    if (named !== null && column !== null && column.table !== named)
      throw new Unclear('noMeasure', draft.items[next]!.text)
    if (named !== null) draft.take(next)
    next = draft.after(next)
  }
  let ref = next < 0 ? null : draft.refAt(next)
  if (ref === null || ref.kind === 'value') {
    next = draft.before(at)
    ref = next < 0 ? null : draft.refAt(next)
  }
  if (ref === null || ref.kind === 'value') return null
  if (ref.kind === 'table') {
    const values = ref.table.columns.filter(isMeasureColumn)
    if (item.fn !== 'sum') {
      // "the average rating", where each rating is a row with its stars
      if (values.length !== 1) return null
      draft.take(at, next)
      draft.cost += 0.1
      return { fn: item.fn, column: values[0]!, table: ref.table, distinct: false }
    }
    draft.take(at, next)
    draft.cost += 0.1
    return { fn: 'count', column: null, table: ref.table, distinct: false }
  }
  const { column } = ref
  const isOrdered = item.fn === 'max' || item.fn === 'min'
  if (!isMeasureColumn(column) && !(isOrdered && (column.type === 'date' || column.isYear)))
    throw new Unclear('noMeasure', draft.items[next]!.text)
  draft.take(at, next)
  return { fn: item.fn, column, table: column.table, distinct: false }
}

export function readMeasures(draft: Draft): void {
  draft.each('share', (at) => {
    if (draft.share !== null) return draft.take(at)
    draft.share = { percent: (draft.items[at] as Extract<Chosen, { kind: 'share' }>).percent, at }
    draft.take(at)
    const behind = draft.isChinese && draft.tableAt(draft.after(at)) === null
    const next = behind ? draft.before(at) : draft.after(at)
    const table = next < 0 ? null : draft.tableAt(next)
    if (table === null) throw new Unclear('unread', draft.items[at]!.text)
    draft.measures.push({ fn: 'count', column: null, table, distinct: false })
    draft.take(next)
  })
  for (const kind of ['howMany', 'aggregate'] as const) {
    draft.each(kind, (at) => {
      const measure = measureAt(draft, at)
      if (measure === null) throw new Unclear('noMeasure', draft.items[at]!.text)
      draft.measures.push(measure)
    })
  }
}

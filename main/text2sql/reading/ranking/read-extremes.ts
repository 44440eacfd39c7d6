import { figureOf } from '../../query/query'
import { isMeasureColumn } from '../../schema/row-names'
import { isOrdering } from '../columns'
import type { Draft } from '../draft'

/** "The highest and the lowest price": both. */
export function readBothEnds(draft: Draft, at: number): boolean {
  const isOf = (of: number): boolean => isOrdering(draft.columnAt(of))
  const and = isOf(draft.after(at)) ? draft.after(draft.after(at)) : draft.after(at)
  const other = draft.items[and]?.kind === 'and' ? draft.after(and) : -1
  const [first, second] = [draft.items[at], draft.items[other]]
  if (first?.kind !== 'superlative' || second?.kind !== 'superlative') return false
  const [of, ...more] = new Set([draft.after(at), draft.after(other), draft.before(at)].filter(isOf))
  const column = of === undefined ? null : draft.columnAt(of)
  const isOneKind = first.descending !== second.descending && !first.counts && !second.counts
  if (of === undefined || column === null || !isOneKind) return false
  if (more.some((again) => draft.columnAt(again) !== column)) return false
  for (const { descending } of [first, second]) draft.measures.push(figureOf(descending ? 'max' : 'min', column))
  draft.take(at, and, other, of, ...more)
  return true
}

/**
 * "The latest price of AAPL", "how much did the most recent treatment cost?": what the row of the latest time has, and no
 * largest of all.
 */
export function readLatest(draft: Draft, at: number): boolean {
  const item = draft.items[at]
  if (item?.kind !== 'superlative' || !item.hints.includes('date')) return false
  const of = draft.after(at)
  const column = draft.columnAt(of)
  if (column === null || !isMeasureColumn(column)) return false
  // "Which dog had the latest treatment cost?" asks for the dog.
  if (draft.items.some((_, index) => index < at && !draft.used[index] && draft.refAt(index) !== null)) return false
  const [time, ...otherTimes] = column.table.columns.filter(({ type }) => type === 'date')
  if (time === undefined || otherTimes.length > 0) return false
  draft.take(at, of)
  draft.each('howMuch', (asked) => draft.take(asked))
  draft.subject = { kind: 'column', column, score: 1, saysTable: true }
  draft.limit = 1
  draft.hasSuperlative = true
  draft.order.unshift({ term: { kind: 'column', column: time }, descending: item.descending })
  return true
}

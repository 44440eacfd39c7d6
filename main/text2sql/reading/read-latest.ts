import { isMeasureColumn } from '../schema/row-names'
import type { Draft } from './draft'

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

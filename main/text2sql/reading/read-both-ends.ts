import { figureOf } from '../query/query'
import { isOrdering } from './columns'
import type { Draft } from './draft'

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

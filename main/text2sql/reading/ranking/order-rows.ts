import { groupsByTime } from '../../query/query'
import type { Column } from '../../schema/profile'
import { isOrdering, sameMeasure } from '../columns'
import type { Draft } from '../draft'
import type { Shape } from '../shape'
import { Unclear } from '../unclear'
import { isPace, takesTime } from './pace'
import { saidEnd, sortedFirst } from './read-sorting'

/** What rows or groups are sorted by, where that is asked for. @param time of the first condition on it @throws Unclear */
export function orderRows(draft: Draft, { root, entity, shown, grouped, kept }: Shape, time: Column | null): void {
  const ends = saidEnd(draft)
  if (!draft.isGrouped && !draft.isAggregate && draft.pendingDirection !== null && draft.order.length === 0) {
    const column =
      sortedFirst(draft, root, time) ??
      draft.filters.find((filter) => filter.column.type === 'number')?.column ??
      draft.outputs.find(isOrdering) ??
      time ??
      // "The songs in descending order": by what is listed.
      (entity !== null && !('columns' in entity) ? entity : undefined)
    if (column === undefined) throw new Unclear('unread', 'order')
    draft.order.push({ term: { kind: 'column', column }, descending: draft.pendingDirection })
    if (!shown.includes(column)) shown.push(column)
  }
  // "The oldest year first": groups by time stand in its order anyway.
  const byTime = grouped.find((group) => groupsByTime(group) || (!('unit' in group) && isWrittenTime(group)))
  if (ends !== undefined && byTime !== undefined && draft.order.length === 0) {
    if (!('unit' in byTime))
      draft.order.push({ term: { kind: 'column', column: byTime }, descending: draft.pendingDirection === true })
    else if (draft.pendingDirection === true) throw new Unclear('unread', ends.text)
  } else if (ends !== undefined && draft.isAggregate && draft.order.length === 0) throw new Unclear('unread', ends.text)
  else if (draft.isAggregate && draft.order.length === 0 && draft.pendingDirection !== null) {
    draft.order.push({ term: { kind: 'measure', measure: draft.measures[0]! }, descending: draft.pendingDirection })
  }
  // "From fastest to slowest" of what takes time: the least first.
  const isByPace = draft.items.some(({ kind, text }) => kind === 'direction' && isPace.test(text))
  for (const [at, by] of isByPace ? draft.order.entries() : [])
    if (takesTime(by.term)) draft.order[at] = { ...by, descending: !by.descending }
  for (const { term } of draft.order) {
    if (term.kind === 'measure' && draft.isAggregate && !kept.some((measure) => sameMeasure(measure, term.measure))) {
      if (term.measure.table !== root) throw new Unclear('tooMuch', '')
      kept.push(term.measure)
    }
    if (term.kind === 'column' && (draft.isAggregate || draft.isGrouped) && !grouped.includes(term.column)) {
      // "average rating per city, ordered by rating": the measure is meant.
      throw new Unclear('tooMuch', '')
    }
  }
}

/** `2024S1`, `2024B`: terms that begin with their year are in its order as they are written. */
const isWrittenTime = ({ type, values }: Column): boolean =>
  type === 'text' &&
  values !== null &&
  values.length > 1 &&
  values.every((value) => /^(?:19|20)\d\d(?!\d)/.test(String(value)))

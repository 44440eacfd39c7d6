import type { Column } from '../../schema/profile'
import type { Draft } from '../draft'

/** Only rows in which something is known of the column: those that have left, been cancelled, been paid. */
export function requireKnown(draft: Draft, column: Column, at: number): void {
  draft.filters.push({ column, op: 'is not null', values: [], words: draft.items[at]!.text, item: at })
}
/** "Employees who get a commission": not all do. */
export function isHad(draft: Draft, column: Column, at: number): boolean {
  const before = draft.items[at - 1]
  return (
    column.isSparse &&
    before?.kind === 'link' &&
    /^(?:have|has|get|gets|receive|receives) (?:an?|any)$/i.test(before.text)
  )
}

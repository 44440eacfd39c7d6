import type { Column } from '../../schema/profile'
import { canonical, canonicalWords } from '../../words/words'
import type { Draft } from '../draft'
import { Unclear } from '../unclear'

const ahead = canonicalWords('expire expires expiry expiration due deadline')
const now = ['currently', 'now', 'still', 'presently'].map(canonical)

/** Only rows in which something is known of the column: those that have left, been cancelled, been paid. @throws Unclear where that says nothing of now */
export function requireKnown(draft: Draft, column: Column, at: number): void {
  // A day by which something ends is known before it has come, and who is admitted now may have left since.
  const isAhead = column.type === 'date' && column.words.some((word) => ahead.has(word))
  // What has expired had its end before today.
  const isEnd = column.type === 'date' && /^expired?$/i.test(draft.items[at]!.text)
  const isNow = !column.isSparse && now.some((word) => draft.idle.has(word))
  if (isAhead || isEnd || isNow) throw new Unclear('unread', draft.items[at]!.text)
  draft.filters.push({ column, op: 'is not null', values: [], words: draft.items[at]!.text, item: at })
}
/** "Employees who get a commission": not all do. */
export function isHad(draft: Draft, column: Column, at: number): boolean {
  const before = draft.items[at - 1]
  return (
    column.isSparse &&
    before?.kind === 'link' &&
    (/^(?:have|has|get|gets|receive|receives|with) (?:an?|any)$/i.test(before.text) ||
      // "Students with an internship"
      (/^with$/i.test(before.text) && column.type === 'text'))
  )
}

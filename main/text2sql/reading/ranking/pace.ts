import type { Term } from '../../query/query'
import { canonicalWords } from '../../words/words'

/** What says how fast something is: of what takes time, the fastest has the least. */
export const isPace = /\b(?:fastest|quickest|slowest)\b/i

const times = canonicalWords('time seconds minutes hours duration milliseconds days')
const speeds = canonicalWords('speed velocity rate pace')

/** Whether rows are ranked by the time that something took. */
export function takesTime(term: Term): boolean {
  const column = term.kind === 'column' ? term.column : term.measure.column
  return (
    column !== null &&
    column.type === 'number' &&
    column.words.some((word) => times.has(word)) &&
    !column.words.some((word) => speeds.has(word))
  )
}

import type { Filter } from '../query/query'
import type { Table } from '../schema/profile'
import { canonical, canonicalWords } from '../words/words'
import type { Draft } from './draft'
import { Unclear } from './unclear'

const endings = canonicalWords('terminate termination leave exit end resign resignation quit')
const currently = canonical('currently')

/**
 * "Who currently works here": whose end has not come, where rows have a day on which they end; null where nothing of the kind
 * is said, or something else says it. @throws Unclear where who is employed may have left
 */
export function currentOf(draft: Draft, root: Table): Filter | null {
  const [end, ...others] = root.columns.filter(
    ({ type, isSparse, words }) => type === 'date' && isSparse && words.some((word) => endings.has(word)),
  )
  if (end === undefined || others.length > 0 || draft.filters.some(({ column }) => column === end)) return null
  const isState = draft.filters.some(({ column, op }) => column.table === root && column.type === 'text' && op === '=')
  const isNow = draft.idle.has(currently)
  if (!isNow && draft.items.some(({ kind, text }) => kind === 'refs' && /^employed$/i.test(text)))
    throw new Unclear('unread', 'employed')
  return isNow && !isState ? { column: end, op: 'is null', values: [], words: 'currently' } : null
}

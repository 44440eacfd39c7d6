import type { Filter, Measure } from '../../query/query'
import type { Table } from '../../schema/profile'
import { canonical, canonicalWords, nameParts } from '../../words/words'
import type { Draft } from '../draft'
import { Unclear } from '../unclear'

/** That rows are still so, where that is said or meant; null elsewhere. @throws Unclear where who is employed may have left */
export const stillSo = (
  draft: Draft,
  root: Table,
  measures: readonly Measure[],
  times: readonly Filter[],
): Filter | null => currentOf(draft, root) ?? validOf(draft, root, measures, times)

const endings = canonicalWords('terminate termination leave exit end resign resignation quit')
/** How what is kept ceases to be there. */
const removals = canonicalWords('discard dispose disposal destroy sold scrap decommission consume remove')
const currently = canonical('currently')
const stateWords = canonicalWords('status state stat condition')

/**
 * "Who currently works here": whose end has not come, where rows have a day on which they end; null where nothing of the kind
 * is said, or something else says it. @throws Unclear where who is employed may have left
 */
function currentOf(draft: Draft, root: Table): Filter | null {
  // "How many samples do we still have?"
  const isKept = draft.idle.has('still')
  const [end, ...others] = root.columns.filter(
    ({ type, isSparse, words }) =>
      type === 'date' && isSparse && words.some((word) => endings.has(word) || (isKept && removals.has(word))),
  )
  if (end === undefined || others.length > 0 || draft.filters.some(({ column }) => column === end)) return null
  const isState = draft.filters.some(
    ({ column, op }) =>
      column.table === root &&
      column.type === 'text' &&
      op === '=' &&
      (!isKept || column.words.some((word) => stateWords.has(word))),
  )
  const isNow = draft.idle.has(currently) || isKept
  if (!isNow && draft.items.some(({ kind, text }) => kind === 'refs' && /^employed$/i.test(text)))
    throw new Unclear('unread', 'employed')
  return isNow && !isState ? { column: end, op: 'is null', values: [], words: 'currently' } : null
}

const until = /^(?:to|until|till|end|ended|thru|through)$/

/** What a salary or a price is now, of rows that say from when to when each of them held: of those that still hold. */
function validOf(draft: Draft, root: Table, measures: readonly Measure[], times: readonly Filter[]): Filter | null {
  const dates = root.columns.filter(({ type }) => type === 'date')
  const [end, ...others] = dates.filter(
    ({ isSparse, name }) => isSparse && nameParts(name).some((part) => until.test(part)),
  )
  const isHistory = root.words.includes(canonical('history')) || end?.words.includes(canonical('valid')) === true
  const isFigure = measures.some(({ fn }) => fn !== 'count') || draft.order.some(({ term }) => term.kind === 'column')
  // "The average salary at promotion", "in 2022", "per year"
  const isOther =
    [...draft.filters, ...times].some(({ column }) => column.table === root) || draft.groupUnits.length > 0
  const isAll = draft.items.some(({ text }) => /^(?:ever|history|changes?|历史)$/i.test(text)) || draft.idle.has('ever')
  if (end === undefined || others.length > 0 || dates.length < 2 || !isHistory || !isFigure || isOther || isAll)
    return null
  return { column: end, op: 'is null', values: [], words: 'currently' }
}

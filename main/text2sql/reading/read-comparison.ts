import type { Draft } from './draft'
import { Unclear } from './unclear'

/** "Compare the average fee of children and adults": each of the values is a group. */
export function readComparison(draft: Draft): void {
  draft.each('compare', (at) => {
    const compared = draft.filters.filter(({ op, values }) => op === 'in' && values.length > 1)
    if (compared.length !== 1) throw new Unclear('unread', draft.items[at]!.text)
    draft.groups.push(compared[0]!.column)
    draft.take(at)
  })
}

import { type Column, isMeasureColumn } from '../profile'
import type { Chosen, Draft } from './draft'

const sideOf = { '>': 'above column', after: 'above column', '<': 'below column', before: 'below column' } as const

/** "Projects that cost more than their budget": one column of a row against another of the same row. */
export function readBetweenColumns(draft: Draft): void {
  draft.each('comparison', (at) => {
    const { op, text } = draft.items[at] as Extract<Chosen, { kind: 'comparison' }>
    const [left, right] = [draft.before(at), draft.after(at)]
    const [first, second] = [columnAt(draft, left), draft.columnAt(right)]
    if (first === null || second === null || !(op in sideOf) || !areAlike(first, second)) return
    const words = `${draft.items[left]!.text} ${text} ${draft.items[right]!.text}`
    draft.filters.push({ column: first, op: sideOf[op as keyof typeof sideOf], values: [second.name], words, item: at })
    draft.take(left, at, right)
  })
}

/** What stands before a comparison; "cost" is the one cost of what is spoken of. */
function columnAt(draft: Draft, at: number): Column | null {
  return at < 0 ? null : draft.columnAt(at)
}

/** Whether two columns of one table hold the same kind of thing. */
const areAlike = (left: Column, right: Column): boolean =>
  left !== right &&
  left.table === right.table &&
  ((left.type === 'date' && right.type === 'date') || (isMeasureColumn(left) && isMeasureColumn(right)))

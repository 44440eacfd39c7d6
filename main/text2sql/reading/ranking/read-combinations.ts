import type { Draft } from '../draft'

/** "The top 5 combinations of state and type by number of orders": what is behind the first kind makes groups with it. */
export function readCombinations(draft: Draft): void {
  const at = draft.items.findIndex(({ kind, text }) => kind === 'link' && /^combinations? of$/i.test(text))
  if (at < 0) return
  for (let and = draft.after(at + 1); draft.items[and]?.kind === 'and'; and = draft.after(and + 1)) {
    const column = draft.columnAt(and + 1)
    if (column === null || column.type !== 'text') return
    draft.combined.push(column)
    draft.take(and, and + 1)
  }
}

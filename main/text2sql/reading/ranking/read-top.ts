import { figureOf } from '../../query/query'
import { isMeasureColumn } from '../../schema/row-names'
import { isPlural } from '../../words/words'
import type { Chosen, Draft } from '../draft'
import { Unclear } from '../unclear'
import { rankedBy } from './ranking'

/** "The top 5 customers by revenue": how many, and by what they rank where that is said behind. @throws Unclear */
export function readTop(draft: Draft): void {
  readCombinations(draft)
  draft.each('top', (at) => {
    const number = draft.after(at)
    const count = draft.numberAt(number)
    if (count === null) {
      const behind = draft.refAt(number)
      if (behind === null) throw new Unclear('unread', draft.items[at]!.text)
      // "The top score" is the highest.
      if (behind.kind === 'column' && isMeasureColumn(behind.column) && !isPlural(draft.items[number]!.text)) {
        const { column } = behind
        draft.measures.push(figureOf('max', column))
        draft.take(at, number)
        return
      }
      draft.limit = isPlural(draft.items[number]!.text) ? null : 1
    } else {
      draft.limit = count
      draft.take(number)
    }
    draft.take(at)
    draft.hasSuperlative = true
    const { descending } = draft.items[at] as Extract<Chosen, { kind: 'top' }>
    const subjectAt = draft.after(count === null ? at : number)
    if (draft.items[subjectAt]?.kind === 'superlative' || draft.refAt(subjectAt)?.kind === undefined) return
    let target = subjectAt
    while (draft.refAt(target)?.kind === 'value') target = draft.after(target)
    const term = rankedBy(draft, target + 1, draft.refAt(target)!)
    if (term !== null) draft.order.push({ term, descending })
  })
}

/** "The top 5 combinations of state and type by number of orders": what is behind the first kind makes groups with it. */
function readCombinations(draft: Draft): void {
  const at = draft.items.findIndex(({ kind, text }) => kind === 'link' && /^combinations? of$/i.test(text))
  if (at < 0) return
  for (let and = draft.after(at + 1); draft.items[and]?.kind === 'and'; and = draft.after(and + 1)) {
    const column = draft.columnAt(and + 1)
    if (column === null || column.type !== 'text') return
    draft.combined.push(column)
    draft.take(and, and + 1)
  }
}

import type { Chosen, Draft } from './draft'
import { datesOf, isBefore, saysElapsed } from './read-elapsed'
import { Unclear } from './unclear'

/** "The total downtime in hours", of rows that begin and end: the time from the one to the other, added up. @throws Unclear */
export function readTimeSpent(draft: Draft): void {
  draft.each('elapsed', (at) => {
    const { unit, text } = draft.items[at] as Extract<Chosen, { kind: 'elapsed' }>
    const rows = draft.items[at - 1]?.text === 'in' ? at - 2 : at - 1
    const [table, sum] = [draft.tableAt(rows), draft.items[rows - 1]]
    if (table === null || sum?.kind !== 'aggregate' || draft.used[rows - 1] || sum.fn === 'count') return
    // What a column says itself is read of it.
    if (saysElapsed(table)) return
    const [first, second, ...more] = datesOf(table)
    if (first === undefined || second === undefined || more.length > 0) throw new Unclear('noDate', text)
    const [from, to] = isBefore(second, first) ? [second, first] : [first, second]
    if (!isBefore(from, to)) throw new Unclear('noDate', text)
    draft.measures.push({ fn: sum.fn, column: to, table, distinct: false, since: { column: from, unit } })
    draft.take(rows - 1, rows, at)
  })
}

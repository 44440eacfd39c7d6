import type { Table } from '../../schema/profile'
import { isMeasureColumn, keyColumn } from '../../schema/row-names'
import type { Draft } from '../draft'
import { Unclear } from '../unclear'

const counting: ReadonlySet<string> = new Set([
  'howMany',
  'aggregate',
  'howMuch',
  'superlative',
  'top',
  'share',
  'ratio',
])

/**
 * "Which customers bought tracks of every genre?": whoever has it all. Every row, or every value of a column, is found among
 * the rows that belong to what is asked.
 * @throws Unclear where all of only some is meant, or where rows have one of it
 */
export function readWhole(draft: Draft): void {
  const [first] = draft.items
  const asking = draft.isChinese ? draft.items.find(({ kind }) => kind === 'list') : first
  if (asking?.kind !== 'list' || !/^(?:which|who)/i.test(asking.text)) return
  if (draft.items.some(({ kind }) => counting.has(kind))) return
  draft.each('each', (at) => {
    if (!/^(?:every|all|all the|all of the)$/i.test(draft.items[at]!.text)) return
    const next = draft.after(at)
    const [table, column] = [draft.tableAt(next), draft.columnAt(next)]
    const named = table ?? (column === null ? null : draft.namedBy(column))
    const of = named === null ? column : keyColumn(named)
    const subject = subjectOf(draft, at)
    const way = of === null || subject === null ? null : draft.isReachable(subject, of.table)
    const isOne = way?.every(({ toOne }) => toOne) !== false
    if (of === null || isMeasureColumn(of) || isOne) throw new Unclear('tooMuch', draft.items[at]!.text)
    draft.filters.push({ column: of, op: 'holds all', values: [], words: draft.items[next]!.text, item: at })
    draft.take(at, next)
    // What is left says how they are met, or which of them: all Swiss ones are not all.
    for (const [index, item] of draft.items.entries())
      if (item.kind === 'refs' && !draft.used[index] && item.ref.kind === 'value')
        throw new Unclear('tooMuch', item.text)
    for (const index of [...draft.items.keys()].slice(1, at)) {
      const between = draft.refAt(index)
      const met = between === null ? null : between.kind === 'table' ? between.table : between.column.table
      if (met !== null && met !== subject && way?.some(({ to }) => to.table === met)) draft.take(index)
    }
  })
}

/** Who has it all: what is named first, in Chinese last. */
function subjectOf(draft: Draft, whole: number): Table | null {
  const named = [...draft.items.keys()].flatMap((at) => {
    const table = draft.tableAt(at)
    return table === null || at === draft.after(whole) ? [] : [{ at, table }]
  })
  const one = draft.isChinese ? named.at(-1) : named.find(({ at }) => at < whole)
  return one?.table ?? null
}

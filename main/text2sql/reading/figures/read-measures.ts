import { isConsumed } from '../../linking/loose-columns'
import { isPortion, moneyOf, saysWorth } from '../../linking/worth'
import { figureOf, type Measure } from '../../query/query'
import type { Column } from '../../schema/profile'
import { isMeasureColumn } from '../../schema/row-names'
import { canonicalWords } from '../../words/words'
import { hinted } from '../columns'
import type { Chosen, Draft } from '../draft'
import { Unclear } from '../unclear'
import { measureAt } from './measure-at'
import { worthOf } from './worth-of'

/** "How long": of what is ranked it is shown anyway, of a mean it is the column, else it is what is asked. */
function readHowMeasured(draft: Draft): void {
  draft.each('howMeasured', (at) => {
    const { hints } = draft.items[at] as Extract<Chosen, { kind: 'howMeasured' }>
    draft.take(at)
    if (draft.hasSuperlative || draft.measures.length > 0) return
    const column = hinted(draft.firstTable(), hints)
    const mean = [...draft.items.keys()].find((index) => isAlone(draft, index))
    if (mean === undefined) {
      draft.outputs.push(column)
      return
    }
    draft.measures.push(figureOf('avg', column))
    draft.take(mean)
  })
  // "How many minutes does a visit take on average?"
  draft.each('howMany', (at) => {
    const column = draft.columnAt(draft.after(at))
    const mean = [...draft.items.keys()].find((index) => isAlone(draft, index))
    if (mean === undefined || column === null || !isMeasureColumn(column)) return
    draft.measures.push(figureOf('avg', column))
    draft.take(at, draft.after(at), mean)
  })
}

/** Whether a word for the mean stands by itself: "on average". */
function isAlone(draft: Draft, at: number): boolean {
  const item = draft.items[at]
  return item?.kind === 'aggregate' && item.fn === 'avg' && !draft.used[at] && /^on /i.test(item.text)
}

/** "The lowest, average and highest price": several figures of one column; "the average price and weight": one of several. */
function measureTogether(draft: Draft, first: number): void {
  const at = [first]
  for (;;) {
    const and = draft.after(at.at(-1)!)
    if (draft.items[and]?.kind !== 'and') break
    // "…, and …" are two of them.
    const behind = draft.after(and)
    const next = draft.items[behind]?.kind === 'and' ? draft.after(behind) : behind
    if (draft.items[next]?.kind !== 'aggregate' || draft.used[next]) break
    draft.take(and, next - 1)
    at.push(next)
  }
  const last = at.pop()!
  const measure = measureAt(draft, last)
  if (measure === null || (measure.column === null && at.length > 0))
    throw new Unclear('noMeasure', draft.items[first]!.text)
  for (const index of at) {
    draft.measures.push({ ...measure, fn: (draft.items[index] as Extract<Chosen, { kind: 'aggregate' }>).fn })
    draft.take(index)
  }
  draft.measures.push(measure)
  // "The maximum price and score"
  for (let end = lastUsed(draft, last); measure.column !== null && measure.since === undefined; ) {
    const and = draft.after(end)
    const more = draft.items[and]?.kind === 'and' ? draft.columnAt(draft.after(and)) : null
    const behind = draft.items[draft.after(draft.after(and))]?.kind
    if (
      more === null ||
      more.table !== measure.table ||
      !isMeasureColumn(more) ||
      behind === 'comparison' ||
      behind === 'between'
    )
      break
    end = draft.after(and)
    draft.measures.push({ ...measure, column: more })
    draft.take(and, end)
  }
}

/** The end of the words that a figure is made of. */
function lastUsed(draft: Draft, at: number): number {
  let end = at
  for (
    let next = draft.after(at);
    next >= 0 && draft.used[next] === true && draft.items[next]!.kind === 'refs';
    next = draft.after(next)
  )
    end = next
  return end
}

const amounts = canonicalWords('quantity amount volume weight kg litre ton')

/** The column that sorts rows into kinds of what is said there: `honey_type` of honey. */
function kindAt(draft: Draft, at: number): Column | null {
  const column = draft.columnAt(at)
  const isKind = column?.type === 'text' && column.words.some((word) => word === 'type' || word === 'kind')
  return isKind && !/types?$|kinds?$/i.test(draft.items[at]!.text) ? column : null
}

/** "How much honey was harvested": the one amount of a table whose rows are of a kind of honey. */
function amountSaid(draft: Draft, at: number): Measure | null {
  const kind = kindAt(draft, at + 1)
  if (kind === null) return null
  const [amount, ...more] = kind.table.columns.filter(
    (column) => isMeasureColumn(column) && column.words.some((word) => amounts.has(word)),
  )
  if (amount === undefined || more.length > 0) return null
  draft.take(at + 1)
  return figureOf('sum', amount)
}

const usingUp = canonicalWords('used consumed needed produced eaten burnt')

export function readMeasures(draft: Draft): void {
  readHowMeasured(draft)
  draft.each('howMuch', (at) => {
    // "How much revenue"
    if (draft.items[at - 1]?.kind === 'howMuch') return draft.take(at)
    const figures = [...draft.items.keys()].filter((index) => {
      const column = index > at || draft.isChinese ? draft.columnAt(index) : null
      return column !== null && isMeasureColumn(column)
    })
    // "How much was spent on permit fees": the fees are named.
    const isSpending = figures.length > 1 && /^(?:spent|spend|paid|pay|cost)$/i.test(draft.items[figures[0]!]!.text)
    if (isSpending) draft.take(figures.shift()!)
    const [named] = figures
    const column = named === undefined ? null : draft.columnAt(named)
    // Prices per kilogram add up to nothing, but that of one thing is what it costs.
    const isOfOne = draft.items.some(
      (item) => item.kind === 'refs' && item.ref.kind === 'value' && item.ref.column.table === column?.table,
    )
    if (column !== null && isPortion(column) && !isOfOne) throw new Unclear('noMeasure', column.name)
    // What somebody pays for kilowatt hours is no kilowatt hours.
    const isPaid = draft.items.some(({ kind }) => kind === 'money')
    const figure = column !== null && isPaid && isConsumed(column) ? moneyOf(column.table) : column
    // 平均赔多少钱 asks for a mean.
    if (
      draft.isChinese &&
      figure !== null &&
      draft.items.some((item) => item.kind === 'aggregate' && item.fn === 'avg')
    )
      return draft.take(at)
    const amount = isPaid || figure !== null ? null : amountSaid(draft, at)
    // How much was used is no money.
    const isAmount = amount === null && figure === null && !isPaid
    if (isAmount && [...usingUp].some((word) => draft.idle.has(word)))
      throw new Unclear('noMeasure', draft.items[at]!.text)
    const measure: Measure | null = amount ?? (figure === null ? worthOf(draft) : figureOf('sum', figure))
    if (measure === null) throw new Unclear('noMeasure', draft.items[at]!.text)
    draft.measures.push(measure)
    draft.take(at)
    // "Total revenue", "total ticket revenue"
    const before = draft.items[at - 1]?.kind === 'refs' && !draft.used[at - 1] ? at - 2 : at - 1
    const total = draft.items[before]
    if (total?.kind === 'aggregate' && total.fn === 'sum') draft.take(before, at - 1)
    if (named !== undefined) draft.take(named)
    else draft.cost += 0.15
    draft.each('money', (index) => draft.take(index))
  })
  // "What did we spend on fuel" is a sum.
  draft.each('refs', (at) => {
    const column = /^(?:spend|spent|earn|earned|invoiced|billed|charged)$/i.test(draft.items[at]!.text)
      ? draft.columnAt(at)
      : null
    if (column === null || !isMeasureColumn(column)) return
    draft.measures.push(figureOf('sum', column))
    draft.take(at)
  })
  for (const kind of ['howMany', 'aggregate'] as const) {
    draft.each(kind, (at) => {
      // "The average number of citations" is a mean.
      if (kind === 'howMany' && draft.items[at - 1]?.kind === 'aggregate' && !draft.used[at - 1]) return
      if (kind === 'aggregate') return measureTogether(draft, at)
      const measure = measureAt(draft, at)
      if (measure === null) throw new Unclear('noMeasure', draft.items[at]!.text)
      // "How many kilos of honey": of all that there is a kind of.
      const of = measure.column === null ? -1 : draft.items.findIndex((item, index) => index > at && item.text === 'of')
      if (of >= 0 && kindAt(draft, of + 1)?.table === measure.table) draft.take(of, of + 1)
      // "How many pages does the longest article have?" asks what that row holds.
      const [ranked] = draft.order
      const isOfFirst = draft.hasSuperlative && draft.limit === 1 && draft.groups.length === 0
      const isHeld =
        measure.fn === 'sum' && ranked?.term.kind === 'column' && ranked.term.column.table === measure.table
      if (isOfFirst && isHeld && measure.column !== null) draft.outputs.push(measure.column)
      else draft.measures.push(measure)
    })
  }
  // "The highest fare paid" is a fare.
  const ordering = draft.order.map(({ term }) => (term.kind === 'measure' ? term.measure.column : term.column))
  const said = [...draft.measures.map(({ column }) => column), ...ordering]
  if (said.some((column) => column !== null && saysWorth(column))) draft.each('money', (at) => draft.take(at))
}

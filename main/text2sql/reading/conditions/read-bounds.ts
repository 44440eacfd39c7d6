import { isMoney, moneyOf, wageOf } from '../../linking/worth'
import { countOf, figureOf, type Measure, type Query } from '../../query/query'
import { columnOfUnit } from '../../question/units'
import type { Column, Table } from '../../schema/profile'
import { isMeasureColumn, isPerson } from '../../schema/row-names'
import { canonical, isPlural, isVerb } from '../../words/words'
import { hinted, isComparable, isStock } from '../columns'
import type { Chosen, Draft } from '../draft'
import { isSpentInAll } from '../figures/adding-up'
import { figureOfRows } from '../figures/measure-at'
import { worthOf } from '../figures/worth-of'
import { onlyChildBefore } from '../ranking/ranking'
import { boundElapsed } from '../times/read-elapsed'
import { Unclear } from '../unclear'
import { ageOf, implied } from './implied-column'

const heights = ['height', 'altitude', 'elevation']

/** What says that rows have so many of something. */
export const owning = /^(?:with|have|has|had|having)$/

/** "Over 100", "more than 8 accepted donations", "earn more than the average": what is compared with a number or a mean. @throws Unclear */
export function readBounds(draft: Draft): void {
  draft.each('comparison', (at) => {
    const item = draft.items[at] as Extract<Chosen, { kind: 'comparison' }>
    const number = draft.after(at)
    const value = draft.numberAt(number)
    const mean = draft.items[number]
    if (boundElapsed(draft, at)) return
    if (mean?.kind === 'aggregate' && mean.fn === 'avg' && !draft.used[number])
      return compareWithMean(draft, at, number)
    if (value === null) {
      // "from" and "through" also say where, "=" also says which value.
      // "Rooms under maintenance" are in that state.
      const isState = draft.refAt(number)?.kind === 'value'
      // "Over budget": by how much, nobody says.
      const bound = draft.columnAt(number)
      if (/^(?:over|under|above|below)$/i.test(item.text) && bound !== null && isMeasureColumn(bound))
        throw new Unclear('unread', `${item.text} ${draft.items[number]!.text}`)
      if (item.op === '=' || item.text === 'from' || item.text === 'through' || (item.text === 'under' && isState))
        draft.take(at)
      return
    }
    let left = draft.before(at)
    // "A version later than 5"
    const isLater = /^(?:later|earlier) than$/i.test(item.text) && draft.columnAt(left)?.type === 'number'
    if (!isLater && ['after', 'before', 'since', 'until'].includes(item.op)) throw new Unclear('unread', item.text)
    const op = (isLater ? (item.op === 'after' ? '>' : '<') : item.op) as Query['having'][number]['op']
    // 引用次数超过100: how many is said by the comparison already.
    if (
      draft.isChinese &&
      draft.items[left]?.kind === 'howMany' &&
      !draft.used[left] &&
      draft.refAt(draft.before(left)) !== null
    ) {
      draft.take(left)
      left = draft.before(left)
    }
    let right = draft.after(number)
    // "With more than 8 accepted donations": those of the state.
    for (
      let of = draft.refAt(right);
      of?.kind === 'value' && draft.tableAt(draft.after(right)) === of.column.table;
      of = draft.refAt(right)
    )
      right = draft.after(right)
    const again = draft.items[right]?.kind === 'refs' ? null : columnAgain(draft, at, left)
    const leftColumn = draft.columnAt(left) ?? again
    const aggregateAt = left < 0 ? -1 : draft.before(left)
    const leading = draft.items[aggregateAt]
    // "An average donation above 2000": a mean of what donations amount to.
    const isFigure = leading?.kind === 'aggregate' && leading.fn !== 'sum'
    const rows = isFigure ? draft.tableAt(left) : null
    const figured = leftColumn ?? (rows === null || !isFigure ? null : figureOfRows(rows, leading.fn))
    const isVerbLeft = isVerb(draft.items[left]?.text ?? '')
    // `prescribed_at` says when it happened, and so that it did.
    const dated = isVerbLeft && leftColumn?.type === 'date' ? leftColumn.table : null
    const happened =
      draft.items[number + 1]?.text === 'times'
        ? (draft.tableAt(left) ?? dated ?? doneBefore(draft, left) ?? onlyChildBefore(draft, at))
        : null
    // "With at least 4 transactions", "built at least 3 bridges": how many of them.
    const isOwning = owning.test(draft.items[at - 1]?.text ?? '') || isVerbLeft
    const countable =
      isOwning && !draft.isChinese && isPlural(draft.items[right]?.text ?? '') ? draft.tableAt(right) : null
    // "People under 40"
    const ages = /^(?:over|under|above|below)$/.test(item.text) && value < 130 && right < 0 ? ageOf(draft, left) : null
    if (ages !== null) {
      draft.filters.push({
        column: ages,
        op,
        values: [value],
        words: `${item.text} ${draft.items[number]!.text}`,
        item: at,
      })
      draft.take(at, number)
    } else if (countable !== null && draft.tableAt(left) !== countable) {
      draft.having.push({ measure: countOf(countable), op, value })
      draft.take(at, number, right)
    } else if (happened !== null) {
      // "Beers that were tasted more than 5 times"
      draft.having.push({ measure: countOf(happened), op, value })
      draft.take(at, number)
      if (draft.tableAt(left) === happened || happened === dated) draft.take(left)
      // What was prescribed 3 times has 3 prescriptions, and not 3 prescribers.
      if (draft.tableAt(left) === happened && isVerbLeft && isPerson(happened)) draft.cost += 0.3
    } else if (
      figured !== null &&
      leading?.kind === 'aggregate' &&
      !draft.used[aggregateAt] &&
      leading.fn !== 'count'
    ) {
      draft.having.push({
        measure: figureOf(leading.fn, figured),
        op,
        value: draft.amountIn(figured, value, draft.unitAt(number)),
      })
      draft.take(at, number, left, aggregateAt)
    } else if (
      leading?.kind === 'howMany' &&
      item.hints.length === 0 &&
      draft.unitAt(number) === null &&
      draft.tableAt(left) !== null &&
      !draft.used[aggregateAt] &&
      (right < 0 || draft.refAt(right) === null) &&
      // "How many payments were above 10?" asks for those of more money.
      !(
        aggregateAt === 0 &&
        !draft.isChinese &&
        isMoney(draft.tableAt(left)!) &&
        moneyOf(draft.tableAt(left)!) !== null
      )
    ) {
      draft.having.push({
        measure: countOf(draft.tableAt(left)!),
        op,
        value,
      })
      draft.take(at, number, left, aggregateAt)
    } else if (draft.isChinese && draft.tableAt(left) !== null && (right < 0 || hasMany(draft, left, right))) {
      // 订单超过8张的客户, but 余额超过500的用户
      const isFigure = draft
        .tableAt(left)!
        .columns.some((column) => isMeasureColumn(column) && column.words.at(-1) === draft.tableAt(left)!.words.at(-1))
      // 库存少于10: so many pieces of it, and not so many rows.
      if (isFigure || isStock(draft.tableAt(left)!)) throw new Unclear('unread', item.text)
      draft.having.push({
        measure: countOf(draft.tableAt(left)!),
        op,
        value,
      })
      draft.take(at, number, left)
    } else if (leftColumn !== null && isSpentInAll(draft, leftColumn, left)) {
      const amount = draft.amountIn(leftColumn, value, draft.unitAt(number))
      draft.having.push({ measure: figureOf('sum', leftColumn), op, value: amount })
      draft.take(at, number, left)
    } else if (leftColumn !== null && isComparable(leftColumn)) {
      // "Sold fewer than 200 tickets" of `tickets_sold`: what is counted again.
      const counted = isVerb(draft.items[left]!.text) ? draft.columnAt(right) : null
      if (counted !== null && counted !== leftColumn) throw new Unclear('unread', draft.items[right]!.text)
      if (counted !== null) draft.take(right)
      draft.filters.push({
        column: leftColumn,
        op,
        values: [draft.amountIn(leftColumn, value, draft.unitAt(number))],
        words: `${draft.items[left]!.text} ${item.text} ${draft.items[number]!.text}`,
        item: at,
      })
      // "The title and runtime of the films that are longer than 160 minutes": it is asked for, too.
      const isAsked =
        item.hints.length > 0 &&
        draft.items[left - 1]?.kind === 'and' &&
        draft.columnAt(left - 2)?.table === leftColumn.table
      const isElsewhere = isAsked || (again !== null && draft.items[left]?.kind === 'or')
      draft.take(at, number, ...(isElsewhere ? [] : [left]))
    } else if (item.hints.length > 0) {
      const unit = draft.unitAt(number)
      // "Projects longer than 10000 words" have so many.
      const said = right === number + 1 && item.hints.includes('length') ? draft.columnAt(right) : null
      const isCounted = said !== null && said.table === draft.firstTable() && isMeasureColumn(said)
      if (isCounted) draft.take(right)
      const byUnit = isCounted ? said : unit === null ? null : columnOfUnit(draft.firstTable(), unit)
      const column = byUnit ?? hintedNear(draft, item.hints, at)
      const values = [draft.amountIn(column, value, draft.unitAt(number))]
      draft.filters.push({ column, op, values, words: `${item.text} ${draft.items[number]!.text}`, item: at })
      draft.take(at, number)
    } else if (right >= 0 && draft.columnAt(right) !== null && isComparable(draft.columnAt(right)!)) {
      const column = draft.columnAt(right)!
      draft.filters.push({
        column,
        op,
        values: [draft.amountIn(column, value, draft.unitAt(number))],
        words: `${item.text} ${draft.items[number]!.text} ${draft.items[right]!.text}`,
        item: at,
      })
      draft.take(at, number, right)
    } else if (right >= 0 && draft.tableAt(right) !== null) {
      draft.having.push({
        measure: countOf(draft.tableAt(right)!),
        op,
        value,
      })
      draft.take(at, number, right)
    } else if (/^(?:money|howMuch)$/.test(draft.items[left]?.kind ?? '') && worthOfMany(draft) !== null) {
      // "Customers who spent more than 100 euros" in all, "with a total revenue above 100".
      draft.having.push({ measure: worthOfMany(draft)!, op, value })
      draft.take(at, number, left)
      if (leading?.kind === 'aggregate' && leading.fn === 'sum') draft.take(aggregateAt)
    } else {
      const period = draft.items[number + 1]
      const isPaid = /^earn(?:s|ed|ing)?$/i.test(draft.items[left]?.text ?? '')
      const isPeriod = period?.kind === 'unit' || period?.kind === 'elapsed'
      const earned = isPaid ? wageOf(draft.firstTable(), isPeriod ? period.unit : null) : null
      if (earned !== null) draft.take(left, ...(isPeriod ? [number + 1] : []))
      const isHigh = /^higher than$/i.test(item.text) && draft.tableAt(left) !== null
      const column = earned ?? (isHigh ? hintedNear(draft, heights, at) : implied(draft, draft.unitAt(number), at))
      const values = [draft.amountIn(column, value, draft.unitAt(number))]
      draft.filters.push({ column, op, values, words: `${item.text} ${draft.items[number]!.text}`, item: at })
      draft.take(at, number)
    }
  })
}

/**
 * The one column that a word such as "taller" at `at` means: of the rows that it is said of ("students who are older than 20"),
 * else of those that the question is about, else of what each of these is of. @throws Unclear
 */
function hintedNear(draft: Draft, hints: readonly string[], at: number): Column {
  const isMeant = (table: Table): boolean =>
    hints.some((hint) => table.columns.some(({ words }) => words.includes(canonical(hint))))
  let before = draft.before(at)
  if (/^(?:who|which)$/i.test(draft.items[before]?.text ?? '')) before = draft.before(before)
  const said = draft.tableAt(before)
  if (said !== null && isMeant(said)) return hinted(said, hints)
  const first = draft.firstTable()
  try {
    return hinted(first, hints)
  } catch (error) {
    const [owner, ...more] = draft.parentsOf(first).filter(isMeant)
    if (owner === undefined || more.length > 0) throw error
    return hinted(owner, hints)
  }
}

/** 订单超过8张的客户, 工单超过100张的品牌: whether rows may have many of those that stand at `many`. */
function hasMany(draft: Draft, many: number, at: number): boolean {
  const column = draft.columnAt(at)
  const isKind = column?.type === 'text' && column.table !== draft.tableAt(many) && !isMeasureColumn(column)
  return draft.tableAt(at) !== null || (isKind && draft.isOfMany(column.table, draft.tableAt(many)!))
}

/** "Promoted more than once": rows of what was done to those who are spoken of, by the value that says it. */
function doneBefore(draft: Draft, at: number): Table | null {
  const ref = draft.refAt(at)
  const isDone = ref?.kind === 'value' && isVerb(draft.items[at]!.text)
  return isDone && draft.isOfMany(draft.firstTable(), ref.column.table) ? ref.column.table : null
}

/** "Above 60 or below 18", "over 3 and under 5": the column of the bound before. */
function columnAgain(draft: Draft, at: number, left: number): Column | null {
  const { kind } = draft.items[left] ?? {}
  const before = draft.filters.at(-1)
  const comparison = draft.items[at]
  // "Older than" says itself what it compares.
  const saysWhat = comparison?.kind === 'comparison' && comparison.hints.length > 0
  if ((kind !== 'or' && kind !== 'and') || before === undefined || before.item >= at || saysWhat) return null
  const isNext = draft.items.every(
    ({ kind: other }, index) =>
      index <= before.item || index >= left || other === 'number' || other === 'link' || draft.used[index],
  )
  return isNext && isComparable(before.column) ? before.column : null
}

/** What rows of another table, many for each of what is spoken of, come to; null where there is none. */
function worthOfMany(draft: Draft): Measure | null {
  const worth = worthOf(draft)
  return worth !== null && draft.isOfMany(draft.firstTable(), worth.table) ? worth : null
}

/** "Employees that earn more than the average": than the average of all rows. @throws Unclear */
function compareWithMean(draft: Draft, at: number, mean: number): void {
  const { op, hints, text } = draft.items[at] as Extract<Chosen, { kind: 'comparison' }>
  const [left, right] = [draft.before(at), draft.after(mean)]
  const again = draft.columnAt(right)
  const said = draft.columnAt(left) ?? again
  const money = draft.items[left]?.kind === 'money' ? moneyOf(draft.firstTable()) : null
  const column = said ?? money ?? (hints.length > 0 ? hinted(draft.firstTable(), hints) : null)
  const isSame = column !== null && isMeasureColumn(column) && (again === null || again === column)
  if (!isSame || (op !== '>' && op !== '<')) throw new Unclear('unread', text)
  draft.take(at, mean)
  if (said !== null || money !== null) draft.take(draft.columnAt(left) !== null || money !== null ? left : right)
  if (again !== null) draft.take(right)
  // "The average of their department" is another for each.
  for (const [index, item] of draft.items.entries()) {
    const ref = index > mean && item.kind === 'refs' && !draft.used[index] ? item.ref : null
    if (ref !== null && !(ref.kind === 'table' && ref.table === column.table)) throw new Unclear('tooMuch', item.text)
  }
  draft.filters.push({ column, op: op === '>' ? 'above average' : 'below average', values: [], words: text, item: at })
}

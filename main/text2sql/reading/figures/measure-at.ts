import {
  amountOfLine,
  isApart,
  isMoney,
  isNonAdditive,
  isPaper,
  moneyOf,
  saysWorth,
  sumOf,
  unitsOfLine,
} from '../../linking/worth'
import { countOf, figureOf, type Measure } from '../../query/query'
import { columnOfUnit } from '../../question/units'
import type { Column, Table } from '../../schema/profile'
import { isMeasureColumn, isPerson } from '../../schema/row-names'
import { best, likeness } from '../../words/likeness'
import { canonical, canonicalWords, isPlural, isVerb } from '../../words/words'
import { isStock, tableOf, tallyOf, unitsOf } from '../columns'
import { requireKnown } from '../conditions/known'
import type { Draft } from '../draft'
import { Unclear } from '../unclear'
import { isNumbered, saysDoers } from './adding-up'
import { unitsSaidSold, unitsSaidUsed } from './units-sold'
import { refuseOtherWorth, saysWorthBeside, worthOf } from './worth-of'

// Over 300 lines: what a figure is of is found in one order of precedence, read best in one place.

/** What rows are worth is not counted: "how many units" are no unit prices. */
const valued = canonicalWords(
  'price cost fee rate salary wage budget weight height width length percent ratio average age score rating temperature',
)

/** What a name says besides of what it sorts. */
const kinds = canonicalWords('type kind category class level group status state tier segment')

export function measureAt(draft: Draft, at: number): Measure | null {
  const item = draft.items[at]
  if (item === undefined || draft.used[at]) return null
  if (item.kind === 'howMany') {
    let next = draft.after(at)
    const unit = draft.items[next]
    if (unit?.kind === 'elapsed' && !draft.used[next]) {
      // "How many hours did each technician work?"
      const spoken = draft.spokenTables()
      const own = spoken.flatMap((table) => columnOfUnit(table, unit.unit) ?? [])
      // "How many hours did Sandra work?": of the rows that are hers.
      const theirs = own.length + spoken.length === 1 ? draft.childrenOf(spoken[0]!) : []
      const held = own.concat(theirs.flatMap((table) => columnOfUnit(table, unit.unit) ?? []))
      if (held.length !== 1) return null
      if (draft.amountIn(held[0]!, 1, unit.unit) !== 1) throw new Unclear('unread', unit.text)
      draft.take(at, next)
      draft.each('money', (index) => draft.take(index))
      return figureOf('sum', held[0]!)
    }
    const kept = keptOften(draft, at)
    if (kept !== null) {
      draft.take(at)
      return countOf(kept)
    }
    const distinctAt = draft.items[next]?.kind === 'distinct' ? next : -1
    while (draft.items[next]?.kind === 'distinct') next = draft.after(next)
    // "How many parcels weigh more than 20 kg": whose weight it is says what is counted.
    const bound = draft.items[next]
    if (bound?.kind === 'refs' && draft.used[next] && bound.ref.kind === 'column' && bound.ref.saysTable) {
      draft.take(at)
      return countOf(bound.ref.column.table)
    }
    const said: Column[] = []
    while (next >= 0 && (draft.refAt(next)?.kind === 'value' || draft.used[next])) {
      const one = draft.refAt(next)
      if (one?.kind === 'value') said.push(one.column)
      next = draft.after(next)
    }
    // "How many high priority tickets": whose priority it is has been said.
    const own = draft.columnAt(next)
    if (own !== null && own.type === 'text' && said.includes(own)) {
      const isBefore = draft.tableAt(next + 1) === own.table
      draft.take(at, next)
      if (isBefore) draft.take(next + 1)
      return countOf(own.table)
    }
    let ref = next < 0 ? null : draft.refAt(next)
    // "How many companies have applied?": those who did, not what they did.
    const [who] = said
    if (
      who !== undefined &&
      ref?.kind === 'table' &&
      ref.table !== who.table &&
      isPerson(who.table) &&
      isVerb(draft.items[next]!.text)
    ) {
      draft.take(at)
      return countOf(who.table)
    }
    if (ref === null) {
      next = draft.before(at)
      ref = next < 0 ? null : draft.refAt(next)
    }
    // 每种动物有多少只, 每种动物各有多少只
    const isTwice = draft.isChinese && draft.items[draft.before(at)]?.kind === 'each'
    const ofAt = isTwice ? draft.before(draft.before(at)) : draft.before(at)
    const of = draft.items[ofAt]
    if (
      ref === null &&
      draft.isChinese &&
      draft.refAt(draft.after(at)) === null &&
      of?.kind === 'refs' &&
      (of.ref.kind === 'table' || (of.ref.kind === 'column' && of.ref.column.type === 'text'))
    ) {
      draft.take(at)
      if (isTwice) draft.take(ofAt + 1)
      return countOf(tableOf(of.ref))
    }
    if (ref === null || ref.kind === 'value') {
      // "How many refunds were there?"
      next = draft.after(at) < 0 && draft.isChinese ? draft.before(at) : draft.after(at)
      const only = next < 0 ? null : draft.refAt(next)
      if (only?.kind !== 'value') return null
      // 多少学费 asks how much, 几个退款 how many.
      if (draft.isChinese && item.text === 'how many' && only.column.table.columns.some(isMeasureColumn)) return null
      draft.take(at)
      const used = only.column.isUnique ? unitsSaidUsed(draft, only.column.table) : null
      if (used !== null) return used
      draft.cost += 0.15
      return countOf(whatIsOf(draft, only.column.table))
    }
    // "How many hot water checks were below 50": of checks, by how hot they were.
    const figure =
      ref.kind === 'column' && isMeasureColumn(ref.column) && !isPlural(draft.items[next]!.text) ? ref.column : null
    if (
      figure !== null &&
      draft.tableAt(next + 1) === figure.table &&
      isPlural(draft.items[next + 1]!.text) &&
      draft.items.slice(next + 2).some(({ kind }) => kind === 'comparison')
    ) {
      draft.take(at, next + 1)
      return countOf(figure.table)
    }
    // "How many users signed up", "how many children visited": rows by the day on which they did.
    const day = ref.kind === 'column' && ref.column.type === 'date' && isVerb(draft.items[next]!.text) ? ref : null
    if (day !== null && distinctAt < 0 && (day.saysTable || said.some(({ table }) => table === day.column.table))) {
      draft.cueDate = day.column
      draft.take(at, next)
      return countOf(day.column.table)
    }
    // "How many women were injured?": rows of which that is told.
    const told =
      ref.kind === 'column' && ref.column.type === 'text' && isVerb(draft.items[next]!.text) ? ref.column : null
    if (
      told !== null &&
      said.some(({ table }) => table === told.table) &&
      /^(?:is|are|was|were|got)$/.test(draft.items[next - 1]?.text ?? '')
    ) {
      requireKnown(draft, told, next)
      draft.take(at, next)
      return countOf(told.table)
    }
    // "How many nurses are insured" adds up no sums insured.
    // But the days lost are what `days_lost` holds.
    const words = draft.items[next]!.text.split(' ').map(canonical)
    const isWhole = ref.kind === 'column' && words.length > 1 && words.every((word) => ref.column.words.includes(word))
    const isDone = ref.kind === 'column' && isVerb(draft.items[next]!.text) && isMeasureColumn(ref.column) && !isWhole
    if (isDone || (ref.kind === 'column' && ref.column.type === 'boolean'))
      throw new Unclear('unread', draft.items[next]!.text)
    draft.take(at, next)
    if (distinctAt >= 0) draft.take(distinctAt)
    const isCalled = draft.items[next]!.text.split(' ').some((word) => best(canonical(word), tableOf(ref).words) >= 0.9)
    const isList = said.some(({ table }) => table === tableOf(ref)) && !isCalled
    if (ref.kind === 'table' && isList) return countOf(whatIsOf(draft, ref.table))
    if (ref.kind === 'table') {
      // "How many tickets" of ticket sales, each with its quantity, may count either, but those sold are units.
      // Of what has a price and a quantity, what is sold is that many.
      const saysSold = draft.idle.has('sale') || draft.items.some(({ text }) => /\bsold\b/i.test(text))
      const isOfSales = saysSold && amountOfLine(ref.table) !== null
      const units = unitsOf(ref.table, draft.items[next]!.text) ?? (isOfSales ? unitsOfLine(ref.table) : null)
      const isSold =
        isOfSales ||
        draft.items.some(({ text }) => /^(?:sold|bought|buy|purchased|ordered|卖|卖了|卖出|售出)$/i.test(text))
      if (units !== null && !isSold) throw new Unclear('tooMuch', draft.items[next]!.text)
      // 多少奖金 asks how much, 几笔奖金 and 多少账单 how many.
      const asksHowMuch = draft.isChinese && item.text === 'how many' && !isPaper(ref.table)
      const money = asksHowMuch && isMoney(ref.table) ? moneyOf(ref.table) : null
      const tally = tallyOf(ref.table) ?? money ?? units
      if (tally !== null) return figureOf('sum', tally)
      const sold = distinctAt < 0 ? unitsSaidSold(draft, ref.table) : null
      if (sold !== null) return sold
      return { fn: 'count', column: null, table: ref.table, distinct: distinctAt >= 0 }
    }
    // "How many units are in stock": those of the stock, not of what was sold.
    const stocks = draft.spokenByName().filter(isStock)
    const [stock] =
      stocks.length === 1 && ref.column.table !== stocks[0] ? stocks[0]!.columns.filter(isMeasureColumn) : []
    if (stock !== undefined && ref.column.words.includes(canonical('quantity'))) return figureOf('sum', stock)
    const { column } = ref
    const value = draft.refAt(draft.after(next))
    // "How often was the feedback “too small”"
    if (value?.kind === 'value' && value.column === column) return countOf(column.table)
    // "How many different destinations" are as many airports as are referred to.
    if (draft.isForeign(ref) && distinctAt < 0 && !/id$/i.test(draft.items[next]!.text))
      throw new Unclear('unread', draft.items[next]!.text)
    // 配送费收了多少 asks how much.
    const isSum = draft.isChinese && item.text === 'how many' && saysWorth(column) && !isNonAdditive(column)
    if (isMeasureColumn(column) && distinctAt < 0 && !isSum && column.words.some((word) => valued.has(word)))
      throw new Unclear('unread', draft.items[next]!.text)
    // "The number of finishers" adds up no `finish_seconds`.
    if (isMeasureColumn(column) && distinctAt < 0 && saysDoers(column, draft.items[next]!.text))
      throw new Unclear('unread', draft.items[next]!.text)
    if (isMeasureColumn(column) && distinctAt < 0 && isNumbered(column, draft.items[next]!.text))
      throw new Unclear('unread', draft.items[next]!.text)
    // "How many units were sold": not those in stock, or on order.
    const sold = distinctAt < 0 ? unitsSaidSold(draft, column) : null
    if (isMeasureColumn(column) && sold !== null) return sold
    if (isMeasureColumn(column) && distinctAt < 0) return figureOf('sum', column)
    // Visitors are no types of visitors.
    const head = column.words.at(-1)!
    if (kinds.has(head) && column.words.length > 1 && !words.some((word) => likeness(word, head) > 0))
      throw new Unclear('unread', draft.items[next]!.text)
    draft.cost += 0.12
    // What happened twice at one time happened twice.
    if (column.type === 'date' && distinctAt < 0 && draft.saysDeed(next)) return countOf(column.table)
    return { fn: 'count', column, table: column.table, distinct: true }
  }
  if (item.kind !== 'aggregate') return null
  let next = draft.after(at)
  if (draft.items[next]?.kind === 'howMany' && item.fn === 'sum') {
    draft.take(at)
    return measureAt(draft, next)
  }
  const tally = draft.items[next]?.kind === 'howMany' ? draft.columnAt(draft.after(next)) : null
  if (tally !== null && isMeasureColumn(tally)) {
    draft.take(at, next, draft.after(next))
    return figureOf(item.fn, tally)
  }
  while (
    next >= 0 &&
    (draft.used[next] === true ||
      draft.refAt(next)?.kind === 'value' ||
      (draft.tableAt(next) !== null && draft.columnAt(draft.after(next)) !== null))
  ) {
    const named = draft.tableAt(next)
    const column = draft.columnAt(draft.after(next))
    // The "sales amount" is not the amount of a payment.
    if (named !== null && column !== null && column.table !== named)
      throw new Unclear('noMeasure', draft.items[next]!.text)
    if (named !== null) draft.take(next)
    next = draft.after(next)
  }
  let ref = next < 0 ? null : draft.refAt(next)
  if (ref === null || ref.kind === 'value') {
    next = draft.before(at)
    ref = next < 0 ? null : draft.refAt(next)
  }
  // 未缴的餐费总额: what fees of that kind amount to.
  if (ref?.kind === 'value' && draft.isChinese && item.fn === 'sum' && isMoney(ref.column.table)) {
    const money = moneyOf(ref.column.table)
    if (money !== null) draft.take(at)
    return money === null ? null : figureOf('sum', money)
  }
  if (ref === null || ref.kind === 'value') return null
  if (ref.kind === 'table') {
    if (item.fn !== 'sum') {
      const column = figureOfRows(ref.table, item.fn)
      if (column === null) return null
      draft.take(at, next)
      draft.cost += 0.1
      return figureOf(item.fn, column)
    }
    draft.take(at, next)
    draft.cost += 0.1
    if (saysWorthBeside(draft)) {
      const paid = worthOf(draft)
      if (paid === null) throw new Unclear('noMeasure', draft.items[next]!.text)
      return paid
    }
    // "Total consumption" is no number of meter readings.
    const isMass = !isPlural(draft.items[next]!.text) && draft.items[draft.after(next)]?.kind !== 'howMany'
    // "The sum of the visits" is what they cost, "total visits" may be how many there are.
    const isSum = /^(?:the )?sum\b|\bof$/i.test(item.text) || draft.items[at + 1]?.text === 'of'
    const isWorth = isSum || isMoney(ref.table, draft.items[next]!.text)
    const money = isWorth ? moneyOf(ref.table) : isMass ? (figureBeside(draft, ref.table) ?? sumOf(ref.table)) : null
    if (money !== null) return figureOf('sum', money)
    // "Total usage" of rows with several figures is one of them, and not how many rows there are.
    if (isMass && !draft.isChinese && ref.table.columns.some(isMeasureColumn))
      throw new Unclear('noMeasure', draft.items[next]!.text)
    return countOf(ref.table)
  }
  const { column } = ref
  if (draft.isChinese && !ref.saysTable && isOfUnrelated(draft, Math.min(at, next), column.table))
    throw new Unclear('noMeasure', draft.items[next]!.text)
  // "Total paid in May": the money of what was paid then.
  const isPaid = item.fn === 'sum' && column.type === 'date' && isVerb(draft.items[next]!.text)
  const paid = isPaid ? moneyOf(column.table) : null
  if (paid !== null) {
    if (column.isSparse) requireKnown(draft, column, next)
    draft.cueDate = column
    draft.take(at, next)
    return figureOf('sum', paid)
  }
  // The mean speed is not that of the highest ones.
  const bound =
    item.fn === 'avg' ? column.words.slice(0, -1).find((word) => /^(?:maximum|minimum)$/.test(word)) : undefined
  if (bound !== undefined && !draft.items[next]!.text.split(' ').some((word) => canonical(word) === bound))
    throw new Unclear('noMeasure', draft.items[next]!.text)
  const isOrdered = item.fn === 'max' || item.fn === 'min'
  if (!isMeasureColumn(column) && !(isOrdered && (column.type === 'date' || column.isYear)))
    throw new Unclear('noMeasure', draft.items[next]!.text)
  refuseOtherWorth(draft, next, column)
  draft.take(at, next)
  return figureOf(item.fn, column)
}

/** What the mean, or another figure, of rows is of: "the average rating", where each rating is a row with its stars; "the average bill" is one's total. */
export function figureOfRows(table: Table, fn: Measure['fn']): Column | null {
  const values = table.columns.filter((column) => isMeasureColumn(column) && !isApart(column))
  return values.length === 1 ? values[0]! : fn === 'range' ? null : moneyOf(table)
}

/** 通话的费用: what stands before is what has it, or refers to it. */
function isOfUnrelated(draft: Draft, at: number, table: Table): boolean {
  const before = draft.items[draft.before(at)]
  const of = before?.kind === 'refs' && before.ref.kind === 'table' ? before.ref.table : null
  const path = of === null ? [] : draft.isReachable(of, table)
  return path === null || (path.length > 1 && path.some(({ toOne }) => toOne))
}

/** "How many blockers": of a list that only gives names, the rows that refer to it are counted. @throws Unclear */
export function whatIsOf(draft: Draft, table: Table): Table {
  const isList = table.columns.length <= 4 && !draft.joins.some(({ from, toOne }) => from.table === table && toOne)
  const children = isList ? draft.childrenOf(table) : []
  // "How many programmers do we employ": of a list of jobs those who have them.
  const people = children.filter(isPerson)
  if (children.length > 1 && people.length !== 1) throw new Unclear('tooMuch', table.name)
  return (children.length > 1 ? people[0] : children[0]) ?? table
}

/** "How many times was each grade given": the rows that hold one, which nothing else refers to. */
function keptOften(draft: Draft, at: number): Table | null {
  if (!/^how (?:often|frequently|many times)$/i.test(draft.items[at]!.text)) return null
  const each = draft.items.findIndex(({ kind }, index) => index > at && kind !== 'link')
  const kind = draft.items[each]?.kind === 'each' ? draft.items[each + 1] : undefined
  const column = kind?.kind === 'refs' && kind.ref.kind === 'column' ? kind.ref.column : null
  const isKept = column?.type === 'text' && !column.isUnique && draft.childrenOf(column.table).length === 0
  return isKept ? column.table : null
}

/** "Data usage": of the figures of `usage` the one that is called so. */
function figureBeside({ idle }: Draft, { columns }: Table): Column | null {
  const [only = null, ...more] = columns.filter(
    (column) => isMeasureColumn(column) && column.words.some((word) => idle.has(word)),
  )
  return more.length === 0 ? only : null
}

import { isNonAdditive, moneyOf, saysWorth } from '../linking/worth'
import { figureOf, unitsOrRows } from '../query/query'
import type { Table } from '../schema/profile'
import { nameColumns } from '../schema/row-names'
import { canonical, canonicalWords, isPlural, isVerb } from '../words/words'
import { isMeasureRef, tableOf } from './columns'
import type { Left } from './conditions/read-who'
import { type Draft, saysRowsOf } from './draft'
import { readRestOfAggregate } from './read-rest-of-aggregate'
import { readRestOfRows } from './read-rest-of-rows'
import { Unclear } from './unclear'

/**
 * What no reader took is the subject, then what is shown of it, or says of which table the rest is.
 * @returns tables that what is asked has to do with
 */
export function readRest(draft: Draft): Table[] {
  const left = (): Left[] =>
    [...draft.items.entries()].flatMap(([at, item]) =>
      item.kind === 'refs' && !draft.used[at] ? [{ ref: item.ref, at }] : [],
    )
  const hasGroups = draft.groups.length > 0 || draft.groupUnits.length > 0
  const isMeasured = draft.measures.length > 0 || draft.ranked !== null || draft.having.length > 0
  const isFigure = !isMeasured && hasGroups && !draft.isFirstOfEach
  if (isFigure && !readEachRow(draft, left()) && !readRowsOfEach(draft, left())) assumeMeasure(draft, left())
  return draft.isAggregate ? readRestOfAggregate(draft, left()) : readRestOfRows(draft, left())
}

/** "The price of each product" is what its rows hold. */
function readEachRow(draft: Draft, rest: readonly Left[]): boolean {
  const [group, ...others] = draft.groups
  if (group === undefined || !('columns' in group) || draft.groupUnits.length > 0) return false
  // "The cost of each treatment and the name of its type": what is said behind is one of each, too.
  const beside = others.flatMap((other) => ('columns' in other || 'unit' in other ? [] : [other]))
  if (beside.length < others.length || !beside.every(({ table }) => draft.isOfOne(group, table))) return false
  // "The first name and department of each employee": what each has one of; "and the size of their dog": of one that has it.
  const isOfOne = ({ ref }: Left): boolean => ref.kind !== 'value' && draft.isOfOne(group, tableOf(ref))
  const many = rest.filter((one) => !isOfOne(one)).map(({ ref }) => tableOf(ref))
  const isSpoken = (table: Table): boolean => draft.items.some((item) => saysRowsOf(item, table))
  const isOfOwner =
    new Set(many).size < 2 && many.every((table) => table !== group && draft.isOfOne(table, group) && isSpoken(table))
  const isListed = rest.some(({ ref }) => ref.kind === 'column')
  if (!isListed || !isOfOwner || rest.some(({ ref }) => ref.kind === 'value')) return false
  draft.groups.splice(0)
  draft.outputs.push(...beside)
  draft.subject = { kind: 'table', table: group, score: 1 }
  return true
}

/** "List the songs of each singer": the rows themselves, each beside whose it is. */
function readRowsOfEach(draft: Draft, rest: readonly Left[]): boolean {
  const [group, ...others] = draft.groups
  const [rows, ...more] = rest.filter(({ ref }) => ref.kind !== 'value')
  if (group === undefined || !('columns' in group) || others.length + more.length + draft.groupUnits.length > 0)
    return false
  const isListed =
    /^(?:list|show|give|display|print)\b/i.test(draft.items[0]!.text) &&
    draft.items.some(({ kind, text }) => kind === 'each' && /^(?:(?:of|for|in) )?(?:each|every)$/i.test(text))
  const [name] = nameColumns(group)
  if (!isListed || rows?.ref.kind !== 'table' || name === undefined || !draft.isOfOne(rows.ref.table, group))
    return false
  draft.groups.splice(0)
  draft.subject = rows.ref
  draft.outputs.push(...nameColumns(group))
  draft.order.push({ term: { kind: 'column', column: name }, descending: false })
  draft.take(rows.at)
  return true
}

const summable = canonicalWords(
  'amount quantity sale revenue volume income profit hour kwh expense payment energy production output consumption rainfall distance budget kg litre ton kwh mwh',
)

const minute = canonical('minute')

/** Groups without a measure: "the monthly amount", "customers per state". */
function assumeMeasure(draft: Draft, rest: readonly Left[]): void {
  const summed = rest.filter(({ ref }) => isMeasureRef(ref))
  const [only] = summed
  // "The units sold per brand"
  const acts = rest.filter(({ ref, at }) => isVerb(draft.items[at]!.text) && tableOf(ref) === tableOf(only?.ref ?? ref))
  if (
    summed.length === 1 &&
    rest.length === 1 + acts.filter((act) => act !== only).length &&
    !draft.hasSuperlative &&
    only!.ref.kind === 'column' &&
    (only!.ref.column.words.some((word) => summable.has(word)) ||
      // Of `minutes`, which are no length of anything.
      (only!.ref.column.words.length === 1 && only!.ref.column.words[0] === minute) ||
      // "Fees per year", and not the fee.
      (isPlural(draft.items[only!.at]!.text) && saysWorth(only!.ref.column) && !isNonAdditive(only!.ref.column)))
  ) {
    // "the monthly amount" is a sum
    draft.measures.push(figureOf('sum', only!.ref.column))
    draft.take(only!.at, ...acts.map(({ at }) => at))
    draft.cost += 0.1
    return
  }
  // "Customers per state" counts them.
  const tables = rest.filter(({ ref }) => ref.kind === 'table')
  // "Which items are in every warehouse?" counts nothing.
  const isOfRows = /^(?:which|who)$/i.test(draft.items[0]!.text)
  if (tables.length !== 1 || draft.hasSuperlative || isOfRows) throw new Unclear('noMeasure', '')
  const [counted] = tables
  const table = tableOf(counted!.ref)
  // "Sales per site" are worth something.
  const money = /(?:sales|expenses|costs|spending|earnings|revenues?|turnover|takings|income)$/i.test(
    draft.items[counted!.at]!.text,
  )
    ? moneyOf(table)
    : null
  draft.measures.push(unitsOrRows(money, table))
  draft.take(counted!.at)
  draft.cost += 0.1
}

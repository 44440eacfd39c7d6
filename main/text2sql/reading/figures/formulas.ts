import { isOfOne, type Join } from '../../query/joins'
import { derivedOf } from '../../schema/derived'
import type { Column, Derived, Table } from '../../schema/profile'
import { isMeasureColumn } from '../../schema/row-names'
import type { Chosen } from '../draft'

const measureIn = (item: Chosen | undefined): Column | null =>
  item?.kind === 'refs' && item.ref.kind === 'column' && isMeasureColumn(item.ref.column) ? item.ref.column : null
const dateIn = (item: Chosen | undefined): Column | null =>
  item?.kind === 'refs' && item.ref.kind === 'column' && item.ref.column.type === 'date' ? item.ref.column : null

/** "Unit price times quantity", "the difference between list price and cost": two columns as the one figure that they make. */
export function withFormulas(items: readonly Chosen[], joins: readonly Join[]): readonly Chosen[] {
  // The mean of days is read of how long something takes.
  const isMean = items.some((item) => item.kind === 'aggregate' && item.fn === 'avg')
  const at = items.findIndex(
    (item, index) =>
      item.kind === 'formula' ||
      item.kind === 'difference' ||
      isTimes(item) ||
      (!isMean && item.kind === 'between' && isDays(items[ahead(items, index)])),
  )
  const found = at < 0 ? null : formulaAt(items, at, joins)
  if (found === null) return items
  const { from, to, column } = found
  const [first] = items.slice(from)
  const text = items
    .slice(from, to)
    .map((item) => item.text)
    .join(' ')
  const figure: Chosen = {
    kind: 'refs',
    ref: { kind: 'column', column, score: 1, saysTable: false },
    isQuoted: false,
    text,
    sentence: first!.sentence,
    refs: [],
  }
  return withFormulas([...items.slice(0, from), figure, ...items.slice(to)], joins)
}

const isDays = (item: Chosen | undefined): boolean => item?.kind === 'unit' && item.unit === 'day'
const isTimes = (item: Chosen): boolean => item.kind === 'link' && item.text === 'times'

/** The figure that stands around a word for it: from which item to before which. */
function formulaAt(
  items: readonly Chosen[],
  at: number,
  joins: readonly Join[],
): { readonly from: number; readonly to: number; readonly column: Column } | null {
  const item = items[at]!
  const isBetween = item.kind === 'between'
  const isDifference = item.kind === 'difference' || isBetween
  const first = isDifference ? behind(items, at) : at - 1
  const middle = isDifference ? behind(items, first) : at
  const second = behind(items, middle)
  if (isDifference && items[middle]?.kind !== 'and') return null
  const op: Derived['op'] = item.kind === 'formula' ? item.op : isDifference ? 'minus' : 'times'
  const [left, right] = [measureIn(items[first]), measureIn(items[second])]
  // "The total price times quantity" adds up what a column of total prices does not say.
  const isEither =
    /^total /i.test(items[first]!.text) &&
    joins
      .flatMap(({ from, to }) => [...from.table.columns, ...to.table.columns])
      .some(({ words }) => `total ${words.join(' ')}` === left?.words.join(' '))
  const column = left === null || right === null || isEither ? null : figureOf(op, left, right, joins)
  if (column !== null) return { from: isDifference ? at : first, to: second + 1, column }
  const [since, until] = [dateIn(items[first]), dateIn(items[second])]
  if (!isDifference || since === null || until === null || since === until || since.table !== until.table) return null
  // "The number of days between" begins before.
  const unit = isBetween ? ahead(items, at) : at
  const counted = isBetween && items[unit - 1]?.kind === 'howMany' ? unit - 1 : unit
  return { from: counted, to: second + 1, column: derivedOf('days', since, until, since.table) }
}

function behind(items: readonly Chosen[], at: number): number {
  let next = at + 1
  while (items[next]?.kind === 'link') next += 1
  return next
}

function ahead(items: readonly Chosen[], at: number): number {
  let before = at - 1
  while (items[before]?.kind === 'link') before -= 1
  return before
}

/** A figure of the rows of one table, each of which has one row of the other. */
function figureOf(op: Derived['op'], left: Column, right: Column, joins: readonly Join[]): Column | null {
  // The price that a line was sold at is not the list price of what it is of.
  const isOwn = (other: Column, table: Table): boolean =>
    other.table === table || !table.columns.some(({ words }) => words.join(' ') === other.words.join(' '))
  if (isOfOne(joins, right.table, left.table) && isOwn(left, right.table))
    return derivedOf(op, left, right, right.table)
  const isLeft = isOfOne(joins, left.table, right.table) && isOwn(right, left.table)
  return isLeft ? derivedOf(op, left, right, left.table) : null
}

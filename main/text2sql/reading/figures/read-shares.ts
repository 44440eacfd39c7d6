import { isNonAdditive, isPortion } from '../../linking/worth'
import { countOf, figureOf, type Measure } from '../../query/query'
import type { Table } from '../../schema/profile'
import { isMeasureColumn } from '../../schema/row-names'
import { isPlural } from '../../words/words'
import type { Chosen, Draft } from '../draft'
import { numberOfSubject } from '../ranking/ranking'
import { Unclear } from '../unclear'
import { whatIsOf } from './measure-at'
import { worthOf } from './worth-of'

/** "What percentage of orders was returned?", "the share of total revenue": what the whole is; its part is read of the rest. */
export function readShares(draft: Draft): void {
  draft.each('share', (at) => {
    if (draft.share !== null) return draft.take(at)
    const { percent, text } = draft.items[at] as Extract<Chosen, { kind: 'share' }>
    draft.take(at)
    const behind = draft.isChinese && draft.tableAt(draft.after(at)) === null
    let next = behind ? draft.before(at) : draft.after(at)
    // "The share of four-cylinder cars": of those that have four.
    const isCounted = (item: Chosen | undefined): boolean => item?.kind === 'number'
    while (
      !behind &&
      (draft.refAt(next)?.kind === 'value' ||
        isCounted(draft.items[next]) ||
        isCounted(draft.items[draft.before(next)]))
    )
      next = draft.after(next)
    const summed = behind ? null : summedAt(draft, next)
    const isRate = text === 'rate' || text === '率'
    if (summed !== null) {
      draft.measures.push(summed)
      const summedUp = draft.items.findIndex((item, index) => index > at && isNamedAs(item, summed))
      const placed = placedAt(draft, summedUp)
      draft.share = { percent, isWithin: (item) => item === placed || (item > at && item < summedUp) }
      return
    }
    // "The percentage of rent due": of no days.
    if (next >= 0 && draft.columnAt(next)?.type === 'date') throw new Unclear('unread', draft.items[next]!.text)
    const named = next < 0 ? null : draft.tableAt(next)
    // "Items" that are a part of a table's name are the rows of another, where all else that is said is told of those.
    const isLoose = named !== null && named.words.length > draft.items[next]!.text.split(' ').length
    const table = (isLoose ? sharedTable(draft) : null) ?? named ?? sharedTable(draft)
    if (table === null) throw new Unclear('unread', draft.items[at]!.text)
    draft.measures.push(countOf(table))
    if (named !== null) draft.take(next)
    else draft.cost += 0.1
    const placed = named === null ? -1 : placedAt(draft, next)
    // "The share of bugs among the issues of a team": the team is that of all of them.
    const isAmong =
      named !== null &&
      draft.items.slice(at + 1, next).some(({ kind, text: word }) => kind === 'link' && /^among/i.test(word))
    // "The pass rate of private lessons", "what percentage of private lessons": private are all of them.
    draft.share = {
      percent,
      isWithin: (item) =>
        item === placed ||
        (isAmong ? item > next : isRate ? item !== at - 1 : item > at && item < next && !draft.ranksShares),
    }
  })
}

/** "Of the missions in fog used a helicopter": where the value stands that all of them have, -1 where none does. */
function placedAt({ items }: Draft, table: number): number {
  const [link, value, next, ...more] = items.slice(table + 1)
  const isPlaced = link?.kind === 'link' && /^(?:in|at|from|on|during|within|under)$/i.test(link.text)
  const isValue = value?.kind === 'refs' && value.ref.kind === 'value'
  const isOther = next !== undefined && next.kind !== 'and' && [next, ...more].some(isCondition)
  return isPlaced && isValue && isOther ? table + 2 : -1
}

const isCondition = (item: Chosen): boolean =>
  item.kind === 'refs' && (item.ref.kind === 'value' || (item.ref.kind === 'column' && item.ref.column.truth !== null))

/** "Which category has the highest return rate?": the groups with the greatest share. The share itself is read later. */
export function rankShares(draft: Draft, at: number): boolean {
  const item = draft.items[at] as Extract<Chosen, { kind: 'superlative' }>
  let share = draft.after(at)
  while (draft.refAt(share)?.kind === 'value') share = draft.after(share)
  const asked = [...draft.items.keys()].find((index) => index < at && draft.refAt(index) !== null)
  const group = asked === undefined ? null : draft.refAt(asked)
  const isAsked = asked !== undefined && draft.items[draft.before(asked)]?.kind === 'list'
  if (draft.items[share]?.kind !== 'share' || group === null || group.kind === 'value' || !isAsked) return false
  if (draft.groups.length + draft.groupUnits.length > 0 || draft.items[share]!.sentence !== item.sentence) return false
  draft.groups.push(group.kind === 'table' ? group.table : (draft.namedBy(group.column) ?? group.column))
  draft.limit = numberOfSubject(draft, at) ?? (isPlural(draft.items[asked!]!.text) ? null : 1)
  draft.pendingDirection = item.descending
  draft.ranksShares = true
  draft.take(at, asked!)
  return true
}

/** What a share is of that names no rows: of those that have the one value, else the one group, that is named. */
function sharedTable(draft: Draft): Table | null {
  const values = draft.items.flatMap((item) =>
    item.kind === 'refs' && item.ref.kind === 'value' ? [item.ref.column] : [],
  )
  const grouped = draft.groups.flatMap((group) => ('unit' in group || 'columns' in group ? [] : [group]))
  const [only, ...others] = new Set((values.length > 0 ? values : grouped).map(({ table }) => table))
  return others.length === 0 && only !== undefined ? whatIsOf(draft, only) : null
}

const isNamedAs = (item: Chosen, { column }: Measure): boolean =>
  item.kind === 'howMuch' || (item.kind === 'refs' && item.ref.kind === 'column' && item.ref.column === column)

/** What a share is of that adds up: "the share of total revenue". Takes it; null where rows are meant. */
function summedAt(draft: Draft, at: number): Measure | null {
  const item = draft.items[at]
  if (item === undefined || draft.used[at]) return null
  if (item.kind === 'refs' && item.ref.kind === 'value') return summedAt(draft, draft.after(at))
  if (item.kind === 'aggregate' && item.fn === 'sum') {
    const next = draft.after(at)
    // "The total number of orders" counts them.
    if (draft.tableAt(next) !== null || draft.items[next]?.kind === 'howMany') return null
    const measure = summedAt(draft, next)
    if (measure === null) throw new Unclear('noMeasure', item.text)
    draft.take(at)
    return measure
  }
  if (item.kind === 'howMuch') {
    const measure = worthOf(draft)
    if (measure !== null) draft.take(at)
    return measure
  }
  const column = draft.columnAt(at)
  if (column === null || !isMeasureColumn(column) || isPortion(column) || isNonAdditive(column)) return null
  draft.take(at)
  return figureOf('sum', column)
}

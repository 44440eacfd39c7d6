import { leadsOver } from '../query/joins'
import { type Filter, type Query, tableOfGroup } from '../query/query'
import type { Column, Table } from '../schema/profile'
import { isRole } from '../schema/roles'
import { identifies, isMeasureColumn, isPerson, nameColumns } from '../schema/row-names'
import { isPlural } from '../words/words'
import { refuseOtherAnswers, refuseWhatIsNobody } from './asked-rows'
import { sameMeasure } from './columns'
import { asksWhere, placesOf } from './conditions/read-places'
import { stillSo } from './conditions/still-so'
import { type Draft, namedTable, type Reading } from './draft'
import { orderRows } from './ranking/order-rows'
import { readRest } from './read-rest'
import { type Shape, shapeOf } from './shape'
import { placeInTime } from './times/place-in-time'
import { Unclear } from './unclear'
import {
  refuseContradictions,
  refuseCountsOfOneRow,
  refuseFar,
  refuseOfOthers,
  refuseOtherSide,
  refuseRepeated,
  refuseRepeatedRows,
  refuseStatesOfOthers,
  refuseSumsOfUnits,
  refuseUnjoined,
  refuseUnread,
  refuseUnspoken,
} from './unfit'

// Over 300 lines: what was read is put together in one order, read best in one place.

/** Puts together what was read. @throws Unclear where something is left, or does not fit together */
export function assemble(draft: Draft): Reading {
  const contexts = readRest(draft)
  const shape = shapeOf(draft, contexts)
  const { root, entity, shown, grouped, kept, isCountOfGroups } = shape
  const said = oneOfSeveral(draft, shown)
  if (said !== null) shown.unshift(said)
  relateContexts(draft, shape, contexts)
  if (asksWhere(draft) && !draft.isAggregate && !draft.isGrouped)
    shown.push(...placesOf(draft, root).filter((column) => !shown.includes(column)))
  refuseUnspoken(draft, root)
  // Issues that were created have a day of their own, whatever else was created.
  const isOthersDay = ({ table, type, name }: Column): boolean =>
    type === 'date' && table !== draft.firstTable() && draft.firstTable().columns.some((own) => own.name === name)
  if (draft.items.some((item) => item.kind === 'refs' && item.ref.kind === 'column' && isOthersDay(item.ref.column)))
    draft.cost += 0.15
  refuseOfOthers(draft, shape)
  refuseWhatIsNobody(draft, entity)
  // "Who" asks for people before anything else that has a name.
  if (draft.asksWho && entity !== null && 'columns' in entity && !isPerson(entity)) draft.cost += 0.15
  // The contact of a customer is somebody, and no `ContactTitle`.
  if (draft.asksWho && entity !== null && !('columns' in entity) && entity.words.at(-1) === 'title') draft.cost += 0.15
  readRoles(draft, root, contexts, shown)
  // What is still on loan was lent, but of when it came back nothing is said here.
  if (draft.idle.has('still') && draft.related.some(({ isAbsent }) => !isAbsent)) throw new Unclear('unread', 'still')
  // Who is allergic to milk and cats is so to each; artists from two countries are from either.
  for (const [at, filter] of draft.filters.entries()) {
    const isOfMany = draft.isOfMany(root, filter.column.table)
    if (filter.op === 'in' && filter.isAnd === true && isOfMany && !draft.isAggregate)
      draft.filters[at] = { ...filter, op: 'holds each' }
    // No row is both of what it can only be one of.
    if (filter.op === 'holds each' && !isOfMany) throw new Unclear('tooMuch', filter.words)
  }
  refuseStatesOfOthers(draft, root)
  refuseOtherAnswers(draft, shape)
  refuseSumsOfUnits(shape)
  refuseOtherSide(draft, shape)
  dropImplied(draft, root)
  const timeFilters = placeInTime(draft, shape, contexts)
  const current = stillSo(draft, root, kept, timeFilters)
  const allFilters: Filter[] = [...draft.filters, ...timeFilters, ...(current === null ? [] : [current])]
  refuseUnread(draft)
  refuseRepeated(draft)
  orderRows(draft, shape, timeFilters[0]?.column ?? null)
  if (kept.some(({ table }) => table !== root)) throw new Unclear('tooMuch', '')
  // No row is without itself.
  if (draft.related.some(({ table, isAbsent }) => isAbsent && table === root)) throw new Unclear('tooMuch', root.name)
  refuseFar(draft, root)
  refuseContradictions(draft, shape, allFilters)
  const isAll = allFilters.length + draft.any.length + draft.related.length === 0 && draft.order.length === 0
  const asksOne = /^what$/i.test(draft.items[0]!.text) && /^(?:is|was)$/i.test(draft.items[1]?.text ?? '')
  // "What is the return rate?" asks for no list of all rates.
  const isOfEach = draft.items.some(({ kind }) => kind === 'each')
  if (asksOne && isAll && !isOfEach && !draft.showsAll && !draft.isAggregate && !draft.isGrouped)
    throw new Unclear('tooMuch', shown[0]?.name ?? '')
  const isColumnList = entity !== null && !('columns' in entity) && !draft.isGrouped && !draft.isAggregate
  let shareOf: Query['share'] = null
  let plainFilters = allFilters
  if (draft.share !== null) {
    const isOfOne = (column: Column): boolean => draft.isOfOne(root, column.table)
    const isFar = [...allFilters, ...grouped.map((group) => ('unit' in group ? group : { column: group }))].some(
      ({ column }) => !isOfOne(column),
    )
    // The time says of which rows, what else is said which part of them; without either all groups make the whole.
    const { percent, isWithin } = draft.share
    const of = draft.filters.filter(({ item }) => !isWithin(item))
    const said: readonly Filter[] = of.length > 0 || grouped.length > 0 ? of : draft.filters
    const part = said.length > 0 || grouped.length > 0 ? said : allFilters
    if (part.length + grouped.length === 0 || isFar || draft.any.length > 0) throw new Unclear('tooMuch', '')
    // "The share of fees (by amount) that is paid" is one of amounts, and none for each amount.
    const figure = grouped.find((group) => 'type' in group && isMeasureColumn(group))
    if (figure !== undefined && 'name' in figure) throw new Unclear('tooMuch', figure.name)
    shareOf = { filters: part, percent }
    // Said twice ("the success rate …, the fraction that succeeded") it narrows nothing: all of those are such.
    const isSame = (one: Filter) => (other: Filter) =>
      one.column === other.column && one.op === other.op && one.values.join('\n') === other.values.join('\n')
    plainFilters = allFilters.filter((filter) => !part.some(isSame(filter)))
  }
  // A key that no row lacks: what is not there has no row here.
  if (allFilters.some(({ op, column }) => op === 'is null' && column.isKey && !column.isSparse))
    throw new Unclear('tooMuch', root.name)
  // Whether another table's row lacks something says nothing of the row itself, unless it is what did not happen yet.
  const isPending = ({ type, table }: Column): boolean => type === 'date' && draft.isOfMany(root, table)
  if (draft.filters.some(({ op, column }) => op === 'is null' && column.table !== root && !isPending(column)))
    throw new Unclear('tooMuch', '')
  refuseCountsOfOneRow(draft, shape)
  const besides = draft.any.map(({ column }) => column.table)
  const groupedTables = grouped.map(tableOfGroup)
  const tables = new Set([
    root,
    ...shown.map(({ table }) => table),
    ...groupedTables,
    ...allFilters.map(({ column }) => column.table),
    ...draft.related.map(({ table }) => table),
    ...besides,
  ])
  refuseUnjoined(draft, root, tables)
  const ordering = draft.order.flatMap(({ term }) => (term.kind === 'measure' ? [term.measure] : []))
  const joined = new Set([
    ...(draft.isAggregate || draft.isGrouped ? [] : shown).map(({ table }) => table),
    ...groupedTables,
    ...besides,
  ])
  refuseRepeatedRows(draft, [...kept, ...ordering], joined)
  // "What is the highest fine?" asks for the figure, of which there is one.
  const isOfTime = draft.order.some(({ term }) => term.kind === 'column' && !isMeasureColumn(term.column))
  const isMeasured = draft.hasSuperlative && draft.items.some(({ kind }) => kind === 'howMeasured')
  const isFigure =
    isMeasured || (asksOne && !isOfTime && entity !== null && 'columns' in entity && nameColumns(entity).length === 0)
  if (draft.nth !== null && (draft.limit !== 1 || isFigure || draft.order.length !== 1))
    throw new Unclear('tooMuch', '')
  // What lies between counts less: it is only passed through.
  const passed = new Set(
    [...tables].flatMap((table) => (draft.isReachable(root, table) ?? []).map(({ to }) => to.table)),
  )
  // What one row of another table is called is nearer than what any of many says besides.
  for (const { column } of allFilters) {
    const isMany = draft.isReachable(root, column.table)?.every(({ toOne }) => toOne) === false
    const isName = nameColumns(column.table).includes(column)
    if (isMany && !isName && !draft.spokenByName().includes(column.table)) draft.cost += 0.1
  }
  for (const filter of draft.filters) draft.cost += namedElsewhere(draft, root, filter)
  const kinds = draft.isAggregate || draft.isGrouped || draft.order.length > 0 ? [] : kindsToReturn(draft, shown)
  draft.cost += 0.25 * (tables.size - 1) + 0.1 * [...passed].filter((table) => !tables.has(table)).length
  return {
    cost: draft.cost,
    joins: draft.joins,
    via: draft.via,
    query: {
      root,
      outputs: draft.isAggregate || draft.isGrouped ? [] : kinds.length > 0 ? kinds : shown,
      // "How much money" may say the sum twice.
      measures: kept.filter((one, at) => kept.findIndex((other) => sameMeasure(one, other)) === at),
      groups: grouped,
      filters: plainFilters.map(({ column, op, values, words }) => ({ column, op, values, words })),
      anyOf: draft.any,
      related: draft.related,
      having: draft.having,
      order: draft.order,
      limit: draft.limit,
      withTies: draft.limit === 1 && !isFigure,
      ofEach: [],
      nth: draft.nth,
      // What is sorted by something else is a list of rows.
      distinct:
        kinds.length > 0 ||
        (isColumnList &&
          (draft.items.some(({ kind }) => kind === 'distinct') ||
            draft.order.every(
              ({ term }) => term.kind === 'column' && (term.column === entity || draft.outputs.includes(term.column)),
            )) &&
          !(draft.order.length > 0 && draft.limit !== null)),
      onlyCount: isCountOfGroups,
      share: shareOf,
    },
  }
}

/**
 * What a condition costs that is on what rows say besides, or on what the counted rows are called themselves, where what they
 * belong to is called so, too: tracks "by Queen", "how many albums has Iron Maiden".
 * @throws Unclear where the other reading is none of rules
 */
function namedElsewhere(draft: Draft, root: Table, { column, op, item: at }: Draft['filters'][number]): number {
  const item = draft.items[at]
  if (item?.kind !== 'refs' || op !== '=') return 0
  const isName = nameColumns(column.table).includes(column)
  const isCounted = draft.measures.some(({ fn, table }) => fn === 'count' && table === column.table)
  if (isName && (!isCounted || /^(?:called|named|titled)$/i.test(draft.items[at - 1]?.text ?? ''))) return 0
  const other = item.refs.find(
    (ref) =>
      ref.kind === 'value' &&
      ref.score >= item.ref.score &&
      ref.column.table !== column.table &&
      // A city that is referred to by its name is that city.
      !draft.joins.some(({ from, to }) => from === column && to === ref.column) &&
      nameColumns(ref.column.table).includes(ref.column) &&
      draft.isOfOne(column.table, ref.column.table),
  )
  if (other?.kind !== 'value') return 0
  if (column.table !== root && !draft.isOfOne(root, other.column.table)) throw new Unclear('tooMuch', item.text)
  return isName ? 0.6 : 0.35
}

/** "Life expectancy in France, Germany and Italy": which of them, where a figure is all that is shown. Null where that is not so. */
function oneOfSeveral({ filters, isAggregate, isGrouped }: Draft, shown: readonly Column[]): Column | null {
  const [only, ...more] = filters.filter(({ op, values }) => op === 'in' && values.length > 1)
  const areFigures =
    shown.length > 0 && shown.every((column) => isMeasureColumn(column) && column.table === only?.column.table)
  return only !== undefined && more.length === 0 && areFigures && !isAggregate && !isGrouped ? only.column : null
}

/** "Which shops …? Return the distinct names": of what is shown these alone, each once. */
function kindsToReturn({ items }: Draft, shown: readonly Column[]): readonly Column[] {
  const at = items.findIndex(({ kind }, index) => kind === 'distinct' && items[index - 1]?.kind === 'list')
  const sentence = items[at]?.sentence ?? 0
  if (sentence === items[0]!.sentence) return []
  const said = items.filter((item, index) => index > at && item.sentence === sentence)
  const isSaid = (column: Column): boolean =>
    said.some(
      (item) =>
        item.kind === 'refs' &&
        (item.ref.kind === 'table'
          ? nameColumns(item.ref.table).includes(column)
          : item.ref.kind === 'column' && item.ref.column === column),
    )
  return shown.filter(isSaid)
}

/** Rows have to do with what is spoken of besides. @throws Unclear where nothing joins them */
function relateContexts(draft: Draft, { root, shown, grouped }: Shape, contexts: readonly Table[]): void {
  for (const table of contexts) {
    if (draft.isAggregate || table === root) continue
    const isPart = [...shown, ...grouped].some((column) => !('unit' in column) && column.table === table)
    if (
      isPart ||
      draft.filters.some(({ column }) => column.table === table) ||
      draft.any.some(({ column }) => column.table === table)
    )
      continue
    const path = draft.isReachable(root, table)
    if (path === null) throw new Unclear('notJoined', table.name)
    // Customers of the boats that they rented: the way leads over what they rented.
    if (grouped.some((group) => leadsOver(draft.joins, root, tableOfGroup(group), table))) continue
    // Who has no orders has none of a product either.
    if (draft.related.some((other) => other.isAbsent && path.some(({ to }) => to.table === other.table))) continue
    // "Customers with an employee": not all have one.
    const isMany = !path.every(({ toOne }) => toOne)
    // Each loan is of a bank, and not each bank has one, though none has two.
    const isNamed = draft.items.some(
      (item, at) =>
        namedTable(item) === table &&
        (isPlural(item.text) || /^(?:have|has|had|with|without)\b/i.test(draft.items[at - 1]?.text ?? '')),
    )
    const isReferredTo = !draft.isGrouped && isNamed && path.some(({ from, to }) => identifies(from) && !identifies(to))
    if (isMany || isReferredTo || path[0]?.from.isSparse === true) draft.related.push({ table, isAbsent: false })
  }
}

/** Who rented a snowboard has a rental, and it was rented some day: both are on the way to what was rented. */
function dropImplied(draft: Draft, root: Table): void {
  const said = draft.filters.filter(({ op }) => op !== 'is null' && op !== 'is not null')
  const passed = new Set(
    said.flatMap(
      ({ column }) =>
        draft
          .isReachable(root, column.table)
          ?.slice(0, -1)
          .map(({ to }) => to.table) ?? [],
    ),
  )
  const implied = draft.related.filter(({ table, isAbsent }) => !isAbsent && passed.has(table))
  // Where several ways lead there, they tell which.
  if (draft.isNarrowed) draft.via.push(...implied.map(({ table }) => table))
  for (const one of draft.isNarrowed ? [] : implied) draft.related.splice(draft.related.indexOf(one), 1)
  for (const one of draft.filters.filter(
    ({ op, column }) => op === 'is not null' && !column.isSparse && passed.has(column.table),
  ))
    draft.filters.splice(draft.filters.indexOf(one), 1)
}

/** Who is a manager manages somebody; what else is said is the manager's or the employee's, which nobody knows. @throws Unclear */
function readRoles(draft: Draft, root: Table, contexts: readonly Table[], shown: readonly Column[]): void {
  const ordering = draft.order.flatMap(({ term }) => (term.kind === 'column' ? [term.column.table] : []))
  const named = [...shown.map(({ table }) => table), ...ordering]
  for (const role of new Set([root, ...contexts, ...named].filter(isRole))) {
    const isTold = role === root || draft.groups.some((group) => group === role)
    if (!isTold || named.some((table) => table !== role && table.source === role.source))
      throw new Unclear('tooMuch', role.name)
  }
  if (!isRole(root)) return
  const referring = draft.joins.find(({ from }) => from.table === root)!.to.table
  if (!draft.related.some(({ table }) => table === referring)) draft.related.push({ table: referring, isAbsent: false })
}

import type { Column, Table } from '../profile'
import { type Filter, groupsByTime, type Query } from '../query'
import { isRole } from '../roles'
import { identifies, isMeasureColumn, isPerson, nameColumns } from '../row-names'
import { canonicalWords, isPlural, isVerb } from '../words'
import { sameMeasure, tableOf } from './columns'
import { type Draft, namedTable, type Reading } from './draft'
import { currentOf } from './read-current'
import { asksWhere, placesOf } from './read-places'
import { readRest } from './read-rest'
import { sortedFirst, timeFirst } from './read-sorting'
import { filtersOfTime, pickDate } from './read-times'
import { shapeOf } from './shape'
import { Unclear } from './unclear'

/** Puts together what was read. @throws Unclear where something is left, or does not fit together */
export function assemble(draft: Draft): Reading {
  const contexts = readRest(draft)
  const { root, entity, shown, grouped, kept, isCountOfGroups } = shapeOf(draft, contexts)
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
    // Who has no orders has none of a product either.
    if (draft.related.some((other) => other.isAbsent && path.some(({ to }) => to.table === other.table))) continue
    // "Customers with an employee": not all have one.
    const isMany = !path.every(({ toOne }) => toOne)
    // Each loan is of a bank, and not each bank has one, though none has two.
    const isNamed = draft.items.some((item) => namedTable(item) === table && isPlural(item.text))
    const isReferredTo = !draft.isGrouped && isNamed && path.some(({ from, to }) => identifies(from) && !identifies(to))
    if (isMany || isReferredTo || path[0]?.from.isSparse === true) draft.related.push({ table, isAbsent: false })
  }
  if (asksWhere(draft) && !draft.isAggregate && !draft.isGrouped)
    shown.push(...placesOf(draft, root).filter((column) => !shown.includes(column)))
  for (const [at, item] of draft.items.entries()) {
    if (item.kind !== 'refs' || item.ref.kind === 'value') continue
    const { ref } = item
    // What a title or a first name is taken for a name of must be spoken of.
    // "A closed wallet" has nothing to do with tickets that were closed.
    const of = draft.items[at + 1]
    const isAdjective =
      ref.kind === 'column' && ref.column.type === 'date' && isVerb(item.text) && draft.items[at - 1]?.kind !== 'refs'
    if (isAdjective && of?.kind === 'refs' && of.ref.kind === 'table' && of.ref.table !== ref.column.table)
      throw new Unclear('unread', item.text)
    const isSpokenOf = (): boolean =>
      draft.items.some((one, index) => index !== at && one.kind === 'refs' && tableOf(one.ref) === tableOf(ref))
    if (ref.kind === 'column' && ref.isLoose === true && !isSpokenOf()) throw new Unclear('unread', item.text)
    // "Who play football": the verb says of which kind the row is, in another table than the one called after it.
    const next = draft.items[at + 1]
    const object = next?.kind === 'refs' && next.ref.kind === 'value' ? next.ref.column.table : root
    const isAct =
      ref.kind === 'table' && !isPlural(item.text) && ref.table !== root && ref.table !== object && object !== root
    if (
      isAct &&
      draft.related.some(({ table }) => table === ref.table) &&
      !(draft.isReachable(root, object) ?? []).some(({ to }) => to.table === ref.table)
    )
      throw new Unclear('tooMuch', item.text)
  }
  // Issues that were created have a day of their own, whatever else was created.
  const isOthersDay = ({ table, type, name }: Column): boolean =>
    type === 'date' && table !== draft.firstTable() && draft.firstTable().columns.some((own) => own.name === name)
  if (draft.items.some((item) => item.kind === 'refs' && item.ref.kind === 'column' && isOthersDay(item.ref.column)))
    draft.cost += 0.15
  for (const column of shown) {
    const isOfAnother = column.table !== root && draft.isForeign({ kind: 'column', column, score: 1, saysTable: false })
    if (isOfAnother || draft.related.some(({ table, isAbsent }) => isAbsent && table === column.table))
      throw new Unclear('unread', column.name)
  }
  if (draft.asksWho && entity !== null && 'columns' in entity && !isPerson(entity) && nameColumns(entity).length === 0)
    throw new Unclear('noSubject', entity.name)
  // "Who" asks for people before anything else that has a name.
  if (draft.asksWho && entity !== null && 'columns' in entity && !isPerson(entity)) draft.cost += 0.15
  readRoles(draft, root, contexts, shown)
  // What is still on loan was lent, but of when it came back nothing is said here.
  if (draft.idle.has('still') && draft.related.some(({ isAbsent }) => !isAbsent)) throw new Unclear('unread', 'still')
  // Who is allergic to milk and cats is so to each; artists from two countries are from either.
  for (const [at, filter] of draft.filters.entries()) {
    const isOfMany = draft.isReachable(root, filter.column.table)?.some(({ toOne }) => !toOne) === true
    if (filter.op === 'in' && filter.isAnd === true && isOfMany && !draft.isAggregate)
      draft.filters[at] = { ...filter, op: 'holds each' }
  }
  for (const { column } of draft.filters) {
    if (isStateOfAnother(draft, root, column)) throw new Unclear('tooMuch', column.name)
    const pairing = draft.spokenTables().find((table) => table !== column.table && pairs(draft, table, column.table))
    if (pairing !== undefined) throw new Unclear('tooMuch', pairing.name)
  }
  // Time, once it is known of what.
  const happened = draft.items.flatMap((item) =>
    item.kind === 'refs' &&
    item.ref.kind !== 'value' &&
    isVerb(item.text) &&
    draft.isReachable(root, tableOf(item.ref)) !== null
      ? [tableOf(item.ref)]
      : [],
  )
  const absent = draft.related.flatMap(({ table, isAbsent }) => (isAbsent ? [table] : []))
  // "Vessels at berth 2 in 2023": the time is that of the call in between.
  const between = draft.filters.flatMap(({ column }) =>
    (draft.isReachable(root, column.table) ?? []).flatMap(({ to, toOne }) => (toOne ? [] : [to.table])),
  )
  const mentioned = [
    ...happened,
    ...absent,
    root,
    ...contexts,
    ...draft.related.map(({ table }) => table),
    ...between,
    ...grouped.map((column) => ('unit' in column ? column.column.table : column.table)),
  ]
  const { cueDate } = draft
  if (cueDate !== null && !mentioned.slice(happened.length).includes(cueDate.table))
    throw new Unclear('noDate', cueDate.name)
  const timeColumn = (cue: Column | null): Column | null => cue ?? pickDate(draft, mentioned)
  const inside = draft.times.filter(({ op, cue }) => op === 'in' && cue === null)
  if (inside.length > 1) throw new Unclear('unread', inside[1]!.words)
  const timeFilters = draft.times.flatMap((time) => filtersOfTime(time, timeColumn(time.cue), mentioned, draft.idle))
  const ends = draft.items.find(({ kind, text }) => kind === 'direction' && timeFirst.test(text))
  const isNewestFirst = ends !== undefined && draft.pendingDirection === true
  for (const one of draft.groupUnits) {
    const column = one === 'weekday' ? null : pickDate(draft, mentioned)
    const stored = [...new Set(mentioned)]
      .flatMap(({ columns }) => columns)
      .find(
        ({ words, type }) =>
          words.length === 1 && (words[0] === one || (one === 'weekday' && words[0] === 'day')) && type !== 'date',
      )
    if (one === 'month' && column !== null && isMeanOfMonths(draft, column)) continue
    const isOfEach = column !== null && draft.isOfOne(root, column.table)
    if (column !== null && one !== 'weekday' && !isOfEach) throw new Unclear('noDate', one)
    if (column !== null && one === 'year' && column.type !== 'date') {
      grouped.push(column)
      if (draft.order.length === 0 && !draft.isGrouped)
        draft.order.push({ term: { kind: 'column', column }, descending: isNewestFirst })
    } else if (column !== null && one !== 'weekday') grouped.push({ column, unit: one })
    else if (stored !== undefined) {
      if (draft.isByTime && stored.type !== 'number') throw new Unclear('tooMuch', one)
      if (draft.isByTime) draft.order.push({ term: { kind: 'column', column: stored }, descending: false })
      grouped.push(stored)
    } else throw new Unclear('noDate', one)
  }
  const current = currentOf(draft, root)
  const allFilters: Filter[] = [...draft.filters, ...timeFilters, ...(current === null ? [] : [current])]
  // "…, and who made it?": what is asked besides is left out by no answer.
  const second = draft.items.find(
    ({ kind, text, sentence }, at) =>
      kind === 'list' &&
      /^(?:who|whose|when|where|what|which place)$/i.test(text) &&
      draft.items[at - 1]?.kind === 'and' &&
      draft.items[at - 1]!.sentence === sentence &&
      !draft.isChinese &&
      // "For each country, what is …"
      !(
        /^what$/i.test(text) &&
        at === draft.items.findIndex((one) => one.kind === 'list') &&
        (draft.measures.length > 1 ||
          !draft.items.slice(0, at).some((one) => one.kind === 'howMany' || one.kind === 'howMuch'))
      ),
  )
  if (second !== undefined) throw new Unclear('unread', second.text)
  for (const [at, item] of draft.items.entries()) {
    if (
      draft.used[at] ||
      ['link', 'list', 'and', 'comparison', 'distinct'].includes(item.kind) ||
      (item.kind === 'by' && draft.items[at + 1]?.kind === 'comparison')
    ) {
      if (
        !draft.used[at] &&
        item.kind === 'comparison' &&
        !['from', 'through', 'over', 'since', 'until', 'till'].includes(item.text)
      )
        throw new Unclear('unread', item.text)
      continue
    }
    throw new Unclear('unread', item.text)
  }
  if (!draft.isGrouped && !draft.isAggregate && draft.pendingDirection !== null && draft.order.length === 0) {
    const column =
      sortedFirst(draft, root, timeFilters[0]?.column ?? null) ??
      draft.filters.find((filter) => filter.column.type === 'number')?.column ??
      draft.outputs.find(isMeasureColumn) ??
      timeFilters[0]?.column ??
      // "The songs in descending order": by what is listed.
      (entity !== null && !('columns' in entity) ? entity : undefined)
    if (column === undefined) throw new Unclear('unread', 'order')
    draft.order.push({ term: { kind: 'column', column }, descending: draft.pendingDirection })
    if (!shown.includes(column)) shown.push(column)
  }
  // "The oldest year first": groups by time stand in its order anyway.
  const time = grouped.find(groupsByTime)
  if (ends !== undefined && time !== undefined && draft.order.length === 0) {
    if (!('unit' in time)) draft.order.push({ term: { kind: 'column', column: time }, descending: isNewestFirst })
    else if (isNewestFirst) throw new Unclear('unread', ends.text)
  } else if (ends !== undefined && draft.isAggregate && draft.order.length === 0) throw new Unclear('unread', ends.text)
  else if (draft.isAggregate && draft.order.length === 0 && draft.pendingDirection !== null) {
    draft.order.push({ term: { kind: 'measure', measure: draft.measures[0]! }, descending: draft.pendingDirection })
  }
  for (const { term } of draft.order) {
    if (term.kind === 'measure' && draft.isAggregate && !kept.some((measure) => sameMeasure(measure, term.measure))) {
      if (term.measure.table !== root) throw new Unclear('tooMuch', '')
      kept.push(term.measure)
    }
    if (term.kind === 'column' && (draft.isAggregate || draft.isGrouped) && !grouped.includes(term.column)) {
      // "average rating per city, ordered by rating": the measure is meant.
      throw new Unclear('tooMuch', '')
    }
  }
  for (const measure of kept) {
    if (measure.table === root) continue
    throw new Unclear('tooMuch', '')
  }
  // Who works on what a Swiss fund paid for is not Swiss.
  // What parts cost is no sum of a bill that they are on.
  for (const { column, op } of draft.filters) {
    const path = draft.isReachable(root, column.table) ?? []
    const isMany = path.some(({ toOne }) => !toOne)
    const isFar = path.length > 2 && isMany
    const isNamed = draft.items.some(
      (item) =>
        item.kind === 'refs' &&
        ((item.ref.kind === 'table' && item.ref.table === column.table) ||
          (item.ref.kind === 'column' &&
            item.ref.column === column &&
            // The balance of `daily_balance` is what that is about.
            (item.ref.saysTable || column.words.at(-1) === column.table.words.at(-1)))),
    )
    // Whoever got a grade above 90 has one: a figure of people's own rows, of which one suffices.
    const isOwn = path.length === 1 && isPerson(root)
    if (isMany && !isNamed && !isOwn && isMeasureColumn(column) && op !== '=')
      throw new Unclear('notJoined', column.table.name)
    if (
      isFar &&
      !path.slice(1).some(({ from, to }) => [from.table, to.table].some((one) => draft.spokenByName().includes(one)))
    )
      throw new Unclear('notJoined', column.table.name)
  }
  // What lies behind rows that must not be there belongs to none.
  for (const { column } of draft.filters) {
    const isBehind = draft.related.some(
      ({ table, isAbsent }) =>
        isAbsent &&
        table !== root &&
        (draft.isReachable(root, column.table) ?? []).some(({ to }) => to.table === table && table !== column.table) &&
        draft.isReachable(table, column.table)?.every(({ toOne }) => toOne) !== true,
    )
    if (isBehind) throw new Unclear('tooMuch', column.name)
  }
  // Who worked with somebody is not that one.
  const isAsked = /^(?:which|who)$/i.test(draft.items[0]!.text) && entity !== null && 'columns' in entity
  const isHimself = draft.filters.some(
    ({ column, op, item }) =>
      op === '=' &&
      entity === column.table &&
      column.isUnique &&
      nameColumns(column.table).includes(column) &&
      /^(?:with|together with|alongside|than|like|as)$/i.test(draft.items[item - 1]?.text ?? ''),
  )
  if (isAsked && isHimself && !draft.isAggregate) throw new Unclear('tooMuch', entity.name)
  // "Both an active gas contract and an active electricity contract" are two rows.
  const isBoth = draft.items.some(({ kind, text }) => kind === 'and' && /^both$/i.test(text))
  const isSaidTwice = draft.filters.some(({ column, values }, at) =>
    draft.filters.some((other, index) => index > at && other.column === column && other.values[0] === values[0]),
  )
  if (isBoth && isSaidTwice) throw new Unclear('tooMuch', 'both')
  // No row has two values in one column.
  const told = new Map<Column, unknown>()
  for (const { column, op, values } of allFilters.filter(({ op }) => op === '=')) {
    if (told.has(column) && told.get(column) !== values[0]) throw new Unclear('tooMuch', op)
    told.set(column, values[0])
  }
  if (allFilters.some(({ op, column }) => op === 'not in' && told.has(column))) throw new Unclear('tooMuch', '')
  // Of which rows the average is, where only some of them are asked for, nobody says.
  if (allFilters.length > 1 && allFilters.some(({ op }) => op.endsWith('average'))) throw new Unclear('tooMuch', '')
  const isAll = allFilters.length + draft.any.length + draft.related.length === 0 && draft.order.length === 0
  const asksOne = /^what$/i.test(draft.items[0]!.text) && /^(?:is|was)$/i.test(draft.items[1]?.text ?? '')
  // "What is the return rate?" asks for no list of all rates.
  const isOfEach = draft.items.some(({ kind }) => kind === 'each')
  if (asksOne && isAll && !isOfEach && !draft.isAggregate && !draft.isGrouped)
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
    shareOf = { filters: part, percent }
    plainFilters = allFilters.filter((filter) => !part.includes(filter))
  }
  // Whether another table's row lacks something says nothing of the row itself.
  if (draft.filters.some(({ op, column }) => op === 'is null' && column.table !== root))
    throw new Unclear('tooMuch', '')
  const tables = new Set([
    root,
    ...shown.map(({ table }) => table),
    ...grouped.map((column) => ('unit' in column ? column.column.table : column.table)),
    ...allFilters.map(({ column }) => column.table),
    ...draft.related.map(({ table }) => table),
    ...draft.any.map(({ column }) => column.table),
  ])
  for (const table of tables)
    if (table !== root && draft.isReachable(root, table) === null) throw new Unclear('notJoined', table.name)
  // What rows share by a far common owner says nothing of them: tickets of a cinema that sold snacks.
  for (const table of tables) {
    const path = draft.isReachable(root, table) ?? []
    const up = path.findIndex(({ toOne }) => toOne)
    const isShared = up >= 0 && path.slice(up).some(({ toOne }) => !toOne)
    const owner = path[up]?.to.table
    if (isShared && (path.length > 2 || !draft.spokenByName().includes(owner!)))
      throw new Unclear('notJoined', table.name)
  }
  // "What is the highest fine?" asks for the figure, of which there is one.
  const isOfTime = draft.order.some(({ term }) => term.kind === 'column' && !isMeasureColumn(term.column))
  const isFigure = asksOne && !isOfTime && entity !== null && 'columns' in entity && nameColumns(entity).length === 0
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
  draft.cost += 0.25 * (tables.size - 1) + 0.1 * [...passed].filter((table) => !tables.has(table)).length
  return {
    cost: draft.cost,
    joins: draft.joins,
    query: {
      root,
      outputs: draft.isAggregate || draft.isGrouped ? [] : shown,
      measures: kept,
      groups: grouped,
      filters: plainFilters.map(({ column, op, values, words }) => ({ column, op, values, words })),
      anyOf: draft.any,
      related: draft.related,
      having: draft.having,
      order: draft.order,
      limit: draft.limit,
      withTies: draft.limit === 1 && !isFigure,
      // What is sorted by something else is a list of rows.
      distinct:
        isColumnList &&
        (draft.items.some(({ kind }) => kind === 'distinct') ||
          draft.order.every(
            ({ term }) => term.kind === 'column' && (term.column === entity || draft.outputs.includes(term.column)),
          )) &&
        !(draft.order.length > 0 && draft.limit !== null),
      onlyCount: isCountOfGroups,
      share: shareOf,
    },
  }
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

/** Whether rows only tell of two rows of a table what they are to each other: courses and their prerequisites, friends. */
const pairs = (draft: Draft, { columns }: Table, of: Table): boolean =>
  columns.length <= 3 &&
  columns.filter((column) => draft.joins.some(({ from, to, toOne }) => from === column && to.table === of && toOne))
    .length === 2

const states = canonicalWords('status state active')

/** Whether a state is that of what rows belong to, which the question does not name, and the rows have states of their own. */
function isStateOfAnother(draft: Draft, root: Table, { table, words }: Column): boolean {
  const isState = words.some((word) => states.has(word))
  if (!isState || table === root || table.columns.length <= 4 || draft.spokenByName().includes(table)) return false
  return root.columns.some((column) => column.type === 'boolean' || column.words.some((word) => states.has(word)))
}

/** "The average monthly cost", 平均每月, where each row is of a month: the mean of what they hold. */
const isMeanOfMonths = (draft: Draft, { dateForm }: Column): boolean =>
  (dateForm === 'month' || dateForm === 'compactMonth') &&
  draft.items.some((item, at) => {
    if (item.kind !== 'aggregate' || item.fn !== 'avg') return false
    const next = draft.items[at + 1]?.kind === 'each' && draft.isChinese ? at + 2 : at + 1
    const unit = draft.items[next]
    return unit?.kind === 'unit' && unit.unit === 'month' && (unit.isEach || draft.isChinese)
  })

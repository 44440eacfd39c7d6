// What a query must not be, although all of its words were read: each check throws `Unclear`.
// Over 300 lines: a list of checks that are asked one after the other.

import { hasOwnKey } from '../query/joins'
import type { Filter, Measure } from '../query/query'
import type { Column, Table } from '../schema/profile'
import { identifies, isMeasureColumn, isPerson, nameColumns } from '../schema/row-names'
import { canonical, canonicalWords, isPlural, isVerb } from '../words/words'
import { tableOf } from './columns'
import type { Draft } from './draft'
import type { Shape } from './shape'
import { Unclear } from './unclear'

/** Names that only make sense where what they are of is spoken of. */
export function refuseUnspoken(draft: Draft, root: Table): void {
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
}

/** Columns of what rows have many of, or must not have. */
export function refuseOfOthers(draft: Draft, { root, shown }: Shape): void {
  for (const column of shown) {
    const isOfAnother = column.table !== root && draft.isForeign({ kind: 'column', column, score: 1, saysTable: false })
    if (isOfAnother || draft.related.some(({ table, isAbsent }) => isAbsent && table === column.table))
      throw new Unclear('unread', column.name)
  }
}

const [unit, price] = [canonical('unit'), canonicalWords('price cost')]
/** What one piece costs adds up to nothing. */
export function refuseSumsOfUnits({ kept }: Shape): void {
  for (const { fn, column } of kept)
    if (fn === 'sum' && column?.words[0] === unit && column.words.some((word) => price.has(word)))
      throw new Unclear('noMeasure', column.name)
}

const paid = canonical('paid')
const saysPaid = /^(?:pay|pays|paid|paying|payments?|collected|received)$|付|收款/i

/** What was billed is not what was paid of it, where a row tells both. */
export function refuseOtherSide({ items, isAggregate, isGrouped }: Draft, { kept, shown }: Shape): void {
  const isAsked = items.some(({ text }) => text.split(' ').some((word) => saysPaid.test(word)))
  const figures = kept.flatMap(({ fn, column }) => (column === null || fn === 'count' ? [] : [column]))
  // A list of whole rows tells both.
  const listed = isAggregate || isGrouped || shown.length > 1 ? [] : shown
  for (const column of [...figures, ...listed].filter(isMeasureColumn)) {
    const isPaid = column.words.includes(paid)
    const isTold = column.table.columns.some((other) => isMeasureColumn(other) && other.words.includes(paid) !== isPaid)
    if (isTold && isPaid !== isAsked && (isPaid || saysWorthOrTotal(column)))
      throw new Unclear('noMeasure', column.name)
  }
}

const whole = canonicalWords('total amount sum gross invoice bill charge')
const saysWorthOrTotal = (column: Column): boolean => column.words.some((word) => whole.has(word))

/** States of what rows belong to, and pairs of which one is told. */
export function refuseStatesOfOthers(draft: Draft, root: Table): void {
  for (const { column } of draft.filters) {
    if (isStateOfAnother(draft, root, column)) throw new Unclear('tooMuch', column.name)
    const pairing = draft.spokenTables().find((table) => table !== column.table && pairs(draft, table, column.table))
    if (pairing !== undefined) throw new Unclear('tooMuch', pairing.name)
  }
}

/** "How many jobs and how many cancelled ones": one figure twice has lost what sets the two apart. */
export function refuseRepeated({ measures }: Draft): void {
  const keys = measures
    .filter(({ fn }) => fn === 'count')
    .map(({ column, table, distinct }) => [column?.name ?? '', table.name, distinct].join('\n'))
  if (new Set(keys).size < keys.length) throw new Unclear('tooMuch', '')
}

/** What is asked besides, and words that nobody took. */
export function refuseUnread(draft: Draft): void {
  // "When did it close highest?" has no column of highs in mind.
  const bare = draft.items.find(
    ({ kind, text }, at) =>
      kind === 'refs' && /^(?:highest|lowest|shortest|longest)$/i.test(text) && at === draft.items.length - 1,
  )
  if (bare !== undefined) throw new Unclear('noMeasure', bare.text)
  // "At least one in each of the years 2022, 2023 and 2024": in all of them.
  const isEachTime = draft.items.some(
    ({ kind, text }, at) =>
      kind === 'each' &&
      /each of the$/i.test(text) &&
      draft.items[at + 1]?.kind === 'unit' &&
      draft.items[at + 2]?.kind === 'time',
  )
  if (isEachTime && draft.having.length > 0) throw new Unclear('tooMuch', '')
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
}

/** Conditions on what is too far from the rows. */
export function refuseFar(draft: Draft, root: Table): void {
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
    // "Patients who had a root canal": a name that rows of their own rows refer to.
    // What has expired is no chemical of a project that has ended.
    if (op === 'is not null' && column.type === 'date' && isMany && path.length > 1)
      throw new Unclear('notJoined', column.table.name)
    const isTheirs = nameColumns(column.table).includes(column) && path.slice(0, -1).every(({ toOne }) => !toOne)
    if (
      isFar &&
      !isTheirs &&
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
}

/** Conditions that no row can meet, or of which nobody says how they belong together. */
export function refuseContradictions(
  draft: Draft,
  { entity, root, shown, grouped }: Shape,
  allFilters: readonly Filter[],
): void {
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
  // "The document with 'Peru' and with 'Chile' in its paragraphs", "the types that no document uses": of several rows each.
  const isOfOwner =
    entity !== null &&
    !('columns' in entity) &&
    !entity.isUnique &&
    draft.isForeign({ kind: 'column', column: entity, score: 1, saysTable: false })
  const isBothOfRows = draft.filters.some(
    ({ column, isAnd }) => isAnd === true && isOfOwner && column.table === entity.table,
  )
  const isOfNone = isOfOwner && draft.related.some(({ isAbsent }) => isAbsent)
  if ((isBothOfRows || isOfNone) && !draft.isAggregate && !draft.isChinese) throw new Unclear('tooMuch', entity!.name)
  // No row has two values in one column.
  const told = new Map<Column, unknown>()
  for (const { column, op, values } of allFilters.filter(({ op }) => op === '=')) {
    if (told.has(column) && told.get(column) !== values[0]) throw new Unclear('tooMuch', op)
    told.set(column, values[0])
  }
  // Who has a dog may have a cat, or none: of many rows one is asked for, and none of another.
  const isShown = (table: Table): boolean =>
    [...shown, ...grouped].some((one) => ('unit' in one ? one.column : one).table === table)
  const isOfOne = ({ table }: Column): boolean =>
    isShown(table) || draft.isReachable(root, table)?.some(({ toOne }) => !toOne) !== true
  if (allFilters.some(({ op, column }) => op === 'not in' && told.has(column) && isOfOne(column)))
    throw new Unclear('tooMuch', '')
  // Who ordered online in both years has an order in each, of which nobody says that it was the one online.
  for (const { op, column, words } of allFilters)
    if (
      op === 'holds each' &&
      allFilters.some((other) => other.column !== column && other.column.table === column.table)
    )
      throw new Unclear('tooMuch', words)
  // Of which rows the average is, where only some of them are asked for, nobody says.
  if (allFilters.length > 1 && allFilters.some(({ op }) => op.endsWith('average'))) throw new Unclear('tooMuch', '')
}

/** Tables that nothing joins to the rows, or only what they share by chance. */
export function refuseUnjoined(draft: Draft, root: Table, tables: ReadonlySet<Table>): void {
  for (const table of tables)
    if (table !== root && draft.isReachable(root, table) === null) throw new Unclear('notJoined', table.name)
  // What rows share by a far common owner says nothing of them: tickets of a cinema that sold snacks.
  for (const table of tables) {
    const path = draft.isReachable(root, table) ?? []
    const up = path.findIndex(({ toOne }) => toOne)
    const isShared = up >= 0 && path.slice(up).some(({ toOne }) => !toOne)
    const owner = path[up]?.to.table
    const isSpoken = draft.spokenByName().includes(owner!)
    // Authors of papers with a keyphrase: what links them to what is spoken of is nothing by itself.
    const isLinked = up === 1 && isSpoken && !hasOwnKey(path[0]!.to.table, draft.joins)
    if (isShared && !isLinked && (path.length > 2 || !isSpoken)) throw new Unclear('notJoined', table.name)
  }
}

/** Of one row there is one value: "how many reviews has each film" is no rating of it. */
export function refuseCountsOfOneRow(draft: Draft, { kept, grouped }: Shape): void {
  // Of one row there is one, and one of what it belongs to: channels "that have more than 2 channels".
  const rows = grouped.flatMap((group) => ('unit' in group || !identifies(group) ? [] : [group.table]))
  const isOneOf = (row: Table, table: Table): boolean =>
    row === table || (draft.isOfOne(row, table) && draft.isReachable(table, row)?.every(({ toOne }) => toOne) === false)
  const one = kept.find(
    ({ fn, column, table }) => fn === 'count' && column === null && rows.some((row) => isOneOf(row, table)),
  )
  if (one !== undefined) throw new Unclear('noMeasure', one.table.name)
  for (const { fn, column, distinct } of kept) {
    const isOfRow = grouped.some((group) => !('unit' in group) && group.table === column?.table && group.isUnique)
    if (fn === 'count' && distinct && column !== null && isOfRow) throw new Unclear('noMeasure', column.name)
  }
}

/**
 * Figures of rows that a join repeats: the total of a bill stands once for each of its lines. Rows that only link two tables
 * bring each pair once.
 */
export function refuseRepeatedRows(draft: Draft, measures: readonly Measure[], joined: ReadonlySet<Table>): void {
  const isPairing = ({ columns }: Table): boolean =>
    columns.every(
      (column) =>
        column.isPartOfKey || draft.joins.some(({ from, to, toOne }) => from === column && toOne && to !== from),
    )
  for (const { fn, column } of measures) {
    if (column === null || (fn !== 'sum' && fn !== 'avg')) continue
    for (const table of joined) {
      const [many, ...more] = (draft.isReachable(column.table, table) ?? []).filter(({ toOne }) => !toOne)
      if (many !== undefined && (more.length > 0 || !isPairing(many.to.table)))
        throw new Unclear('tooMuch', column.name)
    }
  }
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

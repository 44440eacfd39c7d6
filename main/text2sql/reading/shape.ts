import type { Ref } from '../linking/ref'
import { type Measure, type TimeGroup, tableOfGroup } from '../query/query'
import type { Column, Table } from '../schema/profile'
import { identifies, isMeasureColumn, isPerson, keyColumn, nameColumns, namesPeople } from '../schema/row-names'
import { canonicalWords, isPlural, isVerb } from '../words/words'
import { sameMeasure } from './columns'
import { type Draft, namedTable } from './draft'
import { ownerAsked } from './ranking/ranking'
import { Unclear } from './unclear'

/** Columns of a table that are shown where all are asked. */
const maxShown = 60

/** What a query's rows are made of. */
export interface Shape {
  readonly root: Table
  readonly entity: Table | Column | null
  readonly shown: Column[]
  readonly grouped: (Column | TimeGroup)[]
  readonly kept: Measure[]
  readonly isCountOfGroups: boolean
}

/** An aggregate, groups that are ranked or bounded, or rows as they are. */
export function shapeOf(draft: Draft, contexts: readonly Table[]): Shape {
  const isCountOfGroups =
    draft.having.length > 0 &&
    // 订单数超过6的客户有哪些 asks which.
    !draft.items.some(
      ({ kind, text }, at) => kind === 'list' && /^(?:which|who)$/i.test(text) && (at === 0 || draft.isChinese),
    ) &&
    draft.measures.length === 1 &&
    draft.measures[0]!.fn === 'count' &&
    draft.subject === null
  draft.subject = kindsAsked(draft) ?? ownKey(draft) ?? rowsAsked(draft) ?? personAsked(draft) ?? draft.subject
  const entity: Table | Column | null = isCountOfGroups
    ? (draft.measures[0]!.column ?? draft.measures[0]!.table)
    : draft.subject === null
      ? draft.groups[0] !== undefined && !('unit' in draft.groups[0]) && draft.isGrouped
        ? draft.groups[0]
        : null
      : draft.subject.kind === 'table'
        ? draft.subject.table
        : draft.subject.column
  // "Who sold the most cars at each dealership?" asks for nobody's dealership.
  const first = draft.groups[0]
  const isOfGroup = draft.subject === null && draft.isGrouped && first !== undefined && !('unit' in first)
  if (isOfGroup && draft.asksWho && !isPerson('columns' in first ? first : first.table))
    throw new Unclear('tooMuch', '')
  let root: Table
  let shown: Column[] = []
  let grouped: (Column | TimeGroup)[] = []
  let kept: Measure[] = [...draft.measures]
  if (draft.isAggregate) {
    const counted = draft.measures[0]!
    // The mean of a run's pieces per run is the mean of all.
    if (counted.fn === 'avg')
      draft.groups.splice(0, draft.groups.length, ...draft.groups.filter((group) => group !== counted.table))
    // Of each of them there is one: the kinds are meant.
    const itself = draft.groups.indexOf(counted.table)
    if (counted.fn === 'count' && counted.column === null && itself >= 0) draft.groups[itself] = kindOf(counted.table)
    root = counted.table
    grouped = draft.groups.flatMap<Column | TimeGroup>((group) =>
      'unit' in group ? [group] : entityColumns(draft, group, true),
    )
    grouped = [...new Set(grouped)]
    // Each row of what there are many of for one is seldom a group.
    for (const group of draft.groups)
      if ('columns' in group && draft.isReachable(root, group)?.every(({ toOne }) => toOne) === false) draft.cost += 0.3
    if (counted.distinct && counted.column === null && grouped.length === 0 && contexts.length > 0) root = counted.table
  } else if (draft.isGrouped) {
    const measured = draft.ranked ?? draft.having[0]!.measure
    // "Which month had the most orders?" ranks months.
    const isOfTimes = entity === null && draft.groupUnits.length > 0
    if (entity === null && !isOfTimes) throw new Unclear('noSubject', '')
    const entityTable = entity === null ? measured.table : 'columns' in entity ? entity : entity.table
    const isSame = entity !== null && entityTable === measured.table && 'columns' in entity
    if (isSame && measured.fn === 'count') throw new Unclear('noMeasure', entityTable.name)
    // The first of each group is another question than the first groups.
    const isOfEach = draft.groups.some((group) => group !== entity) || (!isOfTimes && draft.groupUnits.length > 0)
    // Who sold a car of every make has sold them all.
    const isOfAll =
      draft.having.length > 0 && draft.items.some(({ kind, text }) => kind === 'each' && /every/i.test(text))
    if (isOfAll && /^(?:which|who|list)$/i.test(draft.items[0]!.text)) throw new Unclear('tooMuch', entityTable.name)
    if (draft.limit !== null && isOfEach) throw new Unclear('tooMuch', entityTable.name)
    root = measured.table
    grouped = [
      ...(entity === null ? [] : [...keyBeside(entity, measured), ...entityColumns(draft, entity, true)]),
      ...draft.combined,
      ...draft.groups
        .filter((group) => group !== entity)
        .flatMap<Column | TimeGroup>((group) => ('unit' in group ? [group] : entityColumns(draft, group))),
    ]
    for (const column of draft.outputs) {
      if (grouped.includes(column) || draft.ranked?.column === column) continue
      // "Which player unlocked the most achievements?": when is not asked.
      const isPassed = draft
        .isReachable(root, entityTable)
        ?.some(({ from, to }) => [from.table, to.table].includes(column.table))
      if (column.type === 'date' && column.table !== entityTable && isPassed === true && draft.times.length === 0)
        continue
      // "The payment methods by total amount paid": no group of the days on which it was.
      const isDoing = draft.items.some(
        (item) => item.kind === 'refs' && item.ref.kind === 'column' && item.ref.column === column && isVerb(item.text),
      )
      if (column.type === 'date' && isDoing) continue
      // "The name and budget of the project with the most tasks": asked of it before it is ranked.
      if (column.table === entityTable && entity !== null && 'columns' in entity && isAskedFirst(draft, column)) {
        grouped.push(column)
        continue
      }
      const isForeignKey = draft.isForeign({ kind: 'column', column, score: 1, saysTable: false })
      if (column.table !== entityTable || isMeasureColumn(column) || (isForeignKey && !identifies(column)))
        throw new Unclear('unread', column.name)
      grouped.push(column)
    }
    grouped = [...new Set(grouped)]
    kept = isCountOfGroups
      ? []
      : [
          ...(draft.ranked === null ? [] : [draft.ranked]),
          ...draft.having.map(({ measure }) => measure),
          ...draft.measures,
        ]
    kept = kept.filter((measure, at) => kept.findIndex((other) => sameMeasure(other, measure)) === at)
    for (const measure of kept) if (measure.table !== root && measure.fn !== 'count') throw new Unclear('tooMuch', '')
    if (kept.some((measure) => measure.table !== root)) throw new Unclear('tooMuch', '')
  } else {
    if (draft.measures.length > 0) throw new Unclear('tooMuch', '')
    const anchor = entity ?? draft.outputs[0]!
    root = 'columns' in anchor ? anchor : anchor.table
    const key = draft.order[0]?.term.kind === 'column' ? draft.order[0].term.column : null
    // What is ranked may stand in another table than its name: the rows are of the one whose values rank them.
    if (
      key !== null &&
      key.table !== root &&
      draft.isReachable(root, key.table)?.every(({ toOne }) => toOne) !== true
    ) {
      // 账户余额最高的用户: the account is said.
      const isSaid = draft.items.some(
        (item) => item.kind === 'refs' && item.ref.kind === 'column' && item.ref.column === key && item.ref.saysTable,
      )
      if (draft.limit !== 1 || (draft.isChinese && !isSaid)) throw new Unclear('tooMuch', key.name)
      root = key.table
    }
    if (entity !== null && 'columns' in entity) {
      try {
        shown = entityColumns(draft, entity)
      } catch {
        shown = [...entity.columns].slice(0, 20)
      }
      if (draft.showsAll || (nameColumns(entity).length === 0 && draft.outputs.length === 0))
        shown = [...entity.columns].slice(0, draft.showsAll ? maxShown : 20)
    } else if (entity !== null) shown = [entity]
    shown = [...shown, ...draft.outputs.filter((column) => !shown.includes(column))]
    if (draft.groups.length > 0) grouped = groupsOfFirst(draft, root, key)
    // "When was its first delivery, and of which beer?"
    if (draft.groups.length > 0)
      for (const table of contexts)
        if (table !== root && draft.isOfOne(root, table))
          shown.push(...nameColumns(table).filter((column) => !shown.includes(column)))
    shown = shown.filter((column) => !grouped.includes(column))
    // The first of rows that are shown once for each of many others is none.
    const isMany = ({ table }: Column): boolean => draft.isReachable(root, table)?.every(({ toOne }) => toOne) !== true
    if (draft.order.length > 0 && draft.limit !== null && shown.some(isMany)) throw new Unclear('tooMuch', '')
    if (key !== null && !shown.includes(key)) shown = [...shown, key]
  }
  return { root, entity, shown, grouped, kept, isCountOfGroups }
}

/** "The distinct names of all races": what they are called, and not each race. */
function kindsAsked(draft: Draft): Ref | null {
  if (draft.isAggregate || draft.isGrouped || draft.order.length > 0 || draft.subject?.kind !== 'table') return null
  const { table } = draft.subject
  const kinds = draft.items.find((_, at) => draft.items[at - 1]?.kind === 'distinct')
  if (kinds?.kind !== 'refs' || kinds.ref.kind !== 'column') return null
  const [name, ...names] = nameColumns(table)
  const isNamed = name !== undefined && names.length === 0 && /^names?$/i.test(kinds.text)
  const column = isNamed ? name : kinds.ref.column
  const isAlone = [column, ...draft.outputs].every((one) => one.table === table)
  return isAlone ? { kind: 'column', column, score: 1, saysTable: true } : null
}

/** "All type codes and descriptions": those of the types themselves, whatever refers to them. */
function ownKey(draft: Draft): Ref | null {
  const key = draft.subject?.kind === 'column' ? draft.subject.column : null
  if (key === null || draft.isAggregate || draft.isGrouped || draft.outputs.length === 0) return null
  const to = draft.joins.find(({ from, toOne }) => from === key && toOne)?.to
  const isOfOwner = to !== undefined && identifies(to) && draft.outputs.every(({ table }) => table === to.table)
  const isSpoken = draft.spokenTables().some((table) => table === key.table && namesRows(draft, table))
  const isBound = [...draft.filters, ...draft.any].some(({ column }) => column.table === key.table)
  return isOfOwner && !isSpoken && !isBound && draft.related.length + draft.order.length === 0
    ? { kind: 'column', column: to, score: 1, saysTable: false }
    : null
}

/** "Who owns the boat with the longest mast?": whose it is, and neither the boat nor the year of its building. @throws Unclear */
function personAsked(draft: Draft): Ref | null {
  if (!draft.hasSuperlative || draft.isGrouped || draft.isAggregate) return null
  const { subject, outputs } = draft
  const [column] = subject === null ? outputs : subject.kind === 'column' ? [subject.column] : []
  const table = subject?.kind === 'table' ? subject.table : column?.table
  if (table === undefined || (column !== undefined && namesPeople(column))) return null
  const person = ownerAsked(draft, table)
  return person === table ? null : { kind: 'table', table: person, score: 1 }
}

/** Whether a column is said before what ranks or bounds the rows. */
function isAskedFirst({ items }: Draft, column: Column): boolean {
  const ranking = items.findIndex(({ kind }) => kind === 'superlative' || kind === 'comparison' || kind === 'top')
  const said = items.findIndex(
    (item) => item.kind === 'refs' && item.ref.kind === 'column' && item.ref.column === column,
  )
  return said >= 0 && said < ranking && items[0]!.kind === 'list'
}

const namesRows = (draft: Draft, table: Table): boolean => draft.items.some((item) => namedTable(item) === table)

/**
 * "The ages and hometowns of the teachers", "the earnings of players": what each row holds, and not which of it there is.
 * Moves what the question begins with to what is shown beside the names of the rows.
 */
function rowsAsked(draft: Draft): Ref | null {
  if (draft.isAggregate || draft.isGrouped || draft.limit !== null || draft.isChinese) return null
  if (draft.subject?.kind !== 'column' || draft.items.some(({ kind }) => kind === 'distinct')) return null
  const { column } = draft.subject
  const { table } = column
  const isSeveral = draft.outputs.length > 0 || isMeasureColumn(column)
  const isOfTable = draft.outputs.every((one) => one.table === table) && !nameColumns(table).includes(column)
  const saysRows = draft.items.some(
    (item) =>
      item.kind === 'refs' &&
      isPlural(item.text) &&
      (item.ref.kind === 'table'
        ? item.ref.table === table
        : item.ref.kind === 'column' && item.ref.column.table === table && / of /i.test(item.text)),
  )
  const isNamed = nameColumns(table).length > 0 || keyColumn(table) !== null
  if (!isSeveral || !isOfTable || !saysRows || !isNamed) return null
  draft.outputs.unshift(column)
  return { kind: 'table', table, score: 1 }
}

/** The key beside a name that several rows may have: the sums of two students of one name are two. */
function keyBeside(entity: Table | Column, measured: Measure): readonly Column[] {
  if ('columns' in entity || entity.isUnique || measured.fn === 'count') return []
  const key = keyColumn(entity.table)
  return key !== null && nameColumns(entity.table).includes(entity) ? [key] : []
}

/** The groups of which the first row is asked, each row in one. @throws Unclear */
function groupsOfFirst(draft: Draft, root: Table, key: Column | null): (Column | TimeGroup)[] {
  const isOne = (group: Column | TimeGroup): boolean => draft.isOfOne(root, tableOfGroup(group))
  const isOfRoot = draft.groups.some((group) => group === root)
  if (!draft.isFirstOfEach || key?.table !== root || isOfRoot || draft.related.length > 0)
    throw new Unclear('tooMuch', root.name)
  const groups = draft.groups.flatMap<Column | TimeGroup>((group) =>
    'unit' in group ? [group] : entityColumns(draft, group, true),
  )
  if (!groups.every(isOne)) throw new Unclear('tooMuch', root.name)
  return groups
}

const kinds = canonicalWords('type kind category species class')

/** The column that says of which kind a row is. @throws Unclear where there is none, or several */
function kindOf(table: Table): Column {
  const [kind, ...others] = table.columns.filter(
    ({ type, isUnique, words }) => type === 'text' && !isUnique && kinds.has(words.at(-1)!),
  )
  if (kind === undefined || others.length > 0) throw new Unclear('tooMuch', table.name)
  return kind
}

/** What names the rows of a table, or groups them. */
function entityColumns(draft: Draft, ref: Table | Column, isGroup = false): Column[] {
  if ('columns' in ref) {
    const key = keyColumn(ref)
    const names = nameColumns(ref)
    // Rows that only give another table's rows a name (a category each) are grouped by the name.
    const isReferred = draft.joins.some(
      ({ from, to, toOne }) => to.table === ref && identifies(to) && toOne && !from.isUnique,
    )
    if (isGroup && names.length > 0 && !isReferred && names.some(({ isUnique }) => !isUnique)) return [...names]
    // Rows without a name are told apart by their code.
    const codes =
      isGroup && names.length === 0 ? ref.columns.filter(({ type, isUnique }) => type === 'text' && isUnique) : []
    const all = [...(key === null ? [] : [key]), ...[...names, ...codes.slice(0, 1)].filter((name) => name !== key)]
    if (all.length === 0) throw new Unclear('noSubject', ref.name)
    return all
  }
  return [ref]
}

import type { DatabaseCell } from '../../../contract/databases/database-tasks'
import type { DatabaseEngine } from '../../../contract/resources/resource'
import type { Column, Table } from '../schema/profile'
import { identifies, keyColumn } from '../schema/row-names'
import { dialectOf } from './dialect'
import type { FigureNames } from './figure-names'
import { type Join, pathBetween } from './joins'
import { type Filter, groupsByTime, type Measure, type Query, type TimeGroup } from './query'
import { rowsOfPlaces } from './ranked-rows'

export interface Statement {
  readonly sql: string
  readonly parameters: readonly DatabaseCell[]
}

const isPattern = (op: Filter['op']): boolean => /(?:contains|with)$/.test(op)
const isTimeGroup = (group: Column | TimeGroup): group is TimeGroup => 'unit' in group

/** Conditions on rows of another table, and the way to it. */
interface Branch {
  readonly path: readonly Join[]
  readonly over?: Query['related'][number]
  readonly filters: readonly Filter[]
}

/** How many joins two ways share from the start. */
function sharedSteps(left: readonly Join[], right: readonly Join[]): number {
  const end = left.findIndex(({ from, to }, at) => right[at]?.from !== from || right[at]?.to !== to)
  return end < 0 ? left.length : end
}

/**
 * Whether two conditions are on one row of many, or on what it refers to: enrolled "in 'Databases' in Spring 2024" is one enrolment. What is
 * said of a table on the way to another is said of the same row.
 */
function isOfOneRow(one: Branch, other: Branch): boolean {
  const steps = sharedSteps(one.path, other.path)
  const [left, right] = [one.path.slice(steps), other.path.slice(steps)]
  const tables = [...one.path, ...right].map(({ to }) => to.table)
  return (
    one.path.slice(0, steps).some(({ toOne }) => !toOne) &&
    (left.length === 0 || right.length === 0 || [...left, ...right].every(({ toOne }) => toOne)) &&
    new Set(tables).size === tables.length &&
    one.over === other.over &&
    [...one.filters, ...other.filters].every(({ op }) => op !== 'not in')
  )
}

const together = (one: Branch, other: Branch): Branch => ({
  ...one,
  path: [...one.path, ...other.path.slice(sharedSteps(one.path, other.path))],
  filters: [...one.filters, ...other.filters],
})

// Over 300 lines: one statement, whose clauses share its tables' names and its parameters.

/**
 * Writes a query as one SELECT. Rows are multiplied by no join that only filters: what is on the side of many is asked
 * with EXISTS. Values are parameters.
 * @param figures what the columns of its answer are called
 * @param bindings parameters that stand before this statement's
 */
export function statementOf(
  query: Query,
  joins: readonly Join[],
  engine: DatabaseEngine,
  figures: FigureNames,
  bindings = 0,
): Statement {
  const dialect = dialectOf(engine)
  const { quote } = dialect
  const parameters: DatabaseCell[] = []
  const bound = (value: DatabaseCell): string => {
    parameters.push(value)
    return dialect.placeholder(bindings + parameters.length)
  }
  const listOf = (values: readonly DatabaseCell[]): string => values.map(bound).join(', ')
  const nameOf = ({ schema, source }: Table): string =>
    schema === null ? quote(source) : `${quote(schema)}.${quote(source)}`
  const pathTo = (table: Table): readonly Join[] => {
    const path = pathBetween(joins, query.root, table)
    if (path === null) throw new Error(`No way from ${query.root.name} to ${table.name}.`)
    return path
  }
  // Tables that the rows themselves need, each joined once.
  const aliases = new Map<Table, string>([[query.root, 't1']])
  const joined: { join: Join; isOuter: boolean }[] = []
  const need = (table: Table, isOuter = false): void => {
    for (const join of pathTo(table)) {
      if (aliases.has(join.to.table)) continue
      aliases.set(join.to.table, `t${aliases.size + 1}`)
      joined.push({ join, isOuter })
    }
  }
  const needColumn = ({ table, derived }: Column): void => {
    need(table)
    if (derived !== undefined) for (const column of [derived.left, derived.right]) needColumn(column)
  }
  for (const column of query.outputs) needColumn(column)
  for (const group of query.groups) needColumn(isTimeGroup(group) ? group.column : group)
  for (const { term } of query.order) if (term.kind === 'column') needColumn(term.column)
  const measured = [
    ...query.measures,
    ...query.having.map(({ measure }) => measure),
    ...query.order.flatMap(({ term }) => (term.kind === 'measure' ? [term.measure] : [])),
  ]
  for (const { column } of measured) if (column?.derived !== undefined) needColumn(column)
  // Who has no manager has none in Oslo either: a row that refers to nothing must not fall out of a join.
  const isOfMany = ({ op }: Filter): boolean => op === 'holds each' || op === 'holds all'
  const conditions = query.filters.filter(
    (filter) => !isOfMany(filter) && (filter.op !== 'not in' || filter.column.table === query.root),
  )
  for (const { column } of [...conditions, ...query.anyOf, ...(query.share?.filters ?? [])]) {
    // A drug that a shown report is on: the same report is meant.
    const isOfShown = pathTo(column.table).every(({ to, toOne }) => toOne || aliases.has(to.table))
    if (query.anyOf.length > 0 || isOfShown) needColumn(column)
  }
  const nameIn = (column: Column, names: ReadonlyMap<Table, string>): string =>
    `${names.get(column.table)}.${quote(column.name)}`
  const columnOf = (column: Column, names: ReadonlyMap<Table, string> = aliases): string => {
    if (column.derived !== undefined) {
      const { op, left, right } = column.derived
      const [first, second] = [columnOf(left, names), columnOf(right, names)]
      if (op === 'days') return dialect.elapsedDays(first, second)
      if (op === 'per') return `(${dialect.fractional(first)} / NULLIF(${second}, 0))`
      return `(${first} ${op === 'times' ? '*' : '-'} ${second})`
    }
    if (column.isWritten) return dialect.fractional(nameIn(column, names))
    return column.type === 'date' && column.dateForm !== 'iso'
      ? dialect.iso(nameIn(column, names), column.dateForm)
      : nameIn(column, names)
  }
  const groupOf = (group: Column | TimeGroup): string => (isTimeGroup(group) ? periodOf(group) : columnOf(group))
  const periodOf = ({ column, unit }: TimeGroup): string => {
    const when = columnOf(column)
    if (unit === 'weekday' || unit === 'monthOfYear' || unit === 'hourOfDay') return dialect.part(when, unit)
    if (unit !== 'decade') return dialect.unit(when, unit)
    const year = dialect.integer(column.type === 'date' ? dialect.unit(when, 'year') : when)
    return `(${year} - ${year} % 10)`
  }
  /** Days and months by their names: they are grouped, and stand in order, by their numbers. */
  const shownGroup = (group: Column | TimeGroup): string => {
    const by = groupOf(group)
    const called = isTimeGroup(group) ? figures.partNames(group.unit) : []
    return called.length === 0
      ? by
      : `CASE ${by} ${called.map((one, at) => `WHEN ${at + 1} THEN '${one}'`).join(' ')} END`
  }
  const multiplies = joined.some(({ join }) => !join.toOne)
  const measureOf = ({ fn, column, table, distinct, since }: Measure): string => {
    if (column !== null) {
      const value =
        since === undefined
          ? columnOf(column)
          : `${dialect.elapsedDays(columnOf(since.column), columnOf(column))} * ${{ day: 1, hour: 24, minute: 1440 }[since.unit]}`
      if (fn === 'range') return `(MAX(${value}) - MIN(${value}))`
      return `${fn.toUpperCase()}(${distinct ? 'DISTINCT ' : ''}${value})`
    }
    const key = keyColumn(table)
    return (multiplies || distinct) && key !== null ? `COUNT(DISTINCT ${columnOf(key)})` : 'COUNT(*)'
  }
  const conditionOf = ({ column, op, values }: Filter, names = aliases): string => {
    const left = columnOf(column, names)
    if (op === 'is null' || op === 'is not null') return `${left} ${op.toUpperCase()}`
    if (op === 'in years' || op === 'in months')
      return `${dialect.unit(left, op === 'in years' ? 'year' : 'month')} IN (${listOf(values)})`
    if (op === 'on weekdays') return `${dialect.part(left, 'weekday')} IN (${listOf(values)})`
    if (op === 'above average' || op === 'below average') {
      const all = column.isWritten ? dialect.fractional(quote(column.name)) : quote(column.name)
      const mean = `(SELECT AVG(${all}) FROM ${nameOf(column.table)})`
      return `${left} ${op === 'above average' ? '>' : '<'} ${mean}`
    }
    if (op === 'above column' || op === 'below column') {
      const other = column.table.columns.find(({ name }) => name === values[0])
      return `${left} ${op === 'above column' ? '>' : '<'} ${columnOf(other!, names)}`
    }
    if (isPattern(op)) {
      const part = String(values[0]).replace(/[!%_]/g, '!$&')
      const like = bound(`${op === 'starts with' ? '' : '%'}${part}${op === 'ends with' ? '' : '%'}`)
      return op === 'not contains'
        ? `(${left} NOT ${dialect.like} ${like} ESCAPE '!' OR ${left} IS NULL)`
        : `${left} ${dialect.like} ${like} ESCAPE '!'`
    }
    if (op === 'between') return `${left} BETWEEN ${bound(values[0]!)} AND ${bound(values[1]!)}`
    if (op === 'in' || op === 'not in') {
      const list = listOf(values)
      return op === 'in' ? `${left} IN (${list})` : `(${left} NOT IN (${list}) OR ${left} IS NULL)`
    }
    return `${left} ${op} ${bound(values[0]!)}`
  }
  /** Rows of another table that belong to the root's row, with conditions on them. */
  const existsOf = (path: readonly Join[], filters: readonly Filter[], isAbsent: boolean): string => {
    const names = new Map(aliases)
    const [first, ...rest] = path
    names.set(first!.to.table, 'e1')
    const inner = rest.map((join, at) => {
      names.set(join.to.table, `e${at + 2}`)
      return ` JOIN ${nameOf(join.to.table)} e${at + 2} ON ${columnOf(join.to, names)} = ${columnOf(join.from, names)}`
    })
    const link = `${columnOf(first!.to, names)} = ${aliases.get(query.root)}.${quote(first!.from.name)}`
    const where = [link, ...filters.map((filter) => conditionOf(filter, names))].join(' AND ')
    return `${isAbsent ? 'NOT ' : ''}EXISTS (SELECT 1 FROM ${nameOf(first!.to.table)} e1${inner.join('')} WHERE ${where})`
  }

  /** What happened in between is named, and the way leads over it: "courses that Ada took", "customers who bought a novel", not those who reviewed one. */
  const wayTo = (table: Table): { readonly path: readonly Join[]; readonly over?: Query['related'][number] } => {
    const direct = pathTo(table)
    const passes = (path: readonly Join[], one: Table): boolean => path.some(({ to }) => to.table === one)
    for (const over of query.related) {
      const rest = over.table === query.root ? null : pathBetween(joins, over.table, table)
      if (rest === null) continue
      const isOther = !passes(direct, over.table) && !passes(rest, query.root)
      if (rest.every(({ toOne }) => toOne) || isOther) return { path: [...pathTo(over.table), ...rest], over }
    }
    return { path: direct }
  }

  const met = new Set<Table>()
  /** What a way leads over needs no condition of its own. */
  const meet = (path: readonly Join[], over: Query['related'][number] | undefined): void => {
    if (over?.isAbsent === true) met.add(over.table)
    else if (over !== undefined)
      for (const { table, isAbsent } of query.related)
        if (!isAbsent && path.some(({ to }) => to.table === table)) met.add(table)
  }

  /** Each of several values, or of all that there are, among the rows that belong to the root's row. */
  const holdsOf = ({ column, op, values, words }: Filter): string => {
    const { path, over } = wayTo(column.table)
    meet(path, over)
    // Of days the values are years or months.
    const opOf = (value: DatabaseCell): Filter['op'] =>
      column.type !== 'date' ? '=' : String(value).length === 4 ? 'in years' : 'in months'
    if (op === 'holds each')
      return values
        .map((value) => existsOf(path, [{ column, op: opOf(value), values: [value], words }], false))
        .join(' AND ')
    const [of, own] = [nameOf(column.table), quote(column.name)]
    const has = existsOf(path, [], false).replace(/\)$/, ` AND e${path.length}.${own} = every_one.${own})`)
    return `NOT EXISTS (SELECT 1 FROM ${of} every_one WHERE every_one.${own} IS NOT NULL AND NOT ${has})`
  }

  // Parameters are numbered as they are written: what stands first is written first.
  const names: string[] = []
  const select: string[] = []
  const show = (expression: string, name: string): void => {
    let unique = name
    for (let count = 2; names.includes(unique); count += 1) unique = `${name}_${count}`
    names.push(unique)
    select.push(`${expression} AS ${quote(unique)}`)
  }
  for (const column of query.outputs) show(columnOf(column), column.name)
  for (const group of query.groups) show(shownGroup(group), isTimeGroup(group) ? figures.unit[group.unit] : group.name)
  const shareName = query.share?.percent === true ? figures.percentage : figures.share
  if (query.share === null) for (const measure of query.measures) show(measureOf(measure), figures.measure(measure))
  else {
    const inPart = query.share.filters.map((filter) => conditionOf(filter)).join(' AND ')
    const summed = query.measures[0]?.fn === 'sum' ? query.measures[0].column : null
    const [one, all] = summed === null ? ['1', 'COUNT(*)'] : [columnOf(summed), `SUM(${columnOf(summed)})`]
    // Without a condition each group is a part of all.
    const [part, whole] =
      inPart === '' ? [all, `SUM(${all}) OVER ()`] : [`SUM(CASE WHEN ${inPart} THEN ${one} ELSE 0 END)`, all]
    show(`${query.share.percent ? '100.0' : '1.0'} * ${part} / ${whole}`, shareName)
  }
  const from = `${nameOf(query.root)} t1${joined
    .map(
      ({ join }) =>
        ` JOIN ${nameOf(join.to.table)} ${aliases.get(join.to.table)} ON ${columnOf(join.to)} = ${columnOf(join.from)}`,
    )
    .join('')}`
  const where: string[] = []
  const branches = new Map<Table, Filter[]>()
  for (const filter of query.filters) {
    if (isOfMany(filter)) where.push(holdsOf(filter))
    else if (aliases.has(filter.column.table)) where.push(conditionOf(filter))
    else branches.set(filter.column.table, [...(branches.get(filter.column.table) ?? []), filter])
  }
  const joint: Branch[] = []
  for (const [table, filters] of branches) {
    const branch = { ...wayTo(table), filters }
    const at = joint.findIndex((other) => isOfOneRow(other, branch))
    if (at < 0) joint.push(branch)
    else joint[at] = together(joint[at]!, branch)
  }
  for (const { path, over, filters } of joint) {
    meet(path, over)
    const none = (refused: readonly Filter[]): string =>
      existsOf(
        path,
        refused.map((filter) => ({ ...filter, op: 'in' as const })),
        true,
      )
    // "A dog, but no cat": not the same row is meant.
    const opposed = filters.filter(
      (filter) =>
        filter.op === 'not in' && filters.some(({ op, column }) => op !== 'not in' && column === filter.column),
    )
    const same = filters.filter((filter) => !opposed.includes(filter))
    const isNegated = same.every(({ op }) => op === 'not in')
    where.push(isNegated ? none(same) : existsOf(path, same, over?.isAbsent ?? false))
    for (const filter of opposed) where.push(none([filter]))
  }
  for (const { table, isAbsent } of query.related) {
    if (table !== query.root && !met.has(table)) where.push(existsOf(pathTo(table), [], isAbsent))
  }
  if (query.anyOf.length > 0) where.push(`(${query.anyOf.map((filter) => conditionOf(filter)).join(' OR ')})`)
  const [first] = query.order
  if (first !== undefined && query.limit !== null && first.term.kind === 'column')
    where.push(`${columnOf(first.term.column)} IS NOT NULL`)
  // What nothing is said of is no group that could be first.
  for (const group of query.limit === null || first?.term.kind !== 'measure' ? [] : query.groups)
    if (!isTimeGroup(group) && group.isSparse && !identifies(group)) where.push(`${columnOf(group)} IS NOT NULL`)
  const having = query.having.map(({ measure, op, value }) => `${measureOf(measure)} ${op} ${bound(value)}`)
  const order = query.order.map(({ term, descending }) => {
    const isShare = query.share !== null && term.kind === 'measure'
    const by = isShare ? quote(shareName) : term.kind === 'column' ? columnOf(term.column) : measureOf(term.measure)
    return `${by}${descending ? ' DESC' : ''}`
  })
  const times = query.groups.filter(groupsByTime)
  const usual =
    query.groups.length === 0 || order.length > 0
      ? []
      : times.length > 0
        ? times.map(groupOf)
        : query.share !== null
          ? [`${quote(shareName)} DESC`]
          : query.measures.slice(0, 1).map((measure) => `${measureOf(measure)} DESC`)
  const [shown] = query.order
  // The first row of each group, else the first of all, with others of the same rank: of two that have the most both do.
  const isOfEach =
    query.groups.length > 0 && query.measures.length === 0 && query.limit !== null && shown?.term.kind === 'column'
  const isRanked = (query.withTies || query.ofEach.length > 0) && order.length > 0 && !query.onlyCount
  if ((isOfEach || isRanked) && query.share === null) {
    // A value that several rows have is one answer: of the first place alone, which orders nothing.
    const isOfRows =
      query.groups.length > 0 ||
      query.outputs.some((column) => column.table === query.root && (identifies(column) || column.isUnique))
    const sql = rowsOfPlaces(query, {
      names,
      select: select.join(', '),
      partition: (isOfEach ? query.groups : query.ofEach).map((group) => ({
        by: groupOf(group),
        name: names[query.outputs.length + query.groups.indexOf(group)]!,
      })),
      by: order.join(', '),
      rest: [
        `FROM ${from}`,
        where.length > 0 ? `WHERE ${where.join(' AND ')}` : '',
        query.groups.length > 0 && !isOfEach ? `GROUP BY ${query.groups.map(groupOf).join(', ')}` : '',
        having.length > 0 ? `HAVING ${having.join(' AND ')}` : '',
      ].filter((part) => part !== ''),
      isOfRows,
      quote,
    })
    return { sql, parameters }
  }
  const parts = [
    `SELECT ${query.distinct ? 'DISTINCT ' : ''}${select.join(', ')}`,
    `FROM ${from}`,
    where.length > 0 ? `WHERE ${where.join(' AND ')}` : '',
    query.groups.length > 0 ? `GROUP BY ${query.groups.map(groupOf).join(', ')}` : '',
    having.length > 0 ? `HAVING ${having.join(' AND ')}` : '',
    order.length + usual.length > 0 ? `ORDER BY ${[...order, ...usual].join(', ')}` : '',
    query.limit === null ? '' : `LIMIT ${query.limit}`,
  ]
  const sql = parts.filter((part) => part !== '').join('\n')
  return {
    sql: query.onlyCount ? `SELECT COUNT(*) AS ${quote(figures.count)} FROM (\n${sql}\n) counted` : sql,
    parameters,
  }
}

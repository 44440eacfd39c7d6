import type { DatabaseEngine } from '../../../contract/resources/resource'
import type { Column, Table } from '../schema/profile'
import { keyColumn } from '../schema/row-names'
import { dialectOf } from './dialect'
import type { FigureNames } from './figure-names'
import { type Join, pathBetween } from './joins'
import type { Filter, Measure, Query } from './query'
import { rowsOfPlaces } from './ranked-rows'
import { type Statement, statementOf } from './statement'

/**
 * Writes a query as one SELECT. Whoever has the fewest, or fewer than some, may have none: that is found by no join of the
 * rows that there are.
 */
export function statementFor(
  query: Query,
  joins: readonly Join[],
  engine: DatabaseEngine,
  figures: FigureNames,
): Statement {
  const few = fewOf(query, joins)
  return few === null ? statementOf(query, joins, engine, figures) : fewOfEach(query, few, joins, engine, figures)
}

/** What is counted for each row of a table of which few are asked for. */
interface Few {
  readonly measure: Measure
  readonly owner: Table
  readonly key: Column
  /** What the rows are told apart by. */
  readonly columns: readonly Column[]
}

/** The number that is to be low; null where a query asks for no such. */
function lowIn({ having, order, limit }: Query): Measure | null {
  const [asked] = having
  const [first] = order
  if (having.length === 1 && order.length === 0 && limit === null) {
    const isFew = asked!.op === '<' || asked!.op === '<=' || (asked!.op === '=' && asked!.value === 0)
    return isFew ? asked!.measure : null
  }
  const isLowest = having.length === 0 && order.length === 1 && !first!.descending && limit !== null
  return isLowest && first!.term.kind === 'measure' ? first!.term.measure : null
}

function fewOf(query: Query, joins: readonly Join[]): Few | null {
  const measure = lowIn(query)
  if (measure?.fn !== 'count' || query.share !== null || query.anyOf.length > 0) return null
  const columns = query.groups.flatMap((group) => ('unit' in group ? [] : [group]))
  const owner = columns[0]?.table
  const key = owner === undefined ? null : keyColumn(owner)
  if (owner === undefined || owner === query.root || key === null || !columns.includes(key)) return null
  const isOfOwner =
    columns.length === query.groups.length &&
    columns.every(({ table }) => table === owner) &&
    query.outputs.every((column) => columns.includes(column))
  const isOnlyFigure = query.measures.every(({ fn, table }) => fn === 'count' && table === measure.table)
  const isJoined = pathBetween(joins, query.root, owner) !== null
  return isOfOwner && isOnlyFigure && isJoined ? { measure, owner, key, columns } : null
}

/** All rows of the owner, each with how many were counted for it, or none. */
function fewOfEach(
  query: Query,
  { measure, owner, key, columns }: Few,
  joins: readonly Join[],
  engine: DatabaseEngine,
  figures: FigureNames,
): Statement {
  const { quote, placeholder } = dialectOf(engine)
  // What is said of the owner, and of what it belongs to, chooses whom it is asked of.
  const isOfOwner = ({ column }: Filter): boolean =>
    column.table === owner ||
    (column.table !== query.root &&
      pathBetween(joins, query.root, column.table)?.some(({ to }) => to.table === owner) === true)
  const bare = { ...query, having: [], order: [], limit: null, nth: null, withTies: false, onlyCount: false }
  const ofOwner = query.filters.filter(isOfOwner)
  const all = statementOf(
    { ...bare, root: owner, outputs: columns, groups: [], measures: [], related: [], filters: ofOwner },
    joins,
    engine,
    figures,
  )
  const rest = {
    filters: query.filters.filter((filter) => !isOfOwner(filter)),
    related: query.related.filter(({ table }) => table !== owner),
  }
  const counted = statementOf(
    { ...bare, ...rest, outputs: [], groups: [key], measures: [measure] },
    joins,
    engine,
    figures,
    all.parameters.length,
  )
  const figure = quote(figures.measure(measure))
  const number = `COALESCE(part.${figure}, 0)`
  const parameters = [...all.parameters, ...counted.parameters]
  const names = columns.map(({ name }) => quote(name))
  const shown = [...names.map((name) => `whole.${name} AS ${name}`), `${number} AS ${figure}`].join(', ')
  const from = [
    `FROM (\n${all.sql}\n) whole`,
    `LEFT JOIN (\n${counted.sql}\n) part ON part.${quote(key.name)} = whole.${quote(key.name)}`,
  ]
  const [asked] = query.having
  if (asked !== undefined) {
    parameters.push(asked.value)
    const where = `WHERE ${number} ${asked.op} ${placeholder(parameters.length)}`
    const lines = query.onlyCount
      ? [`SELECT COUNT(*) AS ${quote(figures.count)}`, ...from, where]
      : [`SELECT ${shown}`, ...from, where, `ORDER BY ${number}`]
    return { sql: lines.join('\n'), parameters }
  }
  if (!query.withTies && query.ofEach.length === 0)
    return { sql: [`SELECT ${shown}`, ...from, `ORDER BY ${number}`, `LIMIT ${query.limit}`].join('\n'), parameters }
  const sql = rowsOfPlaces(query, {
    names: [...columns.map(({ name }) => name), figures.measure(measure)],
    select: shown,
    partition: query.ofEach.map(({ name }) => ({ by: `whole.${quote(name)}`, name })),
    by: number,
    rest: from,
    isOfRows: true,
    quote,
  })
  return { sql, parameters }
}

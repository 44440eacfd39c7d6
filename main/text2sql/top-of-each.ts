import type { DatabaseEngine } from '../../contract/resources/resource'
import type { Answerable, ReadQuestion } from './answerable'
import type { Item, Linked } from './linking/items'
import { statementFor } from './query/few-of-each'
import { figureNamesFor } from './query/figure-names'
import { type Join, leadsOver, pathBetween } from './query/joins'
import type { Query } from './query/query'
import { partsOfEach } from './question/parts-of-each'
import type { Column, Table } from './schema/profile'
import { identifies, isMeasureColumn, keyColumn, nameColumns } from './schema/row-names'

interface Ranking {
  readonly read: ReadQuestion
  readonly link: (words: string) => Linked
  readonly joins: readonly Join[]
  /** `joins`, and those to the same rows by what they are to others: the manager of an employee. */
  readonly ways: readonly Join[]
  readonly engine: DatabaseEngine
}

/**
 * "For each city, which building has the most repairs?": what is ranked is read by itself, and its places are counted anew for
 * each city. Null of a question that asks for none, or whose groups the ranked rows do not each belong to one of.
 */
export function readTopOfEach(question: string, ranking: Ranking): Answerable | null {
  const { link, ways, engine } = ranking
  for (const parts of partsOfEach(question)) {
    const { items, unknown } = link(parts.each)
    const found = unknown.length > 0 || items.length !== 1 ? null : readOfEach(parts.ranked, items[0]!, ranking)
    if (found !== null)
      return { ...found, statement: statementFor(found.query, ways, engine, figureNamesFor(question)) }
  }
  return null
}

function readOfEach(question: string, groups: Item, { read, joins }: Ranking): Answerable | null {
  const ranked = read(question)
  if (ranked.kind === 'declined' || ranked.second !== null || ranked.rivals.length > 0) return null
  const { query } = ranked
  const [first, ...more] = query.order
  const owner = ownerOf(query)
  if (first === undefined || more.length > 0 || owner === null || !isRankedAlone(query)) return null
  const each = groupIn(groups, owner, query, joins)
  if (each === null || each.some((column) => query.groups.includes(column))) return null
  // Who has the fewest may have none, and is found among all that there are: where these say themselves what they belong to.
  const isFewest = first.term.kind === 'measure' && first.term.measure.fn === 'count' && !first.descending
  if (isFewest && each.some(({ table }) => table !== owner)) return null
  const ofEach: Query = {
    ...query,
    groups: [...each, ...query.groups],
    outputs: query.outputs.filter((column) => !each.includes(column)),
    ofEach: first.term.kind === 'measure' ? each : [],
  }
  return { ...ranked, query: ofEach }
}

/** Whose places are counted: of rows their table, of groups the one that all of them are columns of. */
function ownerOf({ root, groups, outputs, order }: Query): Table | null {
  if (order[0]?.term.kind === 'column')
    return groups.length === 0 && outputs.every(({ table }) => table === root) ? root : null
  const tables = groups.map((group) => ('unit' in group ? null : group.table))
  return tables.length > 0 && tables.every((table) => table === tables[0]) ? tables[0]! : null
}

const isRankedAlone = ({ limit, nth, share, onlyCount, distinct }: Query): boolean =>
  (limit !== null || nth !== null) && share === null && !onlyCount && !distinct

/** The columns by which groups are told apart that each of the owner's rows belongs to one of. Null where that is not plain. */
function groupIn(item: Item, owner: Table, { root }: Query, joins: readonly Join[]): readonly Column[] | null {
  if (item.kind !== 'refs') return null
  const found = new Map<Column | Table, number>()
  for (const ref of item.refs) {
    if (ref.kind === 'value' || (ref.kind === 'column' && ref.isLoose === true)) continue
    const group = ref.kind === 'table' ? ref.table : groupNamed(ref.column, joins)
    const table = 'columns' in group ? group : group.table
    const way = pathBetween(joins, owner, table)
    // The way that the statement goes leads over the owner, else it is another's city.
    const isOwners = owner === root || table === owner || leadsOver(joins, root, table, owner)
    if (group === owner || way?.every(({ toOne }) => toOne) !== true || !isOwners || !makesGroups(group)) continue
    found.set(group, Math.max(found.get(group) ?? 0, ref.score - way.length * nearer))
  }
  const [best, second] = [...found].toSorted(([, left], [, right]) => right - left)
  if (best === undefined || (second !== undefined && best[1] - second[1] < nearer / 2)) return null
  const [group] = best
  if (!('columns' in group)) return [group]
  const key = keyColumn(group)
  return [...new Set([...(key === null ? [] : [key]), ...nameColumns(group)])]
}

/** Who is called by a name or a key is meant, and not what they are called. */
function groupNamed(column: Column, joins: readonly Join[]): Column | Table {
  if (identifies(column) || nameColumns(column.table).includes(column)) return column.table
  return joins.find(({ from, to, toOne }) => from === column && toOne && keyColumn(to.table) === to)?.to.table ?? column
}

/** Nothing is grouped by what is measured, by days, or by what each row has for itself. */
const makesGroups = (group: Column | Table): boolean =>
  'columns' in group || !(isMeasureColumn(group) || group.type === 'date' || group.isUnique)

/** By how much less is meant what is one table further away. */
const nearer = 0.1

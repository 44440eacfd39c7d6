import type { DatabaseEngine } from '../../../contract/resources/resource'
import { dialectOf } from './dialect'
import type { FigureNames } from './figure-names'
import type { Join } from './joins'
import type { Query } from './query'
import { type Statement, statementOf } from './statement'

/** What a figure is divided by, or what is taken from it. */
export interface SecondFigure {
  readonly query: Query
  readonly isSubtracted: boolean
}

/**
 * One number by another or less another, or the numbers of each group by others of the same group. A ratio is null where the second
 * is zero; sums of no rows are nothing in a difference.
 * @param query with one figure and the groups of the second, or none; only ratios have groups
 */
export function statementOfTwo(
  query: Query,
  { query: other, isSubtracted }: SecondFigure,
  joins: readonly Join[],
  engine: DatabaseEngine,
  figures: FigureNames,
): Statement {
  if (other.groups.length > 0) return ratiosOfGroups([query, other], joins, engine, figures)
  const first = statementOf(query, joins, engine, figures)
  const second = statementOf(other, joins, engine, figures, first.parameters.length)
  const { fractional, quote } = dialectOf(engine)
  const addsUp = query.measures.every(({ fn }) => fn === 'count' || fn === 'sum')
  const numberOf = ({ sql }: Statement): string => (addsUp ? `COALESCE((${sql}), 0)` : `(${sql})`)
  const sql = isSubtracted
    ? `SELECT ${numberOf(first)} - ${numberOf(second)} AS ${quote(figures.difference)}`
    : `SELECT ${fractional(`(${first.sql})`)} / NULLIF((${second.sql}), 0) AS ${quote(figures.ratio)}`
  return { sql, parameters: [...first.parameters, ...second.parameters] }
}

/** Each group of the second: where the first has no rows, it counts none. */
function ratiosOfGroups(
  [above, below]: readonly [Query, Query],
  joins: readonly Join[],
  engine: DatabaseEngine,
  figures: FigureNames,
): Statement {
  const whole = statementOf(below, joins, engine, figures)
  const part = statementOf(above, joins, engine, figures, whole.parameters.length)
  const { quote, fractional } = dialectOf(engine)
  const groups = below.groups.map((group) => quote('unit' in group ? figures.unit[group.unit] : group.name))
  const [first, second] = [above, below].map(({ measures }) => quote(figures.measure(measures[0]!)))
  const counted = above.measures[0]!.fn === 'count' ? `COALESCE(part.${first}, 0)` : `part.${first}`
  const meets = groups.map(
    (group) => `(part.${group} = whole.${group} OR (part.${group} IS NULL AND whole.${group} IS NULL))`,
  )
  const sql = [
    `SELECT ${groups.map((group) => `whole.${group} AS ${group}`).join(', ')}, ${fractional(counted)} / NULLIF(whole.${second}, 0) AS ${quote(figures.ratio)}`,
    `FROM (\n${whole.sql}\n) whole`,
    `LEFT JOIN (\n${part.sql}\n) part ON ${meets.join(' AND ')}`,
    `ORDER BY ${quote(figures.ratio)} DESC`,
  ].join('\n')
  return { sql, parameters: [...whole.parameters, ...part.parameters] }
}

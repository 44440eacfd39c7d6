import type { DatabaseEngine } from '../../../contract/resources/resource'
import { dialectOf } from './dialect'
import type { FigureNames } from './figure-names'
import type { Join } from './joins'
import type { Query } from './query'
import { type Statement, statementOf } from './statement'

/**
 * One number by another, or the numbers of each group by others of the same group. Null where the second is zero.
 * @param queries both with one figure and the same groups, or none
 */
export function ratioOf(
  queries: readonly [above: Query, below: Query],
  joins: readonly Join[],
  engine: DatabaseEngine,
  figures: FigureNames,
): Statement {
  return queries[1].groups.length === 0
    ? ratioOfNumbers(queries, joins, engine, figures)
    : ratiosOfGroups(queries, joins, engine, figures)
}

function ratioOfNumbers(
  [above, below]: readonly [Query, Query],
  joins: readonly Join[],
  engine: DatabaseEngine,
  figures: FigureNames,
): Statement {
  const first = statementOf(above, joins, engine, figures)
  const second = statementOf(below, joins, engine, figures, first.parameters.length)
  const dialect = dialectOf(engine)
  const sql = `SELECT ${dialect.fractional(`(${first.sql})`)} / NULLIF((${second.sql}), 0) AS ${dialect.quote(figures.ratio)}`
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

import { identifies } from '../schema/row-names'
import { type Query, tableOfGroup } from './query'

/** The least sureness of a reading that takes so many tables: below, about every second one was wrong. */
const leastSureness: readonly number[] = [0, 0, 0.8, 0.85]

/**
 * Whether readings of a kind have been right too seldom to be answered. Measured on 5,700 questions that other people wrote over
 * 133 databases (docs/decisions/0025-text2sql.md): each of these kinds was wrong at least as often as right.
 * @param sureness how well the question's words fit the names, 0..1
 * @param names how many words of it name something; of one or two the tables between weigh too much
 */
export function isUnreliable(query: Query, sureness: number, names: number): boolean {
  const { root, outputs, measures, groups, filters, anyOf, related, having, order, limit, share } = query
  const grouped = groups.map(tableOfGroup)
  const tables = new Set([
    root,
    ...grouped,
    ...[...outputs, ...[...filters, ...anyOf].map(({ column }) => column)].map(({ table }) => table),
    ...related.map(({ table }) => table),
  ])
  const least = leastSureness[Math.min(tables.size, leastSureness.length - 1)]!
  const hasKey = groups.some((group) => !('unit' in group) && identifies(group))
  const isOneFigure = measures.length > 0 && groups.length === 0
  return (
    (names > 2 && sureness < least) ||
    // Rows that have to do with several other tables at once.
    related.filter(({ isAbsent }) => !isAbsent).length > 1 ||
    related.length > 2 ||
    (related.length > 1 && filters.length + anyOf.length > 0) ||
    (related.some(({ isAbsent }) => !isAbsent) && groups.length > 0 && having.length === 0) ||
    // A share of groups that have so many rows is not a share of rows in them.
    (share !== null && having.length > 0) ||
    // Of one value there is no first: "which restaurant has the most reviews" is not told by a category.
    (limit !== null && groups.some((group) => filters.some(({ column, op }) => op === '=' && column === group))) ||
    // One figure is not sorted, and the first rows of none are no first ones.
    (isOneFigure && order.length > 0) ||
    (limit !== null && order.length === 0) ||
    // Of two columns of one table that are ranked together, one is seldom meant.
    (tables.size === 1 && groups.length > 1 && limit === 1 && new Set(grouped).size === 1 && !hasKey)
  )
}

/** Whether finding nothing may as well come from a reading that is wrong: where several conditions or tables meet. */
export const mayBeMisread = ({ filters, anyOf, related, having, outputs, root }: Query): boolean =>
  filters.length + anyOf.length + related.length + having.length > 1 ||
  [...outputs, ...filters.map(({ column }) => column)].some(({ table }) => table !== root)

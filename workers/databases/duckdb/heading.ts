import type { DuckdbEngine } from './engine'
import { leastYears, yearOf } from './year-columns'

/** What DuckDB calls columns of a file in which it found no heading. */
const nameless = /^column\d+$/

/** Whether names that differ, of which the figures are years in their order, are a heading: `Country, Indicator, 2000, 2001`. */
export function isHeadingWithYears(cells: readonly string[]): boolean {
  const years = cells.flatMap((cell) => yearOf(cell) ?? [])
  return (
    years.length >= leastYears &&
    years.length < cells.length &&
    years.every((year, at) => at === 0 || year > years[at - 1]!) &&
    new Set(cells).size === cells.length &&
    cells.every((cell) => yearOf(cell) !== null || /\p{L}/u.test(cell))
  )
}

/** Whether the first row of a view is the heading: DuckDB takes one with years for a row, where figures stand below them. */
export async function hasHeadingInRows(engine: DuckdbEngine, view: string): Promise<boolean> {
  const [first] = await engine.rowsOf(`SELECT * FROM ${view} LIMIT 1`)
  if (first === undefined || !Object.keys(first).every((name) => nameless.test(name))) return false
  const cells = Object.values(first).map((cell) => String(cell ?? '').trim())
  // Lines of the World Bank's files end with a comma.
  while (cells.at(-1) === '') cells.pop()
  return isHeadingWithYears(cells)
}

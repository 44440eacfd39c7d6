import { knownText } from './column-types'
import { type DuckdbEngine, duckdbDialect, literal } from './engine'

/** Fewer may be figures of another kind. */
export const leastYears = 3
/** Of more, a table would be wider than anybody asks about. */
const mostMeasures = 100

/** The year that a column of figures is named for: `2001`, as the World Bank's pages write it `2001 [YR2001]`, as R does `X2001`. */
export function yearOf(name: string): number | null {
  const [, year] = /^(?:X|YR ?)?((?:1[5-9]|20)\d{2})(?: ?\[YR\d{4}\])?$/.exec(name.trim()) ?? []
  return year === undefined ? null : Number(year)
}

/** What columns are called that say what the figures of a row are. */
const measureName = /^(?:indicator|series|variable|measure|metric|subject|element)(?:[ _]?name)?$/i
const codeName = /^(?:indicator|series|variable|measure|metric|subject|element)[ _]?code$/i

/**
 * A query of the same figures with the years in a column `year`, where the heading of a table has them (`country, indicator,
 * 2000, 2001 …`): one row for each year, and a column for each indicator; else the query as it is.
 */
export async function rowsByYear(engine: DuckdbEngine, query: string): Promise<string> {
  const columns = (await engine.rowsOf(`DESCRIBE ${query}`)).map(({ column_name, column_type }) => ({
    name: String(column_name),
    isFigure: /^(?:DOUBLE|FLOAT|DECIMAL|U?(?:TINY|SMALL|BIG|HUGE)?INT)/.test(String(column_type)),
  }))
  const years = columns.filter(({ name }) => yearOf(name) !== null)
  const others = columns.filter(({ name }) => yearOf(name) === null)
  const isNamed = ({ name }: { name: string }): boolean => /^(?:year|value)$/i.test(name)
  if (years.length < leastYears || others.length === 0 || others.some(isNamed)) return query
  const filled = await filledOf(engine, query, years)
  if (filled.length < leastYears || !filled.every(({ isFigure }) => isFigure)) return query
  const { quote } = duckdbDialect
  const kept = others.map(({ name }) => quote(name))
  const figures = filled.map(({ name }) => `CAST(${quote(name)} AS double) AS ${quote(String(yearOf(name)))}`)
  const turned = `SELECT ${kept.join(', ')}, CAST("year" AS bigint) AS "year", "value" FROM (UNPIVOT (SELECT ${[...kept, ...figures].join(', ')} FROM (${query}))
    ON ${filled.map(({ name }) => quote(String(yearOf(name)))).join(', ')} INTO NAME "year" VALUE "value")`
  const measure = others.find(({ name }) => measureName.test(name.trim()))
  return measure === undefined ? turned : withMeasures(engine, turned, quote(measure.name), others)
}

/** A column for each thing that is measured, in place of a row. */
async function withMeasures(
  engine: DuckdbEngine,
  query: string,
  measure: string,
  others: readonly { readonly name: string }[],
): Promise<string> {
  const { quote } = duckdbDialect
  const rows = await engine.rowsOf(
    `SELECT DISTINCT ${measure} AS name FROM (${query}) WHERE ${measure} IS NOT NULL ORDER BY 1 LIMIT ${mostMeasures + 1}`,
  )
  const names = rows.map(({ name }) => String(name))
  const keys = others.map(({ name }) => name).filter((name) => quote(name) !== measure && !codeName.test(name.trim()))
  const taken = new Set([...keys, 'year'].map((name) => name.toLowerCase()))
  const isClear = names.every((name) => name.length <= 200 && !taken.has(name.toLowerCase()))
  if (names.length === 0 || names.length > mostMeasures || keys.length === 0 || !isClear) return query
  const list = keys.map(quote).join(', ')
  const [doubled] = await engine.rowsOf(
    `SELECT 1 AS found FROM (${query}) GROUP BY ${list}, "year", ${measure} HAVING count(*) > 1 LIMIT 1`,
  )
  // Told apart by more than this knows of.
  if (doubled !== undefined) return query
  const figures = names.map((name) => `max("value") FILTER (WHERE ${measure} = ${literal(name)}) AS ${quote(name)}`)
  return `SELECT ${list}, "year", ${figures.join(', ')} FROM (${query}) GROUP BY ${list}, "year"`
}

/** The columns in which something stands: the last years of a file often have nothing yet. */
async function filledOf<Column extends { readonly name: string; readonly isFigure: boolean }>(
  engine: DuckdbEngine,
  query: string,
  columns: readonly Column[],
): Promise<Column[]> {
  const known = ({ name, isFigure }: Column): string =>
    isFigure ? duckdbDialect.quote(name) : knownText(`CAST(${duckdbDialect.quote(name)} AS varchar)`)
  const list = columns.map((column, at) => `count(${known(column)}) AS c${at}`).join(', ')
  const [row] = await engine.rowsOf(`SELECT ${list} FROM (${query})`)
  return columns.filter((_column, at) => Number(row?.[`c${at}`]) > 0)
}

import { type DuckdbEngine, duckdbDialect, literal } from './engine'

/** Where the rows of a file stand until it is known what they are. */
export const readRows = '"read rows"'

/** Values of a column that say what it may be. */
const lookedAt = 500
/** Columns of text that are looked at. */
const mostColumns = 200

/** What stands for "not known" in columns of figures and days: of R, pandas, the World Bank, Eurostat. */
const missing = 'na n/a n.a. #n/a nan null none nil - -- – — . .. ... ? :'.split(' ')

/** SQL of a text, null where it is empty or stands for nothing. */
export const knownText = (text: string): string =>
  `CASE WHEN lower(trim(${text})) NOT IN ('', ${missing.map(literal).join(', ')}) THEN trim(${text}) END`

/** Signs that come with a figure. */
const signs = /[$€£¥₹%]/g
/** Figures as they are written, without their signs. No codes: these begin with a zero, or are longer than a number is exact. */
const figures: readonly { readonly form: RegExp; readonly value: (text: string) => string }[] = [
  { form: /^[-+]?(?:0|[1-9]\d{0,14})(?:\.0)?$/, value: (text) => `CAST(try_cast(${text} AS double) AS bigint)` },
  {
    form: /^[-+]?(?:\.\d+|(?:0|[1-9]\d{0,14}|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d+)?)(?:[eE][-+]?\d{1,3})?$/,
    value: (text) => `try_cast(replace(${text}, ',', '') AS double)`,
  },
  {
    form: /^[-+]?(?:0|[1-9]\d{0,14}|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?$/,
    value: (text) => `try_cast(replace(replace(${text}, '.', ''), ',', '.') AS double)`,
  },
]

/** `$56.7M`, `$365K`. */
const money = /^[$€£¥₹]\s?\d{1,12}(?:\.\d{1,6})?\s?[KkMmBb]?$/

/** Days as they are written, and how `strptime` calls that (https://duckdb.org/docs/stable/sql/functions/dateformat). */
const days: readonly (readonly [RegExp, string])[] = [
  [/^\p{L}{3} \d{1,2} \d{4}$/u, '%b %d %Y'],
  [/^\p{L}{3} \d{1,2}, \d{4}$/u, '%b %d, %Y'],
  [/^\p{L}{4,9} \d{1,2} \d{4}$/u, '%B %d %Y'],
  [/^\p{L}{4,9} \d{1,2}, \d{4}$/u, '%B %d, %Y'],
  [/^\d{1,2} \p{L}{3} \d{4}$/u, '%d %b %Y'],
  [/^\d{1,2} \p{L}{4,9} \d{4}$/u, '%d %B %Y'],
  [/^\d{1,2}-\p{L}{3}-\d{4}$/u, '%d-%b-%Y'],
  [/^\d{1,2}-\p{L}{3}-\d{2}$/u, '%d-%b-%y'],
  [/^\p{L}{3} \d{4}$/u, '%b %Y'],
  [/^\p{L}{4,9} \d{4}$/u, '%B %Y'],
  [/^\d{8}$/, '%Y%m%d'],
  [/^\d{8}$/, '%m%d%Y'],
  [/^\d{8}$/, '%d%m%Y'],
  [/^\d{4}-\d{1,2}-\d{1,2}$/, '%Y-%m-%d'],
  [/^\d{4}\/\d{1,2}\/\d{1,2}$/, '%Y/%m/%d'],
  [/^\d{1,2}\.\d{1,2}\.\d{4}$/, '%d.%m.%Y'],
  [/^\d{1,2}\/\d{1,2}\/\d{4}$/, '%m/%d/%Y'],
  [/^\d{1,2}\/\d{1,2}\/\d{4}$/, '%d/%m/%Y'],
  [/^\d{1,2}\/\d{1,2}\/\d{2}$/, '%m/%d/%y'],
  [/^\d{1,2}\/\d{1,2}\/\d{2}$/, '%d/%m/%y'],
]
const timeOfDay = /[ T]\d{1,2}:\d{2}(?<seconds>:\d{2})?(?<half> ?[AaPp][Mm])?$/

interface Column {
  readonly name: string
  /** SQL of its value as text, null where nothing is known. */
  readonly known: string
  readonly isJson: boolean
  /** Days as numbers. */
  readonly isOfDigits: boolean
  readonly values: readonly string[]
}

/** What a column may be read as: its SQL, and a condition that every value of the column fulfils then. */
interface Reading {
  readonly value: string
  readonly holds: string
  /** Of several that hold the first is meant; of days none is, as the day or the month may come first. */
  readonly isFigure: boolean
}

/**
 * A query of the same rows in which what is written as text is what it says: figures with signs, separators or marks for what
 * is missing (`$1,234.50`, `1.234,5`, `12%`, `..`), days and times in words or of other countries. A column is another only
 * where every value of it can be read so in one way; values of JSON are without their quotes, columns without name and value go.
 *
 * @param source what stands behind FROM: all its rows are read
 */
export async function typedRows(engine: DuckdbEngine, source: string): Promise<string> {
  const columns = await textColumns(engine, source)
  const readings = columns.map(readingsOf)
  const holding = await holdingOf(engine, source, columns, readings)
  const replaced: string[] = []
  const excluded: string[] = []
  for (const [at, { name, known, isJson, values }] of columns.entries()) {
    const [reading, ...others] = holding[at] ?? []
    const column = duckdbDialect.quote(name)
    if (reading !== undefined && (reading.isFigure || others.length === 0))
      replaced.push(`${reading.value} AS ${column}`)
    else if (isJson) replaced.push(`${column} ->> '$' AS ${column}`)
    else if (values.length === 0 && /^column\d+$/.test(name) && (await isEmpty(engine, source, known))) {
      excluded.push(column)
    }
  }
  const without = excluded.length === 0 ? '' : ` EXCLUDE (${excluded.join(', ')})`
  const instead = replaced.length === 0 ? '' : ` REPLACE (${replaced.join(', ')})`
  return `SELECT *${without}${instead} FROM ${source}`
}

/** `20240131` of a column that is called a date is one, which leaves out its first zero. */
const mayBeDays = (name: string, type: string): boolean =>
  type === 'BIGINT' && /(?:^|[^a-z])dates?(?:$|[^a-z])/i.test(name.replace(/(?<=[a-z])(?=[A-Z])/g, ' '))

async function textColumns(engine: DuckdbEngine, source: string): Promise<Column[]> {
  const described = await engine.rowsOf(`DESCRIBE SELECT * FROM ${source}`)
  const columns = described
    .map(({ column_name, column_type }) => ({ name: String(column_name), type: String(column_type) }))
    .filter(({ name, type }) => type === 'VARCHAR' || type === 'JSON' || mayBeDays(name, type))
    .slice(0, mostColumns)
    .map(({ name, type }) => {
      const column = duckdbDialect.quote(name)
      const isOfDigits = mayBeDays(name, type)
      const text = isOfDigits
        ? `lpad(CAST(${column} AS varchar), 8, '0')`
        : type === 'JSON'
          ? `${column} ->> '$'`
          : column
      return { name, isJson: type === 'JSON', isOfDigits, known: knownText(text) }
    })
  if (columns.length === 0) return []
  const list = columns.map(({ known }, at) => `${known} AS c${at}`).join(', ')
  const rows = await engine.rowsOf(`SELECT ${list} FROM ${source} LIMIT ${lookedAt}`)
  return columns.map((column, at) => ({
    ...column,
    values: rows.flatMap((row) => (row[`c${at}`] === null ? [] : [String(row[`c${at}`])])),
  }))
}

/** SQL of whether no value has another sign than the others, and all are shares or none is. */
function isOfOneSign(known: string): string {
  const sign = `regexp_extract(${known}, '${signs.source}')`
  return `count(DISTINCT nullif(${sign}, '')) <= 1 AND count(*) FILTER (${sign} = '%') IN (0, count(${known}))`
}

/** As its first values can be read. */
function readingsOf({ known, values, isOfDigits }: Column): Reading[] {
  if (values.length === 0) return []
  const unsigned = values.map((value) => value.replace(signs, '').trim())
  if (values.every((value) => money.test(value))) {
    const text = `regexp_replace(${known}, '[^0-9.eE+-]', '', 'g')`
    const times = `CASE upper(right(${known}, 1)) WHEN 'K' THEN 1e3 WHEN 'M' THEN 1e6 WHEN 'B' THEN 1e9 ELSE 1 END`
    const holds = `coalesce(bool_and(regexp_full_match(${known}, ${literal(money.source)})), true)`
    const value = `try_cast(${text} AS double) * ${times}`
    return [{ value, holds: `${holds} AND ${isOfOneSign(known)}`, isFigure: true }]
  }
  const fitting = isOfDigits ? [] : figures.filter(({ form }) => unsigned.every((value) => form.test(value)))
  if (fitting.length > 0) {
    const text = `trim(regexp_replace(${known}, '${signs.source}', '', 'g'))`
    return fitting.map(({ form, value }) => ({
      value: value(text),
      holds: `coalesce(bool_and(regexp_full_match(${text}, ${literal(form.source)})), true) AND ${isOfOneSign(known)}`,
      isFigure: true,
    }))
  }
  return formatsOf(values).map((formats) => {
    const time = `try_strptime(${known}, [${formats.map(literal).join(', ')}])`
    const isDay = formats.every((format) => !format.includes('%H') && !format.includes('%I'))
    return {
      value: isDay ? `CAST(${time} AS date)` : time,
      holds: `count(${known}) = count(${time})`,
      isFigure: false,
    }
  })
}

/** In which formats days and times may be written; more than one where the day or the month may come first. */
function formatsOf(values: readonly string[]): string[][] {
  const forms = new Map<string, string[]>()
  for (const value of values) {
    const time = timeOfDay.exec(value)
    const day = time === null ? value : value.slice(0, time.index)
    const clock = time === null ? '' : clockOf(time)
    const fitting = days.flatMap(([form, format]) => (form.test(day) ? [format + clock] : []))
    if (fitting.length === 0) return []
    forms.set(fitting.join('|'), fitting)
  }
  const each = [...forms.values()]
  const most = Math.max(...each.map(({ length }) => length))
  return Array.from({ length: most }, (_none, way) => each.map((fitting) => fitting[way] ?? fitting[0]!))
}

function clockOf({ 0: text, groups }: RegExpExecArray): string {
  const half = groups?.half
  const seconds = groups?.seconds === undefined ? '' : ':%S'
  const end = half === undefined ? '' : half.startsWith(' ') ? ' %p' : '%p'
  return `${text.charAt(0)}${half === undefined ? '%H' : '%I'}:%M${seconds}${end}`
}

/** Of each column's readings those that hold for all rows. */
async function holdingOf(
  engine: DuckdbEngine,
  source: string,
  columns: readonly Column[],
  readings: readonly (readonly Reading[])[],
): Promise<Reading[][]> {
  const asked = readings.flatMap((some, column) => some.map((reading, way) => ({ reading, name: `c${column}_${way}` })))
  if (asked.length === 0) return columns.map(() => [])
  const list = asked.map(({ reading, name }) => `${reading.holds} AS ${name}`).join(', ')
  const [row] = await engine.rowsOf(`SELECT ${list} FROM ${source}`)
  return readings.map((some, column) => some.filter((_reading, way) => row?.[`c${column}_${way}`] === true))
}

async function isEmpty(engine: DuckdbEngine, source: string, known: string): Promise<boolean> {
  const [row] = await engine.rowsOf(`SELECT count(${known}) AS known FROM ${source}`)
  return Number(row?.known) === 0
}

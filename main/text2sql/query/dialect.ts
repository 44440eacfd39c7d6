import type { DatabaseEngine } from '../../../contract/resources/resource'
import { type DateForm, firstMonths } from '../schema/dates'

export type TimeUnit = 'year' | 'quarter' | 'month' | 'day'
/** What comes round again. */
export type TimePart = 'weekday' | 'monthOfYear' | 'hourOfDay'
export type ElapsedUnit = 'day' | 'hour' | 'minute'

/** How an engine writes what engines write differently. */
export interface QueryDialect {
  quote(identifier: string): string
  /** The placeholder of the nth parameter, from 1. */
  placeholder(ordinal: number): string
  /** A date's year (`2023`), quarter (`2023-Q1`), month (`2023-04`) or day (`2023-04-01`), as text. */
  unit(expression: string, unit: TimeUnit): string
  /** Which day of its week a date is (1 is Monday, 7 Sunday), which month of its year (1 to 12), which hour of its day (0 to 23). */
  part(expression: string, part: TimePart): string
  /** A date of a column that does not write it as ISO does, as ISO text. */
  iso(expression: string, form: Exclude<DateForm, 'iso'>): string
  /** The days from one date to another, with their fractions. */
  elapsedDays(from: string, to: string): string
  /** A number, or a text of one, without its fraction. */
  integer(expression: string): string
  /** A number that divides without losing its fraction. */
  fractional(expression: string): string
  /** A value as text: what is no text by itself (a UUID, a word of an enumeration) is not compared with any. */
  text(expression: string): string
  /** What compares texts with a pattern, whatever their capitals. */
  readonly like: 'LIKE' | 'ILIKE'
}

const doubled = (mark: string) => (identifier: string) => mark + identifier.replaceAll(mark, mark + mark) + mark

/** Where year, month and day begin; null where no day is written. */
const places = {
  slashed: [1, 6, 9],
  compact: [1, 5, 7],
  dayFirst: [7, 4, 1],
  monthFirst: [7, 1, 4],
  month: [1, 6, null],
  compactMonth: [1, 5, null],
} as const

/** Dates by their letters; the moments of an epoch as each engine counts them. */
function isoOf(
  text: string,
  epoch: (seconds: string) => string,
  joined = (parts: readonly string[]): string => `(${parts.join(' || ')})`,
): QueryDialect['iso'] {
  return (expression, form) => {
    if (form === 'epochSeconds') return epoch(expression)
    if (form === 'epochMilliseconds') return epoch(`(${expression} / 1000)`)
    const part = (from: number, length: number): string => `SUBSTR(CAST(${expression} AS ${text}), ${from}, ${length})`
    if (form === 'quarter') {
      const last = part(6, 2)
      const month = firstMonths.map((first, at) => `WHEN ${last} LIKE '%${at + 1}' THEN '${first}'`).join(' ')
      return joined([part(1, 4), "'-'", `(CASE ${month} END)`, "'-01'"])
    }
    const [year, month, day] = places[form]
    return joined([part(year, 4), "'-'", part(month, 2), ...(day === null ? ["'-01'"] : ["'-'", part(day, 2)])])
  }
}

const sqlite: QueryDialect = {
  quote: doubled('"'),
  placeholder: () => '?',
  unit(expression, unit) {
    if (unit !== 'quarter') return `strftime('${{ year: '%Y', month: '%Y-%m', day: '%Y-%m-%d' }[unit]}', ${expression})`
    const quarter = `((CAST(strftime('%m', ${expression}) AS INTEGER) + 2) / 3)`
    return `strftime('%Y', ${expression}) || '-Q' || ${quarter}`
  },
  part(expression, part) {
    const number = `CAST(strftime('${{ weekday: '%w', monthOfYear: '%m', hourOfDay: '%H' }[part]}', ${expression}) AS INTEGER)`
    return part === 'weekday' ? `((${number} + 6) % 7 + 1)` : number
  },
  iso: isoOf('TEXT', (seconds) => `datetime(${seconds}, 'unixepoch')`),
  elapsedDays: (from, to) => `(julianday(${to}) - julianday(${from}))`,
  integer: (expression) => `CAST(${expression} AS INTEGER)`,
  fractional: (expression) => `CAST(${expression} AS REAL)`,
  text: (expression) => `CAST(${expression} AS TEXT)`,
  like: 'LIKE',
}

const duckdb: QueryDialect = {
  quote: doubled('"'),
  placeholder: () => '?',
  unit(expression, unit) {
    const date = `CAST(${expression} AS DATE)`
    if (unit === 'quarter') return `year(${date}) || '-Q' || quarter(${date})`
    return `strftime(${date}, '${{ year: '%Y', month: '%Y-%m', day: '%Y-%m-%d' }[unit]}')`
  },
  part: (expression, part) =>
    `${{ weekday: 'isodow', monthOfYear: 'month', hourOfDay: 'hour' }[part]}(CAST(${expression} AS TIMESTAMP))`,
  iso: isoOf(
    'VARCHAR',
    (seconds) => `strftime(make_timestamp(CAST(${seconds} * 1000000 AS BIGINT)), '%Y-%m-%d %H:%M:%S')`,
  ),
  elapsedDays: (from, to) => `(date_diff('second', CAST(${from} AS TIMESTAMP), CAST(${to} AS TIMESTAMP)) / 86400.0)`,
  integer: (expression) => `CAST(${expression} AS INTEGER)`,
  fractional: (expression) => `CAST(${expression} AS DOUBLE)`,
  text: (expression) => `CAST(${expression} AS VARCHAR)`,
  like: 'ILIKE',
}

const postgresql: QueryDialect = {
  quote: doubled('"'),
  placeholder: (ordinal) => `$${ordinal}`,
  unit(expression, unit) {
    const form = { year: 'YYYY', quarter: 'YYYY-"Q"Q', month: 'YYYY-MM', day: 'YYYY-MM-DD' }[unit]
    return `to_char(CAST(${expression} AS timestamp), '${form}')`
  },
  part(expression, part) {
    const field = { weekday: 'ISODOW', monthOfYear: 'MONTH', hourOfDay: 'HOUR' }[part]
    return `CAST(EXTRACT(${field} FROM CAST(${expression} AS timestamp)) AS integer)`
  },
  iso: isoOf('TEXT', (seconds) => `to_char(to_timestamp(${seconds}) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')`),
  elapsedDays: (from, to) => `(EXTRACT(EPOCH FROM CAST(${to} AS timestamp) - CAST(${from} AS timestamp)) / 86400.0)`,
  integer: (expression) => `CAST(${expression} AS integer)`,
  fractional: (expression) => `CAST(${expression} AS double precision)`,
  text: (expression) => `CAST(${expression} AS TEXT)`,
  like: 'ILIKE',
}

const mysql: QueryDialect = {
  quote: doubled('`'),
  placeholder: () => '?',
  unit(expression, unit) {
    if (unit === 'quarter') return `CONCAT(YEAR(${expression}), '-Q', QUARTER(${expression}))`
    return `DATE_FORMAT(${expression}, '${{ year: '%Y', month: '%Y-%m', day: '%Y-%m-%d' }[unit]}')`
  },
  part: (expression, part) =>
    part === 'weekday' ? `(WEEKDAY(${expression}) + 1)` : `${part === 'hourOfDay' ? 'HOUR' : 'MONTH'}(${expression})`,
  iso: isoOf(
    'CHAR',
    (seconds) => `CAST(DATE_ADD('1970-01-01 00:00:00', INTERVAL ${seconds} SECOND) AS CHAR)`,
    (parts) => `CONCAT(${parts.join(', ')})`,
  ),
  elapsedDays: (from, to) => `(TIMESTAMPDIFF(SECOND, ${from}, ${to}) / 86400.0)`,
  integer: (expression) => `CAST(${expression} AS SIGNED)`,
  fractional: (expression) => `(${expression} * 1.0)`,
  text: (expression) => `CAST(${expression} AS CHAR)`,
  like: 'LIKE',
}

export function dialectOf(engine: DatabaseEngine): QueryDialect {
  switch (engine) {
    case 'sqlite':
      return sqlite
    case 'postgresql':
      return postgresql
    case 'mysql':
      return mysql
    default:
      return duckdb
  }
}

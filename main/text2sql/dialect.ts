import type { DatabaseEngine } from '../../contract/resource'

export type TimeUnit = 'year' | 'quarter' | 'month' | 'day'

/** How an engine writes what engines write differently. */
export interface QueryDialect {
  quote(identifier: string): string
  /** The placeholder of the nth parameter, from 1. */
  placeholder(ordinal: number): string
  /** A date's year (`2023`), quarter (`2023-Q1`), month (`2023-04`) or day (`2023-04-01`), as text. */
  unit(expression: string, unit: TimeUnit): string
  /** A number that divides without losing its fraction. */
  fractional(expression: string): string
}

const doubled = (mark: string) => (identifier: string) => mark + identifier.replaceAll(mark, mark + mark) + mark

const sqlite: QueryDialect = {
  quote: doubled('"'),
  placeholder: () => '?',
  unit(expression, unit) {
    if (unit !== 'quarter') return `strftime('${{ year: '%Y', month: '%Y-%m', day: '%Y-%m-%d' }[unit]}', ${expression})`
    const quarter = `((CAST(strftime('%m', ${expression}) AS INTEGER) + 2) / 3)`
    return `strftime('%Y', ${expression}) || '-Q' || ${quarter}`
  },
  fractional: (expression) => `CAST(${expression} AS REAL)`,
}

const duckdb: QueryDialect = {
  quote: doubled('"'),
  placeholder: () => '?',
  unit(expression, unit) {
    const date = `CAST(${expression} AS DATE)`
    if (unit === 'quarter') return `year(${date}) || '-Q' || quarter(${date})`
    return `strftime(${date}, '${{ year: '%Y', month: '%Y-%m', day: '%Y-%m-%d' }[unit]}')`
  },
  fractional: (expression) => `CAST(${expression} AS DOUBLE)`,
}

const postgresql: QueryDialect = {
  quote: doubled('"'),
  placeholder: (ordinal) => `$${ordinal}`,
  unit(expression, unit) {
    const form = { year: 'YYYY', quarter: 'YYYY-"Q"Q', month: 'YYYY-MM', day: 'YYYY-MM-DD' }[unit]
    return `to_char(CAST(${expression} AS timestamp), '${form}')`
  },
  fractional: (expression) => `CAST(${expression} AS double precision)`,
}

const mysql: QueryDialect = {
  quote: doubled('`'),
  placeholder: () => '?',
  unit(expression, unit) {
    if (unit === 'quarter') return `CONCAT(YEAR(${expression}), '-Q', QUARTER(${expression}))`
    return `DATE_FORMAT(${expression}, '${{ year: '%Y', month: '%Y-%m', day: '%Y-%m-%d' }[unit]}')`
  },
  fractional: (expression) => `(${expression} * 1.0)`,
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

import type { DatabaseCell } from '../../../contract/databases/database-tasks'

/**
 * How a column writes dates. `iso` is also what engines have types for; `dayFirst` and `monthFirst` have two digits each. Months
 * (`2024-03`, `202403`) and quarters (`2024-Q1`) stand for their first day.
 */
export type DateForm =
  | 'iso'
  | 'slashed'
  | 'compact'
  | 'dayFirst'
  | 'monthFirst'
  | 'month'
  | 'compactMonth'
  | 'quarter'
  | 'epochSeconds'
  | 'epochMilliseconds'

const patterns: readonly (readonly [DateForm, RegExp])[] = [
  ['iso', /^\d{4}-\d\d-\d\d(?:$|[ T])/],
  ['slashed', /^\d{4}[/.]\d\d[/.]\d\d(?:$|[ T])/],
  ['compact', /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/],
  ['dayFirst', /^(?:0[1-9]|[12]\d|3[01])[-/.](?:0[1-9]|1[0-2])[-/.]\d{4}(?:$| )/],
  ['monthFirst', /^(?:0[1-9]|1[0-2])[-/.](?:0[1-9]|[12]\d|3[01])[-/.]\d{4}(?:$| )/],
  ['month', /^(?:19|20)\d\d[-/.](?:0[1-9]|1[0-2])$/],
  ['compactMonth', /^(?:19|20)\d\d(?:0[1-9]|1[0-2])$/],
  ['quarter', /^(?:19|20)\d\d[- ]?Q[1-4]$/],
]
const isMonthName = (name: string): boolean => /month|period|月|期/i.test(name)
const isTimeName = (name: string): boolean =>
  /(?:date|time|epoch|stamp|日期|时间)/i.test(name) || /(?:_(?:ts|dt|at|on)|[a-z](?:Ts|Dt|At|On))$/.test(name)

/** Of so many different numbers none but days all are days of a calendar. */
const fewestDays = 12

/** The one form that all values have; null where they are no dates, or could be of several. Numbers need a name that says time. */
export function dateFormOf(name: string, values: readonly DatabaseCell[]): DateForm | null {
  const known = values.filter((value) => value !== null && value !== '')
  if (known.length === 0) return null
  const areNumbers = known.every((value) => typeof value === 'number' || typeof value === 'bigint')
  if (!areNumbers && !known.every((value) => typeof value === 'string')) return null
  if (areNumbers && isTimeName(name)) {
    const within = (from: number, to: number): boolean =>
      known.every((value) => Number(value) > from && Number(value) < to)
    if (within(3e8, 4e9)) return 'epochSeconds'
    if (within(3e11, 4e12)) return 'epochMilliseconds'
  }
  // Six digits have many meanings.
  const isNamed = (form: DateForm): boolean =>
    form === 'compactMonth'
      ? isMonthName(name)
      : !areNumbers || isTimeName(name) || (form === 'compact' && new Set(known).size >= fewestDays)
  const [fitting, ...others] = patterns.filter(
    ([form, pattern]) => isNamed(form) && known.every((value) => pattern.test(String(value))),
  )
  return fitting !== undefined && others.length === 0 ? fitting[0] : null
}

/** A value of a column as ISO text, which sorts as time does. */
export function isoDate(value: DatabaseCell, form: DateForm): string {
  const text = String(value)
  const rest = text.slice(10)
  switch (form) {
    case 'iso':
      return text
    case 'slashed':
      return text.slice(0, 10).replaceAll(/[/.]/g, '-') + rest
    case 'compact':
      return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`
    case 'dayFirst':
      return `${text.slice(6, 10)}-${text.slice(3, 5)}-${text.slice(0, 2)}${rest}`
    case 'monthFirst':
      return `${text.slice(6, 10)}-${text.slice(0, 2)}-${text.slice(3, 5)}${rest}`
    case 'month':
      return `${text.slice(0, 4)}-${text.slice(5, 7)}-01`
    case 'compactMonth':
      return `${text.slice(0, 4)}-${text.slice(4, 6)}-01`
    case 'quarter':
      return `${text.slice(0, 4)}-${firstMonths[Number(text.at(-1)) - 1]}-01`
    default:
      return new Date(Number(value) * (form === 'epochSeconds' ? 1000 : 1)).toISOString().slice(0, 19).replace('T', ' ')
  }
}

/** The first month of each quarter. */
export const firstMonths = ['01', '04', '07', '10'] as const

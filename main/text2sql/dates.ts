import type { DatabaseCell } from '../../contract/database-tasks'

/** How a column writes dates. `iso` is also what engines have types for; `dayFirst` and `monthFirst` have two digits each. */
export type DateForm = 'iso' | 'slashed' | 'compact' | 'dayFirst' | 'monthFirst' | 'epochSeconds' | 'epochMilliseconds'

const patterns: readonly (readonly [DateForm, RegExp])[] = [
  ['iso', /^\d{4}-\d\d-\d\d(?:$|[ T])/],
  ['slashed', /^\d{4}[/.]\d\d[/.]\d\d(?:$|[ T])/],
  ['compact', /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/],
  ['dayFirst', /^(?:0[1-9]|[12]\d|3[01])[-/.](?:0[1-9]|1[0-2])[-/.]\d{4}(?:$| )/],
  ['monthFirst', /^(?:0[1-9]|1[0-2])[-/.](?:0[1-9]|[12]\d|3[01])[-/.]\d{4}(?:$| )/],
]
const isTimeName = (name: string): boolean =>
  /(?:date|time|epoch|stamp|日期|时间)/i.test(name) || /(?:_(?:ts|dt|at|on)|[a-z](?:Ts|Dt|At|On))$/.test(name)

/** The one form that all values have; null where they are no dates, or could be of several. Numbers need a name that says time. */
export function dateFormOf(name: string, values: readonly DatabaseCell[]): DateForm | null {
  const known = values.filter((value) => value !== null && value !== '')
  if (known.length === 0) return null
  if (known.every((value) => typeof value === 'number' || typeof value === 'bigint')) {
    if (!isTimeName(name)) return null
    const within = (from: number, to: number): boolean =>
      known.every((value) => Number(value) > from && Number(value) < to)
    if (within(3e8, 4e9)) return 'epochSeconds'
    if (within(3e11, 4e12)) return 'epochMilliseconds'
  } else if (!known.every((value) => typeof value === 'string')) return null
  const fitting = patterns.filter(([, pattern]) => known.every((value) => pattern.test(String(value))))
  return fitting.length === 1 ? fitting[0]![0] : null
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
    default:
      return new Date(Number(value) * (form === 'epochSeconds' ? 1000 : 1)).toISOString().slice(0, 19).replace('T', ' ')
  }
}

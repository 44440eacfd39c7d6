import type { DatabaseCell } from '../../contract/databases/database-tasks'

/** A value as rows are handed over: integers beyond doubles and all that has a form of its own as text, bytes by their number. */
export function cellOf(value: unknown): DatabaseCell {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) return Number(value)
  if (value instanceof Uint8Array) return `<${value.length} bytes>`
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (typeof value === 'object' && value.toString === Object.prototype.toString) return JSON.stringify(value)
  return String(value)
}

/** Digits that a double holds of any decimal number. */
const exactDigits = 15
/** So many decimal places nobody keeps: they are those of a quotient, which was rounded already. */
const placesOfQuotient = 16

/** A decimal number from its digits: as a number, but as text where a double would lose what somebody stored. */
export function decimalCell(text: string): number | string {
  const [, whole = '', fraction = ''] = /^-?(\d{1,400})(?:\.(\d{1,400}))?$/.exec(text) ?? []
  if (whole === '') return text
  let places = fraction.length
  while (fraction[places - 1] === '0') places -= 1
  const digits = `${whole}${fraction.slice(0, places)}`.replace(/^0+/, '').length
  const isQuotient = places >= placesOfQuotient && whole.length <= exactDigits
  return digits <= exactDigits || isQuotient ? Number(text) : text
}

import type { DatabaseCell } from '../../contract/database-tasks'

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

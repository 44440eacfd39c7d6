import type { CallRecord } from '../../contract/calls/calls'

const callColumns = [
  'at',
  'tool',
  'server',
  'tier',
  'effect',
  'resourceName',
  'question',
  'input',
  'decision',
  'decidedBy',
  'remark',
  'risk',
  'reasons',
  'state',
  'error',
  'durationMs',
  'feedback',
  'caller',
  'sessionId',
  'callId',
] as const

/** Recorded calls as CSV, with names of columns. */
export const callsToCsv = (calls: readonly CallRecord[]): string =>
  rowsToCsv(
    callColumns,
    calls.map((call) => callColumns.map((column) => call[column])),
  )

/** Rows as CSV (RFC 4180) below their columns. No text begins a formula: cells hold other people's text. */
export const rowsToCsv = (columns: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [columns, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const plain = typeof value !== 'number' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

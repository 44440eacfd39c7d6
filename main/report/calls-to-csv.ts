import type { CallRecord } from '../../contract/calls'

const columns = [
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

/** Recorded calls as CSV (RFC 4180), with names of columns. No cell begins a formula: they hold other people's text. */
export const callsToCsv = (calls: readonly CallRecord[]): string =>
  [columns, ...calls.map((call) => columns.map((column) => textOf(call[column])))]
    .map((cells) => `${cells.map(cell).join(',')}\r\n`)
    .join('')

function textOf(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const cell = (text: string): string => {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

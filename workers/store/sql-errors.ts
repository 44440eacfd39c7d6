import { plainRemedy } from '../../contract/app/plain-remedies'
import type { ErrorShape } from '../../contract/error-shape'
import { toErrorShape } from '../../contract/errors'

const freeSpace = plainRemedy('freeSpaceRetry')
const makeWritable = plainRemedy('makeDataWritable')
const restore = plainRemedy('restoreDumps')

const diskFullText = /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/i
const readOnlyText = /Read-only file system|EROFS|Permission denied|EACCES|EPERM/i

/**
 * An error that the engine reported for a statement.
 * SQLSTATE classes: https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
export function statementError(fields: ReadonlyMap<string, string>): ErrorShape {
  const sqlState = fields.get('C') ?? 'XX000'
  const message = fields.get('M') ?? 'The database gave no reason.'
  const context: Record<string, string> = { sqlState }
  for (const [letter, name] of [
    ['D', 'detail'],
    ['n', 'constraint'],
    ['t', 'table'],
    ['W', 'where'],
  ] as const) {
    const value = fields.get(letter)
    if (value !== undefined) context[name] = value
  }
  if (sqlState === '53100' || diskFullText.test(message)) {
    return { code: 'store.diskFull', message: `The disk is full: ${message}`, remedy: freeSpace, context }
  }
  if (sqlState === '58030' && readOnlyText.test(message)) return { code: 'store.readOnly', message, context }
  if (sqlState.startsWith('XX001') || sqlState.startsWith('XX002')) {
    return { code: 'store.corrupt', message: `The database is damaged: ${message}`, remedy: restore, context }
  }
  return { code: 'store.query', message, context }
}

/**
 * Why the engine is dead or would not open, from the last lines of its log and what was thrown.
 * `code` is used where the log names neither a full nor a read-only disk.
 */
export function engineError(
  code: 'store.corrupt' | 'store.closed',
  log: readonly string[],
  thrown: unknown,
): ErrorShape {
  const reason = thrown instanceof Error ? thrown.message : String(thrown)
  const line = log.findLast((line) => /PANIC|FATAL/.test(line)) ?? log.findLast((line) => /ERROR/.test(line))
  const said = [...log, reason].join('\n')
  const because = line ?? reason
  const context = { log: log.slice(-12).join('\n') }
  if (diskFullText.test(said)) {
    return { code: 'store.diskFull', message: `The disk is full: ${because}`, remedy: freeSpace, context }
  }
  if (readOnlyText.test(said)) {
    return {
      code: 'store.readOnly',
      message: `The data folder cannot be written: ${because}`,
      remedy: makeWritable,
      context,
    }
  }
  if (code === 'store.corrupt') {
    return { code, message: `The database cannot be opened: ${because}`, remedy: restore, context }
  }
  const remedy = plainRemedy('startAgain')
  return { code, message: `The database engine stopped: ${because}`, remedy, context }
}

/** A file operation around the cluster that failed: the copy of the template, for one. */
export function fileError(error: unknown): ErrorShape {
  const shape = toErrorShape(error)
  const remedies = { 'store.diskFull': freeSpace, 'store.readOnly': makeWritable }
  const code = diskFullText.test(shape.message)
    ? 'store.diskFull'
    : readOnlyText.test(shape.message)
      ? 'store.readOnly'
      : null
  return code === null ? shape : { code, message: shape.message, remedy: remedies[code] }
}

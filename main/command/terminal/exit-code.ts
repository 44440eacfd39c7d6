import type { ErrorCode } from '../../../contract/error-codes'

/** What a headless command ends with. */
export const exitCode = {
  done: 0,
  failed: 1,
  badUsage: 2,
  nothingIndexed: 3,
  sessionFailed: 4,
  blocked: 5,
  interrupted: 130,
} as const

/** The exit code for an error that ended a command. */
export function exitCodeOf(code: ErrorCode): number {
  if (code === 'input.invalid' || code === 'input.empty') return exitCode.badUsage
  if (code === 'cancelled') return exitCode.interrupted
  if (code === 'index.empty') return exitCode.nothingIndexed
  if (code === 'session.blocked') return exitCode.blocked
  return exitCode.failed
}

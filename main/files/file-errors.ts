import { type ErrorCode, QuarryError } from '../../contract/errors'
import type { PlainRemedy } from '../../contract/remedies'

/** An error about a file that a call would write, with its path. */
export function fileError(
  code: Extract<ErrorCode, `file.${string}`>,
  path: string,
  remedy: PlainRemedy,
  more: { readonly context?: Record<string, string | number>; readonly cause?: unknown } = {},
): QuarryError {
  const { cause } = more
  return new QuarryError(code, `${code}: ${path}`, { remedy, context: { path, ...more.context }, cause })
}

/** A file system's error while a file was read or written; a QuarryError stays what it is. */
export function fileErrorOf(error: unknown, path: string): QuarryError {
  if (error instanceof QuarryError) return error
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return fileError('file.notFound', path, 'askForChangeAgain', { cause: error })
    case 'ENOSPC':
    case 'EDQUOT':
      return fileError('file.diskFull', path, 'freeSpaceRetry', { cause: error })
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return fileError('file.readOnly', path, 'changePermissions', { cause: error })
    default:
      return fileError('file.failed', path, 'changeByHand', { cause: error })
  }
}

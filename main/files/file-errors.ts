import type { PlainRemedy } from '../../contract/app/plain-remedies'
import type { ErrorCode } from '../../contract/error-codes'
import { QuarryError } from '../../contract/errors'

type FileErrorCode = Extract<ErrorCode, `file.${string}`>

/** For logs, and for models, which find another way by them. */
const messages: Readonly<Record<FileErrorCode, string>> = {
  'file.badName': 'not a plain name with the ending of a text file, such as summary.md',
  'file.outside': 'not a file in a folder that the person added',
  'file.notFound': 'no such file',
  'file.notText': 'not a text file in UTF-8',
  'file.tooLarge': 'the file is too large',
  'file.readOnly': 'the file is read-only',
  'file.changed': 'the file changed since it was read; it was left as it is',
  'file.noMatch': 'each find must be in the file exactly once, as it is written there, and touch no other',
  'file.unchanged': 'the edits change nothing',
  'file.diskFull': 'the disk is full',
  'file.failed': 'the file could not be written',
  'file.notUndone': 'what was there before is no longer kept',
}

/** An error about a file that a call would write, with its path. */
export function fileError(
  code: FileErrorCode,
  path: string,
  remedy: PlainRemedy,
  more: { readonly context?: Record<string, string | number>; readonly cause?: unknown } = {},
): QuarryError {
  const { cause } = more
  const which = typeof more.context?.edit === 'number' ? ` (edit ${more.context.edit})` : ''
  return new QuarryError(code, `${path}: ${messages[code]}${which}`, {
    remedy,
    context: { path, ...more.context },
    cause,
  })
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

import { QuarryError } from '../../../contract/errors'

/** A file system's error as the code that the window explains; a QuarryError stays what it is. */
export function readErrorOf(error: unknown, path: string): QuarryError {
  if (error instanceof QuarryError) return error
  const code = (error as NodeJS.ErrnoException).code
  const options = { context: { path }, cause: error }
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new QuarryError('read.notFound', 'The file no longer exists.', options)
    case 'EACCES':
    case 'EPERM':
      return new QuarryError('read.forbidden', 'Quarry has no permission to read this file.', {
        ...options,
        remedy: 'changePermissions',
      })
    case 'ELOOP':
      return new QuarryError('read.corrupt', 'Its symbolic links form a loop.', options)
    case 'ENAMETOOLONG':
      return new QuarryError('read.unsupported', 'Its name is too long for this system.', options)
    default:
      return new QuarryError('read.corrupt', error instanceof Error ? error.message : String(error), options)
  }
}

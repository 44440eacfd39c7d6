import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { QuarryError } from '../../contract/errors'

/**
 * Opens a regular file for reading. O_NONBLOCK keeps a FIFO or a device from hanging the worker before it is seen
 * what it is.
 */
export async function openRegularFile(path: string): Promise<{ file: FileHandle; sizeBytes: number }> {
  let file: FileHandle
  try {
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    throw openError(error, path)
  }
  try {
    const stats = await file.stat()
    if (!stats.isFile()) {
      throw new QuarryError('read.unsupported', 'It is not a regular file.', { context: { path } })
    }
    // macOS keeps files of a cloud folder without their blocks until they are asked for.
    if (process.platform === 'darwin' && stats.blocks === 0 && stats.size > 0) {
      throw new QuarryError('read.cloudPlaceholder', 'It is in the cloud and not on this machine.', {
        remedy: 'Download it in the Finder, then retry.',
        context: { path },
      })
    }
    return { file, sizeBytes: stats.size }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Reads a whole regular file of at most `maxBytes`. */
export async function readRegularFile(path: string, maxBytes: number): Promise<Uint8Array> {
  const { file, sizeBytes } = await openRegularFile(path)
  try {
    if (sizeBytes > maxBytes) throw fileTooLarge(sizeBytes, maxBytes)
    return await file.readFile()
  } catch (error) {
    throw openError(error, path)
  } finally {
    await file.close()
  }
}

export function fileTooLarge(sizeBytes: number, maxBytes: number): QuarryError {
  const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`
  return new QuarryError('read.tooLarge', `It has ${megabytes(sizeBytes)}; the most is ${megabytes(maxBytes)}.`, {
    remedy: 'Split it into smaller files.',
    context: { sizeBytes, maxBytes },
  })
}

function openError(error: unknown, path: string): QuarryError {
  if (error instanceof QuarryError) return error
  const options = { context: { path }, cause: error }
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new QuarryError('read.notFound', 'The file is not there any more.', options)
    case 'EACCES':
    case 'EPERM':
      return new QuarryError('read.forbidden', 'Its permissions do not let Quarry read it.', {
        ...options,
        remedy: 'Change its permissions, then retry.',
      })
    case 'EISDIR':
    case 'ENXIO':
    case 'ENODEV':
      return new QuarryError('read.unsupported', 'It is not a regular file.', options)
    default:
      return new QuarryError('read.corrupt', error instanceof Error ? error.message : String(error), options)
  }
}

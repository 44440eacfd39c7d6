import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** Absent on Windows, which has no links that anybody can make and no FIFOs. */
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

/**
 * Opens a regular file to be read, or null where it is something else, without waiting for a FIFO or a device. The path is
 * one that was resolved before: a link that stands there by now was put there since, and is something else, too.
 */
export async function openRegular(path: string): Promise<FileHandle | null> {
  let file: FileHandle
  try {
    file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') return null
    throw error
  }
  if ((await file.stat()).isFile()) return file
  await file.close()
  return null
}

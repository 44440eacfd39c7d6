import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileErrorOf } from './file-errors'

/** Beside the file, so that putting it in its place is one step; hidden, so that no library takes it in. */
const unfinishedName = (path: string): string => join(dirname(path), `.${basename(path).slice(0, 60)}.quarry.tmp`)

/** Removes what a write that was cut off left beside a file. */
export const clearUnfinished = (path: string): Promise<void> => rm(unfinishedName(path), { force: true })

/**
 * Puts a file with these bytes in the place of a path: whoever reads it sees the file before or the one after, whenever the
 * process or the machine stops. Throws `file.*`.
 * @param mode null: as the system gives new files
 * @param isStill looked at last: throws where the path is no longer what it was
 */
export async function writeWhole(
  path: string,
  bytes: Uint8Array,
  mode: number | null,
  isStill: () => Promise<void>,
): Promise<void> {
  const unfinished = unfinishedName(path)
  try {
    await clearUnfinished(path)
    const file = await open(unfinished, 'wx', mode ?? 0o666)
    try {
      await file.writeFile(bytes)
      // What the process's mask took away.
      if (mode !== null && process.platform !== 'win32') await file.chmod(mode)
      await file.sync()
    } finally {
      await file.close()
    }
    await isStill()
    await rename(unfinished, path)
  } catch (error) {
    await clearUnfinished(path).catch(() => undefined)
    throw fileErrorOf(error, path)
  }
  await syncFolder(dirname(path))
}

/** Has a folder's entries reach the disk, where the system lets a folder be opened. */
async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle
  try {
    folder = await open(path, 'r')
  } catch {
    return
  }
  // The file is in its place: what the disk says of the folder changes nothing about that.
  await folder.sync().catch(() => undefined)
  await folder.close()
}

import { stat } from 'node:fs/promises'

/** What tells one state of a file from another; null where there is none. Throws what the file system throws. */
export async function fileStamp(path: string): Promise<string | null> {
  try {
    const { size, mtimeNs, ino } = await stat(path, { bigint: true })
    return `${ino} ${size} ${mtimeNs}`
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Entries of a tool's folder that count; a manifest and its code are a handful. */
const entriesLimit = 500

/**
 * What a path is now, in short: equal stamps, nothing to look into again. A file by size and time, and by its write-ahead
 * log, where SQLite keeps what it wrote last; a folder by its own entries. Null where there is nothing.
 */
export async function stampOf(path: string): Promise<string | null> {
  const found = await statOrNull(path)
  if (found === null) return null
  if (!found.isDirectory()) {
    // One that is empty comes and goes with every reader.
    const log = await statOrNull(`${path}-wal`)
    return `${found.size}:${found.mtimeMs}${log === null || log.size === 0 ? '' : `+${log.size}:${log.mtimeMs}`}`
  }
  const hash = createHash('sha256')
  for (const name of (await readdir(path)).sort().slice(0, entriesLimit)) {
    const entry = await statOrNull(join(path, name))
    if (entry !== null) hash.update(`${name}\0${entry.isDirectory() ? '' : `${entry.size}:${entry.mtimeMs}`}\0`)
  }
  return hash.digest('hex')
}

async function statOrNull(path: string): Promise<Awaited<ReturnType<typeof stat>> | null> {
  try {
    return await stat(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return null
    throw error
  }
}

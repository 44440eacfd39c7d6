import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folders of looks at databases, and of windows that found no other (main/desktop/chromium-directory.ts). */
const ours = /^quarry-(?:database|window)-(\d{1,10})-/
/** A folder so young may be that of a process that this one cannot see, in another container with the same /tmp. */
const youngMs = 60 * 60_000

/** A folder for what a look at a database writes; its name says whose it is. */
export const makeScratch = (): Promise<string> => mkdtemp(join(tmpdir(), `quarry-database-${process.pid}-`))

/** Removes what processes left that are gone. Only this user's folders, and no links, are touched. */
export async function sweepScratch(now = Date.now()): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(ours.exec(name)?.[1] ?? 0)
    if (pid === 0 || isRunning(pid)) continue
    const path = join(tmpdir(), name)
    const found = await lstat(path).catch(() => null)
    if (found === null || !found.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) continue
    if (now - found.mtimeMs > youngMs) await rm(path, { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

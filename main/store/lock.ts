import { randomUUID } from 'node:crypto'
import { link, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { QuarryError } from '../../contract/errors'
import { isAlive, processStart } from './process-start'

const lockFile = z.object({
  pid: z.number().int().positive(),
  /** When that process started, as the system tells it: a reused pid is another process. null: not known. */
  processStart: z.string().nullable(),
  host: z.string(),
  command: z.string(),
  takenAt: z.string(),
  token: z.string(),
})
type LockFile = z.infer<typeof lockFile>

/** The holder touches its file so often; only another computer, which cannot look at our processes, goes by it. */
const heartbeatMs = 15_000
/** Four missed heartbeats: on another computer the holder is taken for gone. */
const staleHeartbeatMs = 60_000
/** Attempts at the file before giving up; each of them lost a race against another starter. */
const attempts = 5

export interface DirectoryLock {
  release(): Promise<void>
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

async function readLock(path: string): Promise<LockFile | 'unreadable' | null> {
  try {
    const parsed = lockFile.safeParse(JSON.parse(await readFile(path, 'utf8')))
    return parsed.success ? parsed.data : 'unreadable'
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    if (error instanceof SyntaxError) return 'unreadable'
    throw error
  }
}

async function isHeld(path: string, lock: LockFile | 'unreadable'): Promise<boolean> {
  // A lock appears under its name complete (by link), so one that cannot be read was cut off by a power failure.
  if (lock === 'unreadable') return false
  if (lock.host !== hostname()) {
    const { mtimeMs } = await stat(path)
    return Date.now() - mtimeMs < staleHeartbeatMs
  }
  if (!isAlive(lock.pid)) return false
  const start = await processStart(lock.pid)
  return start === null || lock.processStart === null || start === lock.processStart
}

function lockedError(directory: string, lock: LockFile): QuarryError {
  const own = lock.pid === process.pid && lock.host === hostname()
  const where = lock.host === hostname() ? '' : ` on ${lock.host}`
  const holder = own ? 'this process' : `process ${lock.pid}${where} (${lock.command})`
  return new QuarryError('store.locked', `${directory} is open in ${holder} since ${lock.takenAt}.`, {
    remedy: 'Close that one first, or use another data folder.',
    context: { pid: lock.pid, host: lock.host, command: lock.command, takenAt: lock.takenAt, sameProcess: own },
  })
}

/**
 * Takes the lock of a data directory: the file `lock` with process id and start time. PGlite itself has none, and two
 * openers lose most of what both acknowledge. A lock whose process is gone is taken over.
 * @throws QuarryError `store.locked`, whose message says who holds it
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const path = join(directory, 'lock')
  const own: LockFile = {
    pid: process.pid,
    processStart: await processStart(process.pid),
    host: hostname(),
    command: process.argv.slice(0, 2).join(' ').slice(0, 200),
    takenAt: new Date().toISOString(),
    token: randomUUID(),
  }
  const draft = `${path}.${own.token}`
  await writeFile(draft, `${JSON.stringify(own, null, 2)}\n`, { flag: 'wx' })
  try {
    await claim(directory, path, draft)
  } finally {
    await unlink(draft)
  }
  const heartbeat = setInterval(() => {
    const now = new Date()
    // Best effort: a missed beat matters only to another computer, and the next one follows.
    utimes(path, now, now).catch(() => undefined)
  }, heartbeatMs)
  heartbeat.unref()
  return {
    async release() {
      clearInterval(heartbeat)
      const found = await readLock(path)
      if (found !== null && found !== 'unreadable' && found.token === own.token) await unlink(path)
    },
  }
}

/** Gives the complete draft the lock's name, which only one process can: `link` fails where the name exists. */
async function claim(directory: string, path: string, draft: string): Promise<void> {
  let last: LockFile | null = null
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      await link(draft, path)
      return
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    const found = await readLock(path)
    if (found === null) continue
    if (await isHeld(path, found)) {
      if (found === 'unreadable') continue
      throw lockedError(directory, found)
    }
    last = found === 'unreadable' ? last : found
    await removeStale(path, found)
  }
  if (last !== null) throw lockedError(directory, last)
  throw new QuarryError('store.locked', `${directory} is being opened by others at this moment.`)
}

/**
 * Moves a stale lock away. Between judging and moving another starter may have replaced it: what was moved is looked
 * at again, and a live lock is put back under its name.
 */
async function removeStale(path: string, judged: LockFile | 'unreadable'): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  const moved = await readLock(aside)
  const same = moved === 'unreadable' || judged === 'unreadable' ? moved === judged : moved?.token === judged.token
  if (!same) await link(aside, path)
  await unlink(aside)
}

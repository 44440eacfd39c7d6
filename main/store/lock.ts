import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { LibraryHolder } from '../../contract/app/doctor'
import { QuarryError } from '../../contract/errors'
import { isAlive, processStart } from './process-start'

const lockFile = z.object({
  pid: z.number().int().positive(),
  /** When that process started, as the system tells it: a reused pid is another process. null: not known. */
  processStart: z.string().nullable(),
  host: z.string(),
  command: z.string(),
  takenAt: z.string(),
  /** Part of file names. */
  token: z.string().regex(/^[\w-]{1,64}$/),
})
type LockFile = z.infer<typeof lockFile>

/** The holder touches its file so often; only another computer, which cannot look at our processes, goes by it. */
const heartbeatMs = 15_000
/** Four missed heartbeats: on another computer the holder is taken for gone. */
const staleHeartbeatMs = 60_000
/** Attempts at the file before giving up, and the pause between them; each of them lost a race against another. */
const attempts = 100
const retryDelayMs = 10

export interface DirectoryLock {
  release(): void
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

function readLock(path: string): LockFile | 'unreadable' | null {
  try {
    const parsed = lockFile.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    return parsed.success ? parsed.data : 'unreadable'
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    if (error instanceof SyntaxError) return 'unreadable'
    throw error
  }
}

/** When the holder last touched its lock (ms since 1970); null where it has just given it back. */
function lastBeatMs(path: string): number | null {
  try {
    return statSync(path).mtimeMs
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

function isHeld(path: string, lock: LockFile | 'unreadable'): boolean {
  // A lock appears under its name complete (by link), so one that cannot be read was cut off by a power failure.
  if (lock === 'unreadable') return false
  if (lock.host !== hostname()) {
    const beat = lastBeatMs(path)
    return beat !== null && Date.now() - beat < staleHeartbeatMs
  }
  if (!isAlive(lock.pid)) return false
  const start = processStart(lock.pid)
  return start === null || lock.processStart === null || start === lock.processStart
}

const isOwn = (lock: LockFile): boolean => lock.pid === process.pid && lock.host === hostname()

function holderOf(lock: LockFile): string {
  const where = lock.host === hostname() ? '' : ` on ${lock.host}`
  const holder = isOwn(lock) ? 'this process' : `process ${lock.pid}${where} (${lock.command})`
  return `${holder} since ${lock.takenAt}`
}

/** Who holds the lock of a data directory; null where nobody does. Changes nothing. */
export function lockHolder(directory: string): LibraryHolder | null {
  const path = join(directory, 'lock')
  const found = readLock(path)
  if (found === null || found === 'unreadable' || !isHeld(path, found)) return null
  const { pid, host, command, takenAt } = found
  return { pid, host, command, takenAt, sameHost: host === hostname(), sameProcess: isOwn(found) }
}

function lockedError(directory: string, lock: LockFile): QuarryError {
  const own = isOwn(lock)
  return new QuarryError('store.locked', `${directory} is open in ${holderOf(lock)}.`, {
    remedy: 'closeOtherQuarry',
    context: { pid: lock.pid, host: lock.host, command: lock.command, takenAt: lock.takenAt, sameProcess: own },
  })
}

/**
 * Takes the lock of a data directory: the file `lock` with process id and start time. PGlite itself has none, and two
 * openers lose most of what both acknowledge. A lock whose process is gone is taken over. Unless others are at it as
 * well it has the lock when it returns, before its promise is awaited: while a window opens, each turn of the event
 * loop that a start waits for costs tens of milliseconds.
 * @throws QuarryError `store.locked`, whose message says who holds it
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const path = join(directory, 'lock')
  const own: LockFile = {
    pid: process.pid,
    processStart: processStart(process.pid),
    host: hostname(),
    command: process.argv.slice(0, 2).join(' ').slice(0, 200),
    takenAt: new Date().toISOString(),
    token: randomUUID(),
  }
  const draft = `${path}.${own.token}`
  try {
    writeDraft(draft, own)
    await claim(directory, path, draft)
  } finally {
    rmSync(draft, { force: true })
  }
  const heartbeat = setInterval(() => {
    const now = new Date()
    // Best effort: a missed beat matters only to another computer, and the next one follows.
    utimes(path, now, now).catch(() => undefined)
  }, heartbeatMs)
  heartbeat.unref()
  return {
    release() {
      clearInterval(heartbeat)
      const found = readLock(path)
      if (found !== null && found !== 'unreadable' && found.token === own.token) unlinkSync(path)
    },
  }
}

/** On the disk before it gets a name that others read: a power failure must not leave an empty lock. */
function writeDraft(draft: string, lock: LockFile): void {
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Gives the complete draft the lock's name, which only one process can: `link` fails where the name exists. */
async function claim(directory: string, path: string, draft: string): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (linked(draft, path)) return
    const found = readLock(path)
    if (found === null) continue
    if (isHeld(path, found)) {
      if (found !== 'unreadable') throw lockedError(directory, found)
    } else if (!removeStale(path, found, draft)) await setTimeout(retryDelayMs)
  }
  throw new QuarryError('store.locked', `Other processes are opening ${directory} right now.`, {
    remedy: 'waitAMoment',
  })
}

function linked(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

const tokenOf = (lock: LockFile | 'unreadable'): string => (lock === 'unreadable' ? lock : lock.token)

/**
 * Removes a stale lock. Only who holds the right to may, and looks again first: else two starters could both find it
 * stale, and the slower one would remove the lock that the faster one has just taken.
 * @returns whether it had the right; otherwise another starter is at it
 */
function removeStale(path: string, judged: LockFile | 'unreadable', draft: string): boolean {
  const rights = takeRight(path, tokenOf(judged), draft)
  if (rights === null) return false
  try {
    const found = readLock(path)
    if (found !== null && tokenOf(found) === tokenOf(judged)) unlinkSync(path)
  } finally {
    // One of a dead taker may have gone with another starter's; what is judged by then is the new lock.
    for (const right of rights) rmSync(right, { force: true })
  }
  return true
}

/**
 * The right to remove the lock with this token: a file named for the token, which only one can make. If the maker of
 * that file died with it, the right to its right is asked for, named for its token, and so on: nobody ever removes a
 * file that another living starter relies on.
 * @returns the files that make up the right, or null where a living starter has it
 */
function takeRight(path: string, token: string, draft: string): string[] | null {
  const right = `${path}.${token}.takeover`
  if (linked(draft, right)) return [right]
  const owner = readLock(right)
  if (owner === null || owner === 'unreadable' || isHeld(right, owner)) return null
  const further = takeRight(path, owner.token, draft)
  return further === null ? null : [right, ...further]
}

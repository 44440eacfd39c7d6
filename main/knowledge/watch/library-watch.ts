import type { Database } from '../../store'
import { foldersOfRoots } from '../intake/roots'
import { createFolderWatcher } from './folder-watcher'
import { rescanLibrary } from './rescan'

interface LibraryWatchOptions {
  readonly database: Database
  readonly projectId: string
  /** Whether folders are watched at all. */
  readonly isWatching: boolean
  readonly intake: Parameters<typeof rescanLibrary>[0]
  /** Told after each rescan. */
  readonly onRescanned: () => void
  readonly onError: (error: unknown) => void
}

type Rescanned = Awaited<ReturnType<typeof rescanLibrary>>

/** Keeps the library in step with the folders that it was given. */
export function createLibraryWatch(options: LibraryWatchOptions) {
  const { database, projectId, isWatching, intake, onRescanned, onError } = options
  const closing = new AbortController()
  const watcher = createFolderWatcher({ onChanged: rescanInBackground, onError })
  /** When a file that was read a short while ago and changed again is looked at once more. */
  let rested: NodeJS.Timeout | undefined
  let underWay: Promise<Rescanned> | null = null
  /** Begins when what is under way ends. */
  let next: Promise<Rescanned> | null = null

  function begin(signal: AbortSignal, onResting?: (ms: number) => void): Promise<Rescanned> {
    underWay = rescanLibrary(intake, signal, onResting).finally(() => {
      underWay = null
      onRescanned()
    })
    return underWay
  }

  function rescan(signal?: AbortSignal, onResting?: (ms: number) => void): Promise<Rescanned> {
    if (underWay === null) return begin(signal ?? closing.signal, onResting)
    // Two at once would do the same work twice, and what is under way may have passed a file before it changed: all who
    // ask meanwhile share one that begins afterwards.
    next ??= underWay
      .catch(() => undefined)
      .then(() => {
        next = null
        return begin(closing.signal, onResting)
      })
    return next
  }

  async function watchFolders(): Promise<void> {
    if (!isWatching || closing.signal.aborted) return
    const folders = await foldersOfRoots(database, projectId)
    if (!closing.signal.aborted) watcher.watch(folders)
  }

  function rescanInBackground(): void {
    let restingMs = Number.POSITIVE_INFINITY
    const onResting = (ms: number) => {
      restingMs = Math.min(restingMs, ms)
    }
    rescan(undefined, onResting)
      .then(() => {
        clearTimeout(rested)
        if (restingMs < Number.POSITIVE_INFINITY && !closing.signal.aborted)
          rested = setTimeout(rescanInBackground, restingMs + 100).unref()
        return watchFolders()
      })
      .catch((error: unknown) => {
        if (!closing.signal.aborted) onError(error)
      })
  }

  return {
    /** Takes in what changed, came or went in the folders. */
    rescan: (signal?: AbortSignal) => rescan(signal),
    rescanInBackground,
    /** Watches the folders that the library has now. */
    watchFolders,
    /** Nothing is looked for any more; `settled` waits for what is under way. */
    close(): void {
      closing.abort()
      clearTimeout(rested)
      watcher.close()
    },
    async settled(): Promise<void> {
      for (;;) {
        const last = next ?? underWay
        if (last === null) return
        await last.catch(() => undefined)
      }
    },
  }
}

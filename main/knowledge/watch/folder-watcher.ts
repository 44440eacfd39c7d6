import { type FSWatcher, watch as watchOfSystem } from 'node:fs'

/** Folders watched at most: each costs a handle of the system, of which Linux gives a user 8,192 and more, about a kilobyte each. */
const foldersLimit = process.platform === 'linux' ? 8000 : 512
/** What lies beyond is looked at so often. */
const unwatchedMs = 10 * 60_000
/** Quiet for so long after a change before anything is looked at: a copy or a checkout is many changes. */
const quietMs = 2_000
/** Least time between two looks, so that a log that is written to all day does not keep the disk busy. */
const leastIntervalMs = 10_000

/**
 * Says that something changed in some folder; what it was, a rescan finds out. One handle per folder and none per
 * file, which is why this is not chokidar: ten thousand files would be ten thousand handles.
 */
export interface FolderWatcher {
  /** Watches exactly these folders from now on. Those beyond the system's handles are looked at every ten minutes, which is told once. */
  watch(folders: readonly string[]): void
  close(): void
}

export function createFolderWatcher(options: {
  onChanged: () => void
  onError: (error: unknown) => void
  /** Folders watched at most. Default: as many as the system gives without harm. */
  maxFolders?: number
  /** How the system watches a folder. Default: `fs.watch`. */
  watchFolder?: (folder: string, options: { persistent: false }, onEvent: () => void) => FSWatcher
}): FolderWatcher {
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | null = null
  const { maxFolders = foldersLimit, watchFolder = watchOfSystem } = options
  let unwatched: NodeJS.Timeout | null = null
  let isRefused = false
  let lastTold = Number.NEGATIVE_INFINITY

  function noticed(): void {
    if (timer !== null) clearTimeout(timer)
    const waitMs = Math.max(quietMs, lastTold + leastIntervalMs - performance.now())
    timer = setTimeout(() => {
      timer = null
      lastTold = performance.now()
      options.onChanged()
    }, waitMs)
    timer.unref()
  }

  function unwatch(folder: string): void {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }

  /** Answers why a folder that is there cannot be watched; null where it is watched, gone or closed to us. */
  function open(folder: string): unknown {
    try {
      const watcher = watchFolder(folder, { persistent: false }, noticed)
      watcher.on('error', () => {
        // The folder went away, which is a change.
        unwatch(folder)
        noticed()
      })
      watchers.set(folder, watcher)
      return null
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // Gone or closed to us: the rescan has flagged its files. Anything else (no handles left) is worth telling.
      return code === 'ENOENT' || code === 'EACCES' || code === 'EPERM' || code === 'ENOTDIR' ? null : error
    }
  }

  return {
    watch(folders) {
      const wanted = new Set(folders.slice(0, maxFolders))
      for (const folder of watchers.keys()) if (!wanted.has(folder)) unwatch(folder)
      const refusals = [...wanted]
        .filter((folder) => !watchers.has(folder))
        .map(open)
        .filter((error) => error !== null)
      // Told once for all folders, and not again at each rescan while it lasts.
      if (refusals.length > 0 && !isRefused) options.onError(refusals[0])
      isRefused = refusals.length > 0
      if (unwatched !== null) clearInterval(unwatched)
      unwatched = folders.length > wanted.size || isRefused ? setInterval(options.onChanged, unwatchedMs).unref() : null
    },
    close() {
      if (timer !== null) clearTimeout(timer)
      if (unwatched !== null) clearInterval(unwatched)
      for (const folder of [...watchers.keys()]) unwatch(folder)
    },
  }
}

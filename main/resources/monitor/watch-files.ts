import { type FSWatcher, statSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

/** Folders watched at most: each costs a handle of the system. What lies beyond is seen by the next poll. */
const foldersLimit = 256

/** Watches files by the folder that they are in, and folders as they are: one handle per folder. */
export interface OriginWatcher {
  /** Watches exactly these paths from now on; told the same list again, what was lost of it is watched anew. */
  watch(paths: readonly string[]): void
  close(): void
}

/**
 * @param options.onChanged told of paths that were touched, came or went; what it was, a look finds out
 * @param options.onError what keeps a folder from being watched, beyond that it is gone: it is polled then
 */
export function createOriginWatcher(options: {
  readonly onChanged: (paths: readonly string[]) => void
  readonly onError: (error: unknown) => void
}): OriginWatcher {
  const watchers = new Map<string, FSWatcher>()
  let byFolder = new Map<string, Map<string, string>>()
  let watched: readonly string[] | null = null

  function noticed(folder: string, name: string | null): void {
    const names = byFolder.get(folder)
    if (names === undefined) return
    const whole = names.get('')
    const touched = new Set<string>()
    if (whole !== undefined) touched.add(whole)
    for (const [own, path] of names) {
      // SQLite writes into a log beside the file; a name may be missing on some systems.
      if (own !== '' && (name === null || name === own || name === `${own}-wal`)) touched.add(path)
    }
    if (touched.size > 0) options.onChanged([...touched])
  }

  function open(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => noticed(folder, name))
      watcher.on('error', () => {
        // The folder went away, which is a change.
        watcher.close()
        watchers.delete(folder)
        noticed(folder, null)
      })
      watchers.set(folder, watcher)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT' && code !== 'EACCES' && code !== 'EPERM' && code !== 'ENOTDIR') options.onError(error)
    }
  }

  function openMissing(): void {
    for (const folder of byFolder.keys()) if (!watchers.has(folder)) open(folder)
  }

  return {
    watch(paths) {
      if (paths === watched) {
        openMissing()
        return
      }
      watched = paths
      const next = new Map<string, Map<string, string>>()
      const add = (folder: string, name: string, path: string): void => {
        const names = next.get(folder) ?? new Map<string, string>()
        next.set(folder, names.set(name, path))
      }
      for (const path of paths) {
        add(dirname(path), basename(path), path)
        if (isFolder(path)) add(path, '', path)
      }
      byFolder = new Map([...next].slice(0, foldersLimit))
      for (const [folder, watcher] of watchers) {
        if (byFolder.has(folder)) continue
        watcher.close()
        watchers.delete(folder)
      }
      openMissing()
    },
    close() {
      for (const watcher of watchers.values()) watcher.close()
      watchers.clear()
    },
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

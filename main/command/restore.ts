import { resolve } from 'node:path'
import { openStore, restoreDump } from '../store'
import type { RuntimePaths } from '../system'

/** Tables of a dump that a person knows by name. */
const told = {
  sessions: 'sessions',
  reports: 'reports',
  roots: 'roots',
  settings: 'settings',
  resource_registry: 'resources',
  resource_match_history: 'matches',
} as const

/**
 * Puts the rows of a dump into the library, alone: an open app would not see sessions that appear under it.
 * @returns what was added, for people; rows that are there already stay as they are
 * @throws QuarryError `store.locked` where Quarry is open, and what `openStore` and `restoreDump` throw
 */
export async function restore(paths: RuntimePaths, dumpPath: string): Promise<string> {
  const store = await openStore({
    directory: paths.data,
    workersDir: paths.workers,
    templateDirectory: paths.template,
  })
  try {
    const added = await restoreDump(store.database, resolve(dumpPath))
    return Object.entries(told)
      .map(([table, name]) => `${added[table] ?? 0} ${name}`)
      .join(', ')
  } finally {
    await store.close()
  }
}

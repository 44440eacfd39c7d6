import { resolve } from 'node:path'
import { openStore, restoreDump } from '../store'
import type { RuntimePaths } from '../system'
import type { CommandLine } from './command-line'
import { exitCode } from './exit-code'
import { type ProgressLine, printResult } from './terminal'

/** Tables of a dump that a person knows by name. */
const told = {
  sessions: 'sessions',
  reports: 'reports',
  roots: 'roots',
  settings: 'settings',
  resource_registry: 'resources',
  resource_match_history: 'matches',
} as const

type Restored = Readonly<Record<(typeof told)[keyof typeof told], number>>

/**
 * Puts the rows of a dump into the library, alone: an open app would not see sessions that appear under it.
 * @returns how many were added; rows that are there already stay as they are
 * @throws QuarryError `store.locked` where Quarry is open, and what `openStore` and `restoreDump` throw
 */
export async function restore(paths: RuntimePaths, dumpPath: string): Promise<Restored> {
  const store = await openStore({
    directory: paths.data,
    workersDir: paths.workers,
    templateDirectory: paths.template,
  })
  try {
    const added = await restoreDump(store.database, resolve(dumpPath))
    return Object.fromEntries(Object.entries(told).map(([table, name]) => [name, added[table] ?? 0])) as Restored
  } finally {
    await store.close()
  }
}

/** What was added, in words. */
function restoredText(restored: Restored, { words, speech }: ProgressLine): string {
  const counts = Object.values(told).map((name) => words.restored[name](speech.format.number(restored[name])))
  return words.restored.added(counts.join(words.said.comma))
}

export function defineRestore({ program, help, progress, paths }: CommandLine): void {
  program
    .command('restore')
    .description(help.restore)
    .argument('<file>', help.restoreFile)
    .action(async (file: string) => {
      await printResult(restoredText(await restore(paths(), file), progress))
      process.exitCode = exitCode.done
    })
}

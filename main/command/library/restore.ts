import { resolve } from 'node:path'
import type { RuntimePaths } from '../../system'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'
import { type ProgressLine, printResult } from '../terminal/terminal'

/** Tables of a dump that a person knows by name. */
const told = {
  sessions: 'sessions',
  reports: 'reports',
  roots: 'roots',
  settings: 'settings',
  resource_registry: 'resources',
  tool_call_history: 'calls',
  resource_match_history: 'matches',
} as const

type Restored = Readonly<Record<(typeof told)[keyof typeof told] | 'ruleFiles', number>>

/**
 * Puts the rows of a dump into the library, alone: an open app would not see sessions that appear under it.
 * @returns how many were added; rows that are there already stay as they are
 * @throws QuarryError `store.locked` where Quarry is open, and what `openStore` and `restoreDump` throw
 */
export async function restore(paths: RuntimePaths, dumpPath: string): Promise<Restored> {
  const { openStore, restoreDump, restoreRuleFiles } = await import('../../store')
  const store = await openStore({
    directory: paths.data,
    workersDir: paths.workers,
    templateDirectory: paths.template,
  })
  try {
    const added = await restoreDump(store.database, resolve(dumpPath))
    const ruleFiles = await restoreRuleFiles(paths.data, resolve(dumpPath))
    const counts = Object.entries(told).map(([table, name]) => [name, added[table] ?? 0])
    return { ...Object.fromEntries(counts), ruleFiles } as Restored
  } finally {
    await store.close()
  }
}

/** What was added, in words. */
function restoredText(restored: Restored, { words, speech }: ProgressLine): string {
  const names = [...Object.values(told), 'ruleFiles'] as const
  const counts = names.map((name) => words.restored[name](speech.format.number(restored[name])))
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

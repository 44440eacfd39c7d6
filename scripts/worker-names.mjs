import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The folders of `workers/` that are built as programs of their own: those with a `worker.ts`.
 *
 * @param {string} repositoryRoot given, as the build's configuration is bundled and this file then stands elsewhere
 * @returns {string[]}
 */
export function workerNames(repositoryRoot) {
  const folder = join(repositoryRoot, 'workers')
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, 'worker.ts')))
}

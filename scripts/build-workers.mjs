/**
 * Builds the worker threads alone, in a fraction of the time of the whole build: what the integration
 * tests need of `out/`.
 *
 *   node scripts/build-workers.mjs
 */
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { forgetBuild, isBuilt } from './build.mjs'
import { workerNames } from './worker-names.mjs'

const repositoryRoot = join(dirname(fileURLToPath(import.meta.url)), '..')
const outDirectory = join(repositoryRoot, 'out', 'workers')
/** The oldest runtime that Quarry runs on: Node 20 in Electron 33. */
const TARGET = 'node20'

/**
 * Bundles `workers/NAME/worker.ts` to `out/workers/NAME.js`, packages left outside, as electron-vite does. One that does not
 * compile does not hold back the others. Nothing is done where the whole application is built of the same sources: the app
 * may run from there.
 *
 * @returns {Promise<void>}
 * @throws {AggregateError} when workers do not compile, once the others are built
 */
export async function buildWorkers() {
  if (await isBuilt(repositoryRoot)) return
  await forgetBuild(repositoryRoot)
  const { build } = await import('vite')
  const builds = workerNames(repositoryRoot).map((name) => build(workerConfiguration(name)))
  const failures = (await Promise.allSettled(builds)).flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  )
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join('\n'))
}

/**
 * @param {string} name
 * @returns {import('vite').InlineConfig}
 */
function workerConfiguration(name) {
  return {
    root: repositoryRoot,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: true,
      target: TARGET,
      outDir: outDirectory,
      // Tests may run beside each other: what is there is replaced file by file.
      emptyOutDir: false,
      rollupOptions: {
        input: { [name]: join(repositoryRoot, 'workers', name, 'worker.ts') },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: `chunks/${name}-[name]-[hash].js` },
      },
    },
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const startedAt = performance.now()
  await buildWorkers()
  process.stderr.write(
    `Built the workers in ${((performance.now() - startedAt) / 1000).toFixed(1)} s: ${outDirectory}\n`,
  )
}

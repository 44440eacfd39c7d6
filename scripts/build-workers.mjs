/**
 * Builds the worker threads alone, in a fraction of the time of the whole build: what the integration
 * tests need of `out/`.
 *
 *   node scripts/build-workers.mjs
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const repositoryRoot = join(dirname(fileURLToPath(import.meta.url)), '..')
const WORKERS = [
  'store',
  'inference',
  'readers',
  'documents',
  'databases',
  'scan',
  'requests',
  'mcp',
  'models',
  'tools',
  'compute',
]
/** The oldest runtime that Quarry runs on: Node 20 in Electron 33. */
const TARGET = 'node20'

/**
 * Bundles `workers/NAME/worker.ts` to `out/workers/NAME.js`, packages left outside, as electron-vite does.
 * Workers whose source is not there are left out; one that does not compile does not hold back the others.
 *
 * @param {{ outDirectory?: string, names?: readonly string[] }} [options]
 * @returns {Promise<string>} the folder that holds the built workers
 * @throws {AggregateError} when workers do not compile, once the others are built
 */
export async function buildWorkers({ outDirectory = join(repositoryRoot, 'out', 'workers'), names = WORKERS } = {}) {
  const { build } = await import('vite')
  const builds = names
    .map((name) => ({ name, source: join(repositoryRoot, 'workers', name, 'worker.ts') }))
    .filter(({ source }) => existsSync(source))
    .map(({ name, source }) => build(workerConfiguration(name, source, outDirectory)))
  const failures = (await Promise.allSettled(builds)).flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  )
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join('\n'))
  return outDirectory
}

/**
 * @param {string} name
 * @param {string} source
 * @param {string} outDirectory
 * @returns {import('vite').InlineConfig}
 */
function workerConfiguration(name, source, outDirectory) {
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
        input: { [name]: source },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: `chunks/${name}-[name]-[hash].js` },
      },
    },
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const startedAt = performance.now()
  const directory = await buildWorkers()
  process.stderr.write(`Built the workers in ${((performance.now() - startedAt) / 1000).toFixed(1)} s: ${directory}\n`)
}

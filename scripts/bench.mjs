// npm run bench [-- NAME ARGS…]: one benchmark of test/bench, or all of them. `recall`, `research`, `answers`, `match` and `gate`
// take --set FILE --out run.json (`answers` also --material DIR), `pdf-tables` takes --material DIR [--held], `recall-scale` --passages N, `frames` [--rounds N] [--tokens N] [--words N]; the others print tables and JSON. Installs and builds what is missing first.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const project = resolve(import.meta.dirname, '..')
const benchDirectory = join(project, 'test', 'bench')
/** Needs a collection file, so it does not run without being asked for. */
const onRequest = new Set([
  'recall',
  'recall-scale',
  'research',
  'answers',
  'answers-fit',
  'match',
  'sql',
  'gate',
  'calls',
  'mixed',
  'code',
  'pdf-tables',
])

const run = (command, parameters, cwd = project) => {
  const { status } = spawnSync(command, parameters, {
    cwd,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}

const names = readdirSync(benchDirectory)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -'.ts'.length))
const [chosen, ...argv] = process.argv.slice(2)
if (chosen !== undefined && !names.includes(chosen)) {
  console.error(`usage: npm run bench [-- ${names.join(' | ')} [options]]`)
  process.exit(2)
}
const wanted = chosen === undefined ? names.filter((name) => !onRequest.has(name)) : [chosen]

const { setUp } = await import('./setup.mjs')
await setUp({ electron: wanted.includes('start') || wanted.includes('frames') })
/** Measured beside the programs of test/bench/package.json. */
const compared = new Set(['checkpoints', 'encoder', 'keywords', 'recall', 'recall-scale', 'start', 'store', 'vectors'])
const { dependencies } = JSON.parse(readFileSync(join(benchDirectory, 'package.json'), 'utf8'))
const isMissing = Object.keys(dependencies).some((name) => !existsSync(join(benchDirectory, 'node_modules', name)))
if (wanted.some((name) => compared.has(name)) && isMissing) {
  run('npm', ['ci'], benchDirectory)
  // Install scripts are off everywhere; this one competitor has to be compiled.
  run('npm', ['rebuild', 'better-sqlite3', '--ignore-scripts=false'], benchDirectory)
}
const { build } = await import('vite')
const outDirectory = join(project, 'out', 'bench')
await build({
  configFile: false,
  logLevel: 'warn',
  root: project,
  define: { __QUARRY_VERSION__: JSON.stringify('bench') },
  build: {
    ssr: true,
    target: 'node20',
    outDir: outDirectory,
    emptyOutDir: true,
    rollupOptions: {
      input: Object.fromEntries(wanted.map((name) => [name, join(benchDirectory, `${name}.ts`)])),
      output: { format: 'es', entryFileNames: '[name].js' },
    },
  },
})
for (const name of wanted) {
  const { run: runBenchmark } = await import(pathToFileURL(join(outDirectory, `${name}.js`)).href)
  process.exitCode = Number((await runBenchmark(argv)) ?? 0) || process.exitCode
}
process.exit()

// npm run fuzz -- --seconds N [--seed S] | --corpus [--large] | --library [--large]: hostile files against readers and engines (test/fuzz).
// With --window each of them is dropped on the window (test/e2e/hostile.e2e.ts), which a test does with a few.
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const project = resolve(import.meta.dirname, '..')
if (process.argv.includes('--window')) {
  const dropped = ['scripts/test.mjs', '--only', 'e2e', 'test/e2e/hostile.e2e.ts']
  const env = { ...process.env, QUARRY_WHOLE_CORPUS: '1' }
  process.exit(spawnSync(process.execPath, dropped, { cwd: project, env, stdio: 'inherit' }).status ?? 1)
}
const { setUp } = await import('./setup.mjs')
// The real command is among what is tried.
await setUp({ electron: false })
const { build } = await import('vite')
const outDirectory = join(project, 'out', 'fuzz')
await build({
  configFile: false,
  logLevel: 'warn',
  root: project,
  build: {
    ssr: join(project, 'test', 'fuzz', 'fuzz.ts'),
    target: 'node20',
    outDir: outDirectory,
    emptyOutDir: true,
    rollupOptions: { output: { format: 'es', entryFileNames: 'fuzz.js' } },
  },
})
process.chdir(project)
const { run } = await import(pathToFileURL(join(outDirectory, 'fuzz.js')).href)
process.exitCode = await run(process.argv.slice(2))

// npm run fuzz -- --seconds N [--seed S] | --corpus [--large] | --library [--large]: hostile files against readers and engines (test/fuzz).
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const project = resolve(import.meta.dirname, '..')
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

import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'

const built = resolve('.cache/test/open-and-close')

beforeAll(async () => {
  const { build } = await import('vite')
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: resolve(import.meta.dirname, 'open-and-close-child.ts'),
      target: 'node20',
      outDir: built,
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  })
})

it('threads that end while they load take no process with them', async () => {
  const child = [join(built, 'child.mjs'), resolve('.cache/models/quarry-use-lite-en'), resolve('out/workers'), '20']
  const { stdout, stderr } = await promisify(execFile)(process.execPath, child)
  expect({ stdout, stderr }).toEqual({ stdout: 'done\n', stderr: '' })
}, 180_000)

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'electron-vite'
import { workerNames } from './scripts/worker-names.mjs'
import rendererConfig from './vite.renderer.config'

const at = (path: string): string => resolve(import.meta.dirname, path)

const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string }

export default defineConfig({
  main: {
    define: { __QUARRY_VERSION__: JSON.stringify(version) },
    build: {
      outDir: 'out',
      target: 'node20.18',
      emptyOutDir: false,
      // In the bundle these load in a third of the time: zod alone is a hundred files.
      externalizeDeps: {
        exclude: ['zod', 'xstate', 'ignore', 'yaml', '@modelcontextprotocol/client', 'file-type', 'chardet'],
      },
      rollupOptions: {
        input: {
          'main/index': at('main/index.ts'),
          'main/cli': at('main/cli.ts'),
          ...Object.fromEntries(
            workerNames(at('.')).map((name) => [`workers/${name}`, at(`workers/${name}/worker.ts`)]),
          ),
        },
        // Else a command loads all that a folder has for the one thing that it takes from its index.
        treeshake: { moduleSideEffects: [{ test: /\/(?:main|contract)\/.+\/index\.ts$/, sideEffects: false }] },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      target: 'node20.18',
      externalizeDeps: false,
      rollupOptions: {
        input: { index: at('preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: rendererConfig,
})

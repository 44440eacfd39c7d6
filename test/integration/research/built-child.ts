import { join } from 'node:path'
import { build } from 'vite'

const outDirectory = join(import.meta.dirname, '../../../out/test')

/** A script of this folder as one file that Node runs. */
export async function builtChild(name: string): Promise<string> {
  await build({
    root: join(import.meta.dirname, '../../..'),
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node20',
      outDir: outDirectory,
      emptyOutDir: false,
      rollupOptions: {
        input: { [name]: join(import.meta.dirname, `${name}.ts`) },
        output: { format: 'es', entryFileNames: '[name].mjs' },
      },
    },
  })
  return join(outDirectory, `${name}.mjs`)
}

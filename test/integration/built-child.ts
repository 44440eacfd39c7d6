import { join, resolve } from 'node:path'
import { build } from 'vite'

const project = resolve(import.meta.dirname, '../..')
const outDirectory = join(project, 'out/test')

/** A script below this folder, `research/call-child`, as one file that Node runs. Answers its path. */
export async function builtChild(name: string): Promise<string> {
  await build({
    root: project,
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

import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

declare global {
  var engineCode: WebAssembly.Module | undefined
}

/** While this process holds the engine's code, V8 gives it to each thread that compiles the same: a fifth of a start. */
globalThis.engineCode ??= await WebAssembly.compile(
  await readFile(resolve('node_modules/@electric-sql/pglite/dist/pglite.wasm')),
)

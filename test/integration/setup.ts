import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { hearAttempts } from '../../main/connections'

/** While a process of tests holds the store's code, V8 gives it to each thread that compiles the same: a fifth of a start. */
const held = globalThis as { engineCode?: WebAssembly.Module }
held.engineCode ??= await WebAssembly.compile(
  await readFile(resolve('node_modules/@electric-sql/pglite/dist/pglite.wasm')),
)

// What the file before tried to connect to is kept for whoever listens next: here nobody.
hearAttempts(() => undefined)()

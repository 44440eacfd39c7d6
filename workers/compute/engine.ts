import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import quickjs from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core'

/** Said of code whose calls go deeper than its stack. */
const tooDeep = 'it goes too deep'

/** Characters of an error that code ends with. */
const saidAtMost = 500

const { resolve } = createRequire(import.meta.url)
let compiled: Promise<WebAssembly.Module> | undefined

/** QuickJS in a module of its own: one whose memory or stack gave out is of no more use. */
export async function newEngine(): Promise<QuickJSWASMModule> {
  compiled ??= readFile(resolve('@jitl/quickjs-wasmfile-release-sync/wasm')).then((bytes) => WebAssembly.compile(bytes))
  return newQuickJSWASMModuleFromVariant(newVariant(quickjs, { wasmModule: await compiled }))
}

/** How code ended that did not end well; `said` are its own words. */
export interface CodeFailure {
  readonly reason: 'threw' | 'time' | 'memory' | 'output'
  readonly said: string
}

/** The limit that was reached: in ms, bytes or characters; null where none was, or none that is told in such numbers. */
export function limitOf(
  { reason, said }: CodeFailure,
  limits: { readonly timeMs: number; readonly memoryBytes: number; readonly outputCharacters: number },
): number | null {
  if (said === tooDeep) return null
  return { threw: null, time: limits.timeMs, memory: limits.memoryBytes, output: limits.outputCharacters }[reason]
}

/** What an error of the sandbox is. @param file name that the code was evaluated with, for its line */
export function failureOf(context: QuickJSContext, error: QuickJSHandle, file: 'code.js' | 'plugin.js'): CodeFailure {
  const text = (name: string): string => {
    const value = context.getProp(error, name)
    return context.typeof(value) === 'string' ? context.getString(value).slice(0, saidAtMost) : ''
  }
  const [name, message] = [text('name'), text('message')]
  if (name === 'InternalError' && message === 'interrupted') return { reason: 'time', said: 'it took too long' }
  if (name === 'InternalError' && message === 'out of memory')
    return { reason: 'memory', said: 'it took too much memory' }
  if (name === 'InternalError' && message === 'stack overflow') return { reason: 'memory', said: tooDeep }
  const said = [name, message].filter((part) => part !== '').join(': ')
  const line = (file === 'code.js' ? /code\.js:(\d+)/ : /plugin\.js:(\d+)/).exec(text('stack'))?.[1]
  return { reason: 'threw', said: `${said || 'an error without words'}${line === undefined ? '' : ` (line ${line})`}` }
}

/** Of the engine itself, beyond what it reports as an error of the code: its stack, or its memory. */
export const failureOfEngine = (error: unknown): CodeFailure => ({
  reason: 'memory',
  said: String(error).slice(0, saidAtMost),
})

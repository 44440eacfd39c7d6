import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import quickjs from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
} from 'quickjs-emscripten-core'
import type { ComputeTask } from '../../contract/compute'
import { QuarryError } from '../../contract/errors'
import { seal } from './seal'
import { statistics } from './statistics'

/** Characters of an error that code ends with. */
const saidAtMost = 500

const { resolve } = createRequire(import.meta.url)
/** What is read from files once, however many sandboxes are made of it. */
interface Parts {
  readonly engine: typeof quickjs
  /** simple-statistics as its own text. */
  readonly library: string
}
let kept: Promise<Parts> | undefined
const partsOf = (): Promise<Parts> => {
  kept ??= (async () => {
    const compiled = await readFile(resolve('@jitl/quickjs-wasmfile-release-sync/wasm'))
    return {
      engine: newVariant(quickjs, { wasmModule: await WebAssembly.compile(compiled) }),
      library: await readFile(join(dirname(resolve('simple-statistics')), 'simple-statistics.min.js'), 'utf8'),
    }
  })()
  return kept
}

/** The code ended with an error. `said`: its words, which are those of the code. */
function failed(
  reason: 'threw' | 'time' | 'memory' | 'output',
  said: string,
  limit: number | null = null,
): QuarryError {
  return new QuarryError('tool.codeFailed', `The code failed: ${said}`, { context: { reason, said, limit } })
}

/**
 * Runs JavaScript in an engine of its own (QuickJS, as WebAssembly): of this process it is given no function at all, and of
 * the world only tables, texts and statistics. What is handed in comes as values; only `code` is read as code.
 * @returns the value of the last expression as JSON
 * @throws QuarryError `tool.codeFailed`
 */
export async function runCode({ code, tables, texts, limits }: ComputeTask): Promise<string> {
  // A module for each run: one whose memory or stack gave out is of no more use.
  const { engine: variant, library } = await partsOf()
  const engine = await newQuickJSWASMModuleFromVariant(variant)
  const runtime = engine.newRuntime({ memoryLimitBytes: limits.memoryBytes, maxStackSizeBytes: limits.stackBytes })
  const context = runtime.newContext()
  const own = (source: string): QuickJSHandle => context.unwrapResult(context.evalCode(source, 'quarry.js'))
  try {
    own(library)
    context.setProp(context.global, 'stats', own(`(${statistics.toString()})(ss)`))
    const parse = own('JSON.parse')
    for (const [name, value] of Object.entries({ tables, texts })) {
      const json = context.newString(JSON.stringify(value))
      context.setProp(context.global, name, context.unwrapResult(context.callFunction(parse, context.undefined, json)))
    }
    const write = own(`(${seal.toString()})()`)
    const endsAt = performance.now() + limits.timeMs
    runtime.setInterruptHandler(() => performance.now() > endsAt)
    const run = context.evalCode(code, 'code.js', { type: 'global' })
    if (run.error !== undefined) throw errorOf(context, run.error, limits)
    const result = context.callFunction(write, context.undefined, run.value)
    if (result.error !== undefined) throw errorOf(context, result.error, limits)
    const length = context.getNumber(context.getProp(result.value, 'length'))
    if (length > limits.outputCharacters)
      throw failed('output', `its result has ${length} characters`, limits.outputCharacters)
    return context.getString(result.value)
  } catch (error) {
    if (error instanceof QuarryError) throw error
    // Of the engine itself, beyond what it reports as an error of the code: its stack, or its memory.
    throw failed('memory', String(error).slice(0, saidAtMost), limits.memoryBytes)
  }
}

function errorOf(context: QuickJSContext, error: QuickJSHandle, limits: ComputeTask['limits']): QuarryError {
  const text = (name: string): string => {
    const value = context.getProp(error, name)
    return context.typeof(value) === 'string' ? context.getString(value).slice(0, saidAtMost) : ''
  }
  const [name, message] = [text('name'), text('message')]
  if (name === 'InternalError' && message === 'interrupted') return failed('time', 'it took too long', limits.timeMs)
  if (name === 'InternalError' && message === 'out of memory')
    return failed('memory', 'it took too much memory', limits.memoryBytes)
  if (name === 'InternalError' && message === 'stack overflow') return failed('memory', 'it goes too deep', null)
  const said = [name, message].filter((part) => part !== '').join(': ')
  const line = /code\.js:(\d+)/.exec(text('stack'))?.[1]
  return failed('threw', `${said || 'an error without words'}${line === undefined ? '' : ` (line ${line})`}`)
}

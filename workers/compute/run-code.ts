import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { QuickJSHandle } from 'quickjs-emscripten-core'
import type { ComputeTask } from '../../contract/calls/compute'
import { QuarryError } from '../../contract/errors'
import { type CodeFailure, failureOf, failureOfEngine, limitOf, newEngine } from './engine'
import { seal } from './seal'
import { statistics } from './statistics'

const { resolve } = createRequire(import.meta.url)
/** simple-statistics as its own text. */
let library: Promise<string> | undefined
const libraryText = (): Promise<string> => {
  library ??= readFile(join(dirname(resolve('simple-statistics')), 'simple-statistics.min.js'), 'utf8')
  return library
}

/** The code ended with an error. */
function failed(failure: CodeFailure, limits: ComputeTask['limits']): QuarryError {
  return new QuarryError('tool.codeFailed', `The code failed: ${failure.said}`, {
    context: { ...failure, limit: limitOf(failure, limits) },
  })
}

/**
 * Runs JavaScript in an engine of its own (QuickJS, as WebAssembly): of this process it is given no function at all, and of
 * the world only tables, texts and statistics. What is handed in comes as values; only `code` is read as code.
 * @returns the value of the last expression as JSON
 * @throws QuarryError `tool.codeFailed`
 */
export async function runCode({ code, tables, texts, limits }: ComputeTask): Promise<string> {
  const [engine, ss] = [await newEngine(), await libraryText()]
  const runtime = engine.newRuntime({ memoryLimitBytes: limits.memoryBytes, maxStackSizeBytes: limits.stackBytes })
  const context = runtime.newContext()
  const own = (source: string): QuickJSHandle => context.unwrapResult(context.evalCode(source, 'quarry.js'))
  try {
    own(ss)
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
    if (run.error !== undefined) throw failed(failureOf(context, run.error, 'code.js'), limits)
    const result = context.callFunction(write, context.undefined, run.value)
    if (result.error !== undefined) throw failed(failureOf(context, result.error, 'code.js'), limits)
    const length = context.getNumber(context.getProp(result.value, 'length'))
    if (length > limits.outputCharacters)
      throw failed({ reason: 'output', said: `its result has ${length} characters` }, limits)
    return context.getString(result.value)
  } catch (error) {
    if (error instanceof QuarryError) throw error
    throw failed(failureOfEngine(error), limits)
  }
}

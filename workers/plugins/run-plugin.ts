import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core'
import { QuarryError } from '../../contract/errors'
import type { PluginLimits, PluginTask } from '../../contract/resources/plugin'
import { type CodeFailure, failureOf, failureOfEngine, limitOf, newEngine } from '../compute/engine'
import { seal } from '../compute/seal'

/** Callbacks that run before the time is looked at. */
const jobsAtOnce = 1000

function failed(failure: CodeFailure, limits: PluginLimits): QuarryError {
  return new QuarryError('plugin.failed', `The plugin failed: ${failure.said}`, {
    context: { ...failure, limit: limitOf(failure, limits) },
  })
}

/**
 * Calls one function that a plugin exports, in an engine of its own (QuickJS, as WebAssembly): of this process it is given no
 * function at all, so it has no files, network, timers or modules. Its input comes as a value, and a copy of it goes nowhere else.
 * @returns what the function returned, or its promise resolved to, as JSON; null where that is `undefined`
 * @throws QuarryError `plugin.failed`
 */
export async function runPlugin({ code, interface: of, name, input, limits }: PluginTask): Promise<string | null> {
  const engine = await newEngine()
  const runtime = engine.newRuntime({ memoryLimitBytes: limits.memoryBytes, maxStackSizeBytes: limits.stackBytes })
  const context = runtime.newContext()
  const own = (source: string): QuickJSHandle => context.unwrapResult(context.evalCode(source, 'quarry.js'))
  const refuse = (said: string): QuarryError => failed({ reason: 'threw', said }, limits)
  try {
    const parse = own('JSON.parse')
    const write = own(`(${seal.toString()})()`)
    const given = context.unwrapResult(
      context.callFunction(parse, context.undefined, context.newString(JSON.stringify(input))),
    )
    const endsAt = performance.now() + limits.timeMs
    runtime.setInterruptHandler(() => performance.now() > endsAt)
    const settled = (result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle => {
      if (result.error !== undefined) throw failed(failureOf(context, result.error, 'plugin.js'), limits)
      return awaited(runtime, context, result.value, endsAt, limits)
    }
    const exported = settled(context.evalCode(code, 'plugin.js', { type: 'module', strict: true }))
    const part = context.getProp(exported, of)
    const call = context.typeof(part) === 'object' ? context.getProp(part, name) : context.undefined
    if (context.typeof(call) !== 'function') throw refuse(`it exports no function ${of}.${name}`)
    const returned = settled(context.callFunction(call, part, given))
    if (context.typeof(returned) === 'undefined') return null
    const written = context.callFunction(write, context.undefined, returned)
    if (written.error !== undefined) throw failed(failureOf(context, written.error, 'plugin.js'), limits)
    const length = context.getNumber(context.getProp(written.value, 'length'))
    if (length > limits.outputCharacters)
      throw failed({ reason: 'output', said: `its result has ${length} characters` }, limits)
    return context.getString(written.value)
  } catch (error) {
    if (error instanceof QuarryError) throw error
    throw failed(failureOfEngine(error), limits)
  }
}

/** What a promise resolves to; what is no promise as it is. Nothing comes from outside: one that waits then waits forever. */
function awaited(
  runtime: QuickJSRuntime,
  context: QuickJSContext,
  value: QuickJSHandle,
  endsAt: number,
  limits: PluginLimits,
): QuickJSHandle {
  while (runtime.hasPendingJob()) {
    const done = runtime.executePendingJobs(jobsAtOnce)
    if (done.error !== undefined) throw failed(failureOf(context, done.error, 'plugin.js'), limits)
    if (performance.now() > endsAt) throw failed({ reason: 'time', said: 'it took too long' }, limits)
  }
  const state = context.getPromiseState(value)
  if (state.type === 'fulfilled') return state.value
  if (state.type === 'rejected') throw failed(failureOf(context, state.error, 'plugin.js'), limits)
  throw failed({ reason: 'threw', said: 'its promise never resolves' }, limits)
}

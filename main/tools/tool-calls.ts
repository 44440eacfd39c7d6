import { randomUUID } from 'node:crypto'
import { fromPromise } from 'xstate'
import { type ErrorShape, fromErrorShape, QuarryError, toErrorShape } from '../../contract/errors'
import { type Database, hashOfJson } from '../store'
import type { CallResult } from './call'
import { endCall, findCall, insertCall, moveCall } from './repository/calls'
import { takeAnswer } from './repository/confirmations'
import { runTool, withinBudget } from './run-tool'
import type { Tool } from './tool'
import { type OpenedCall, type RunningCall, type ToolCallInput, toolCallMachine } from './tool-call-machine'
import type { ToolRegistry } from './tool-registry'

/** A call that was made, as the registry learns of it. */
export interface CallEnd {
  readonly tool: string
  readonly resourceId: string | null
  readonly sessionId: string
  readonly stepId: string
  /** The words that led to the call. */
  readonly query: string
  readonly durationMs: number
  /** Null where it succeeded. */
  readonly error: ErrorShape | null
}

export interface ToolCallsOptions {
  readonly database: Database
  readonly projectId: string
  readonly tools: ToolRegistry
  /** Told of each call that was really made, with what came of it. */
  readonly onCallEnded?: ((end: CallEnd) => void) | undefined
  /** ISO time. */
  now(): string
}

function denial({ name }: Tool, remark: string | null): QuarryError {
  const why = remark === null ? '' : ` ${remark}`
  return new QuarryError('tool.denied', `This call of ${name} was denied.${why}`, {
    context: { tool: name, remark },
  })
}

/** Writes where a call stands in one transaction, before anything of it runs. */
async function openCall(
  { database, projectId, now }: ToolCallsOptions,
  tool: Tool,
  { key, request }: ToolCallInput,
  signal: AbortSignal,
): Promise<OpenedCall | { readonly kind: 'kept'; readonly callId: string; readonly output: unknown }> {
  const inputHash = hashOfJson([request.tool, request.resourceId, request.input])
  return database.transaction(async (transaction) => {
    signal.throwIfAborted()
    const at = now()
    const row = await findCall(transaction, projectId, key, inputHash)
    if (row === null) {
      const callId = randomUUID()
      const asks = tool.effect === 'changes' || tool.tier === 'L3'
      const state = asks ? 'awaitingConfirmation' : 'running'
      await insertCall(transaction, projectId, key, { ...request, callId, effect: tool.effect, inputHash, state }, at)
      return asks ? { kind: 'asks', asked: { callId, reason: 'asks' } } : { kind: 'ready', callId }
    }
    const callId = row.call_id
    switch (row.state) {
      case 'done':
        return { kind: 'kept', callId, output: row.output }
      case 'failed':
      case 'denied':
        return { kind: row.state, error: fromErrorShape(row.error ?? { code: 'internal', message: 'It failed.' }) }
      case 'running':
        // It was cut off with its process, or by a stop. What only reads is made again.
        if (row.effect === 'reads') return { kind: 'ready', callId }
        await moveCall(transaction, projectId, callId, 'inDoubt', null)
        return { kind: 'asks', asked: { callId, reason: 'inDoubt' } }
      case 'awaitingConfirmation':
      case 'inDoubt': {
        const given = await takeAnswer(transaction, projectId, callId, at)
        if (given === null) {
          return { kind: 'asks', asked: { callId, reason: row.state === 'inDoubt' ? 'inDoubt' : 'asks' } }
        }
        const error = given.answer === 'allow' ? null : denial(tool, given.remark)
        await moveCall(transaction, projectId, callId, error === null ? 'running' : 'denied', error)
        return error === null ? { kind: 'ready', callId } : { kind: 'denied', error }
      }
    }
  })
}

/** Makes a call that stands as running. One that is cut off stays so in its row: nobody knows how far it came. */
async function runCall(
  { database, projectId, onCallEnded, now }: ToolCallsOptions,
  tool: Tool,
  { callId, key: { sessionId, stepId }, request, purpose }: RunningCall,
  signal: AbortSignal,
): Promise<CallResult> {
  const startedMs = performance.now()
  const end = async (written: Parameters<typeof endCall>[3], hasAsked = true): Promise<void> => {
    const durationMs = performance.now() - startedMs
    await endCall(database, projectId, callId, written, durationMs, now())
    if (!hasAsked) return
    const error = 'error' in written ? written.error : null
    onCallEnded?.({
      tool: tool.name,
      resourceId: request.resourceId,
      sessionId,
      stepId,
      query: purpose,
      durationMs,
      error,
    })
  }
  let output: unknown
  try {
    output = await runTool(tool, request.input, { resourceId: request.resourceId, signal })
  } catch (error) {
    if (!signal.aborted) await end({ error: toErrorShape(error) })
    throw error
  }
  await end({ output: tool.journal === undefined ? output : tool.journal.keep(output) }, tool.hasAsked?.(output))
  return { callId, output: withinBudget(output, tool) }
}

/**
 * The life of tool calls, wired to the journal and the registered tools. Every call of every tool goes this way.
 * @param keep remembers work under way, so that closing can wait for it
 */
export function createToolCalls(
  options: ToolCallsOptions,
  keep: <Value>(sessionId: string, work: Promise<Value>) => Promise<Value>,
): typeof toolCallMachine {
  const toolOf = ({ tool, resourceId }: ToolCallInput['request'], signal: AbortSignal): Promise<Tool> =>
    options.tools.find(tool, resourceId, signal)
  const open = async (input: ToolCallInput, signal: AbortSignal): Promise<OpenedCall> => {
    const tool = await toolOf(input.request, signal)
    const opened = await openCall(options, tool, input, signal)
    if (opened.kind !== 'kept') return opened
    const { callId, output: kept } = opened
    const output = tool.journal === undefined ? kept : await tool.journal.restore(kept, { signal })
    return { kind: 'recorded', result: { callId, output: withinBudget(output, tool) } }
  }
  return toolCallMachine.provide({
    actors: {
      openCall: fromPromise<OpenedCall, ToolCallInput>(({ input, signal }) =>
        keep(input.key.sessionId, open(input, signal)),
      ),
      runCall: fromPromise<CallResult, RunningCall>(({ input, signal }) =>
        keep(
          input.key.sessionId,
          toolOf(input.request, signal).then((tool) => runCall(options, tool, input, signal)),
        ),
      ),
    },
  })
}

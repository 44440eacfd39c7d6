import { randomUUID } from 'node:crypto'
import { fromPromise } from 'xstate'
import type { CallDecision } from '../../contract/calls/calls'
import type { ErrorShape } from '../../contract/error-shape'
import { fromErrorShape, QuarryError, toErrorShape } from '../../contract/errors'
import { forPurpose } from '../connections'
import { withoutSecrets } from '../gate'
import { type Database, hashOfJson } from '../store'
import type { Breakers } from './breakers'
import type { AskedCall, CallRequest, CallResult } from './call'
import { type JudgeCall, type Judgement, refusedByRule } from './call-gate'
import { withinBudget } from './output-budget'
import type { QuestionBoard } from './question-board'
import { appendExchange, type CallRow, endCall, findCall, insertCall, moveCall } from './repository/calls'
import { applyAnswer, readAnswer } from './repository/confirmations'
import { runTool } from './run-tool'
import type { AskPerson, SettledCall, Tool } from './tool'
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
  readonly judge: JudgeCall
  readonly breakers: Pick<Breakers, 'guard'>
  /** Told of each call that was really made, with what came of it. */
  readonly onCallEnded?: ((end: CallEnd) => void) | undefined
  /** Where services may ask a person; without it none is asked. */
  readonly questions?: Pick<QuestionBoard, 'askerOf'> | undefined
  /** Whether a person follows a session, who may be asked. */
  readonly isFollowed?: ((sessionId: string) => Promise<boolean>) | undefined
  /** ISO time. */
  now(): string
}

// Over 300 lines: every way in which a tool is run, in one place, so that none goes around the gate.

/** Remembers work under way, so that closing can wait for it. */
type KeepWork = <Value>(sessionId: string, work: Promise<Value>) => Promise<Value>

function refusedByPerson(tool: string, remark: string | null): QuarryError {
  const why = remark === null ? '' : ` ${remark}`
  return new QuarryError('tool.denied', `This call of ${tool} was denied.${why}`, {
    context: { tool, by: 'person', remark },
  })
}

/** What a person is asked of a call that did not run yet. */
const askedOf = (callId: string, { lacking }: CallRequest): AskedCall =>
  lacking === undefined ? { callId, reason: 'asks' } : { callId, reason: 'missing', lacking }

type Opened = OpenedCall | { readonly kind: 'kept'; readonly row: CallRow }

/** Has the gate decide on a call that is new, and writes where it stands before anything of it runs. */
async function enterCall(
  { database, projectId, judge, now }: ToolCallsOptions,
  tool: Tool,
  { key, request, question, purpose }: ToolCallInput,
  inputHash: string,
  signal: AbortSignal,
): Promise<Opened> {
  const found = await judge({ tool, request, sessionId: key.sessionId, question, purpose })
  // What it lacks only a person can give: then the gate decides again, on what they gave.
  const isLacking = request.lacking !== undefined && found.decision !== 'deny'
  const judged: Judgement = isLacking ? { ...found, decision: 'ask', steps: 1 } : found
  return database.transaction(async (transaction) => {
    signal.throwIfAborted()
    const callId = randomUUID()
    const error = judged.decision === 'deny' ? refusedByRule(tool.name, judged) : null
    const state = ({ allow: 'running', ask: 'awaitingConfirmation', deny: 'denied' } as const)[judged.decision]
    const { resourceId, input, trigger } = request
    await insertCall(
      transaction,
      projectId,
      key,
      { callId, tool, resourceId, question, trigger, input, inputHash, state, error },
      judged,
      now(),
    )
    if (error !== null) return { kind: 'denied', error }
    return judged.decision === 'ask'
      ? { kind: 'asks', asked: askedOf(callId, request) }
      : { kind: 'ready', callId, input }
  })
}

/** Whether a call that was cut off happened. What cannot be looked at is not known. */
async function settle(tool: Tool, input: CallRequest['input']): Promise<SettledCall> {
  try {
    return (await tool.settle?.(input)) ?? { kind: 'unknown' }
  } catch {
    return { kind: 'unknown' }
  }
}

/** Takes up a call whose row stands unfinished: what a person answered, and what was cut off. */
async function resumeCall(
  { database, projectId, judge, now }: ToolCallsOptions,
  tool: Tool,
  { key, request, question, purpose }: ToolCallInput,
  row: CallRow,
  signal: AbortSignal,
): Promise<Opened> {
  const { call_id: callId, state, effect } = row
  // It was cut off with its process, or by a stop.
  const settled = state === 'running' && effect === 'changes' ? await settle(tool, row.input) : null
  if (settled?.kind === 'made') {
    await endCall(database, projectId, callId, row.input, { output: settled.output }, null, now())
    return { kind: 'recorded', result: { callId, output: withinBudget(settled.output, tool) } }
  }
  if (settled?.kind === 'unknown') {
    await moveCall(database, projectId, callId, 'inDoubt', null, row.input)
    return { kind: 'asks', asked: { callId, reason: 'inDoubt' } }
  }
  const given = state === 'running' ? null : await readAnswer(database, projectId, callId)
  if (given === null && state !== 'running') {
    return { kind: 'asks', asked: state === 'inDoubt' ? { callId, reason: 'inDoubt' } : askedOf(callId, request) }
  }
  const input = given?.input ?? row.input
  // A rule that was written meanwhile denies it even so.
  const judged = await judge({
    tool,
    request: { ...request, input },
    sessionId: key.sessionId,
    question,
    purpose,
  })
  const error =
    given?.answer === 'deny'
      ? refusedByPerson(tool.name, given.remark)
      : judged.decision === 'deny'
        ? refusedByRule(tool.name, judged)
        : null
  return database.transaction(async (transaction) => {
    signal.throwIfAborted()
    await applyAnswer(transaction, projectId, callId, now())
    await moveCall(transaction, projectId, callId, error === null ? 'running' : 'denied', error, input)
    return error === null ? { kind: 'ready', callId, input } : { kind: 'denied', error }
  })
}

/** Where a call stands: finished ones are answered from their rows, the others go through the gate. */
async function openCall(options: ToolCallsOptions, call: ToolCallInput, signal: AbortSignal): Promise<Opened> {
  const { key, request } = call
  const inputHash = hashOfJson([request.tool, request.resourceId, request.input])
  const row = await findCall(options.database, options.projectId, key, inputHash)
  switch (row?.state) {
    case 'done':
      return { kind: 'kept', row }
    case 'failed':
    case 'denied':
      return { kind: row.state, error: fromErrorShape(row.error ?? { code: 'internal', message: 'It failed.' }) }
  }
  const tool = await options.tools.find(request.tool, request.resourceId, signal)
  return row === null ? enterCall(options, tool, call, inputHash, signal) : resumeCall(options, tool, call, row, signal)
}

/** Makes a call that stands as running, and writes how it ended. One that is cut off stays so in its row: nobody knows how far it came. */
async function runCall(
  { database, projectId, breakers, now }: ToolCallsOptions,
  tool: Tool,
  { callId, request: { resourceId, input } }: Pick<RunningCall, 'callId' | 'request'>,
  signal: AbortSignal,
  onEnded: (end: Pick<CallEnd, 'durationMs' | 'error'>) => void,
  ask?: AskPerson,
): Promise<CallResult> {
  const startedMs = performance.now()
  let thoughtMs = 0
  // How long a person thought says nothing of the service.
  const askInTime: AskPerson | undefined =
    ask &&
    (async (question, withdrawn) => {
      const askedMs = performance.now()
      try {
        return await ask(question, withdrawn)
      } finally {
        thoughtMs += performance.now() - askedMs
      }
    })
  const end = async (written: Parameters<typeof endCall>[4]): Promise<Pick<CallEnd, 'durationMs' | 'error'>> => {
    const durationMs = Math.max(0, performance.now() - startedMs - thoughtMs)
    await endCall(database, projectId, callId, input, written, durationMs, now())
    return { durationMs, error: 'error' in written ? written.error : null }
  }
  let output: unknown
  try {
    output = await breakers.guard(resourceId, signal, () =>
      runTool(tool, input, { resourceId, signal, ask: askInTime }),
    )
  } catch (error) {
    if (!signal.aborted) onEnded(await end({ error: toErrorShape(error) }))
    throw error
  }
  const ended = await end({ output: tool.journal === undefined ? output : tool.journal.keep(output) })
  if (tool.hasAsked?.(output) !== false) onEnded(ended)
  return { callId, output: withinBudget(output, tool) }
}

/** Why a judged call that no step makes is not made; null where it is. Nobody is asked: what would ask is refused. */
function refusalOf(tool: Tool, judged: Judgement): QuarryError | null {
  if (judged.decision === 'allow') return null
  return judged.decision === 'deny' ? refusedByRule(tool.name, judged) : refusedByPerson(tool.name, null)
}

/**
 * Makes a call that nobody asked for through the gate, and writes no row of it: whoever makes it keeps a record of its own.
 * Throws `tool.notFound`, `tool.denied` where the gate denies it or would have to ask, and what the tool throws.
 * @returns the output
 */
export async function callUnrecorded(
  { tools, judge }: Pick<ToolCallsOptions, 'tools' | 'judge'>,
  request: CallRequest,
  signal: AbortSignal,
): Promise<unknown> {
  const { resourceId, input } = request
  const tool = await tools.find(request.tool, resourceId, signal)
  const refusal = refusalOf(tool, await judge({ tool, request, sessionId: null, question: '', purpose: '' }))
  if (refusal !== null) throw refusal
  return runTool(tool, input, { resourceId, signal })
}

/** A call that no step makes: what it brought, or what the gate says of it where it would have to ask or denies it. */
type DirectEnd =
  | ({ readonly kind: 'done' } & CallResult)
  | { readonly kind: 'stopped'; readonly callId: string; readonly error: unknown; readonly decision: CallDecision }

/** Makes a call through the gate, where that need not ask. Throws `tool.notFound`, and what the tool throws. */
export function callDirectly(
  options: ToolCallsOptions,
  sessionId: string | null,
  request: CallRequest,
): Promise<DirectEnd> {
  return forPurpose(purposeOf(sessionId, request), () => callAtOnce(options, sessionId, request))
}

/** For which call something is connected. */
const purposeOf = (sessionId: string | null, { tool, resourceId }: CallRequest) => ({ sessionId, tool, resourceId })

async function callAtOnce(
  options: ToolCallsOptions,
  sessionId: string | null,
  request: CallRequest,
): Promise<DirectEnd> {
  const { database, projectId, judge, now } = options
  const { signal } = new AbortController()
  const tool = await options.tools.find(request.tool, request.resourceId, signal)
  // What a program says is no person's question: it lifts nothing.
  const asked = sessionId === null ? '' : JSON.stringify(request.input)
  const judged = await judge({ tool, request, sessionId, question: asked, purpose: asked })
  const { decision, risk, steps, reasons } = judged
  const callId = randomUUID()
  const error = refusalOf(tool, judged)
  const key = { sessionId, planId: null, stepId: null, ordinal: null }
  const state = error === null ? 'running' : 'denied'
  const { resourceId, input, trigger } = request
  const question = JSON.stringify(withoutSecrets(input))
  await insertCall(
    database,
    projectId,
    key,
    { callId, tool, resourceId, question, trigger, input, inputHash: '', state, error },
    judged,
    now(),
  )
  if (error !== null) return { kind: 'stopped', callId, error, decision: { decision, risk, steps, reasons } }
  return { kind: 'done', ...(await runCall(options, tool, { callId, request }, signal, () => undefined)) }
}

/**
 * A call that a person has made of themselves, beside the steps of a session: through the gate, and only where it need not
 * ask. Throws `tool.denied` where it need, and what the tool throws.
 * @returns the output
 */
export type DirectCall = (sessionId: string, request: CallRequest) => Promise<unknown>

export function createDirectCall(options: ToolCallsOptions, keep: KeepWork): DirectCall {
  const make = async (sessionId: string, request: CallRequest): Promise<unknown> => {
    const made = await callDirectly(options, sessionId, request)
    if (made.kind === 'stopped') throw made.error
    return made.output
  }
  return (sessionId, request) => keep(sessionId, make(sessionId, request))
}

/** What puts a service's questions to the person who follows the session; undefined where nobody does. */
async function askerFor(
  { database, projectId, questions, isFollowed }: ToolCallsOptions,
  { name, server }: Tool,
  { callId, key: { sessionId, stepId }, request: { resourceId } }: RunningCall,
): Promise<AskPerson | undefined> {
  if (questions === undefined || !(await isFollowed?.(sessionId))) return undefined
  return questions.askerOf({ sessionId, stepId, callId, tool: name, server, resourceId }, (exchange) =>
    appendExchange(database, projectId, callId, exchange),
  )
}

/**
 * The life of tool calls, wired to the journal and the registered tools. Every call of every tool goes this way.
 */
export function createToolCalls(options: ToolCallsOptions, keep: KeepWork): typeof toolCallMachine {
  const open = async (call: ToolCallInput, signal: AbortSignal): Promise<OpenedCall> => {
    const opened = await openCall(options, call, signal)
    if (opened.kind !== 'kept') return opened
    const { row } = opened
    const tool = row.server === 'builtin' ? options.tools.own(call.request.tool) : null
    const output = tool?.journal === undefined ? row.output : await tool.journal.restore(row.output, { signal })
    return { kind: 'recorded', result: { callId: row.call_id, output: withinBudget(output, tool) } }
  }
  return toolCallMachine.provide({
    actors: {
      openCall: fromPromise<OpenedCall, ToolCallInput>(({ input, signal }) =>
        keep(
          input.key.sessionId,
          forPurpose(purposeOf(input.key.sessionId, input.request), () => open(input, signal)),
        ),
      ),
      runCall: fromPromise<CallResult, RunningCall>(({ input: call, signal }) => {
        const { key, request, purpose: query } = call
        const { tool: name, resourceId } = request
        const onEnded = (end: Pick<CallEnd, 'durationMs' | 'error'>): void =>
          options.onCallEnded?.({ tool: name, resourceId, sessionId: key.sessionId, stepId: key.stepId, query, ...end })
        const run = async () => {
          const tool = await options.tools.find(name, resourceId, signal)
          return runCall(options, tool, call, signal, onEnded, await askerFor(options, tool, call))
        }
        return keep(key.sessionId, forPurpose(purposeOf(key.sessionId, call.request), run))
      }),
    },
  })
}

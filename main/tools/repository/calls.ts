import type { CallExchange } from '../../../contract/calls/service-question'
import type { ErrorShape } from '../../../contract/error-shape'
import { type QuarryError, toErrorShape } from '../../../contract/errors'
import { withoutSecrets } from '../../gate'
import { asJson, type SqlExecutor } from '../../store'
import type { CallKey, CallRequest, LooseCallKey } from '../call'
import type { Judgement } from '../call-gate'
import type { DescribedTool } from '../tool'

export type CallState = 'running' | 'done' | 'failed' | 'denied' | 'awaitingConfirmation' | 'inDoubt'

export interface CallRow {
  readonly call_id: string
  readonly server: string
  readonly state: CallState
  readonly effect: 'reads' | 'changes'
  readonly input: CallRequest['input']
  readonly output: unknown
  readonly error: ErrorShape | null
}

/** The row of a call, by its place in the session and the hash of its input. */
export async function findCall(
  executor: SqlExecutor,
  projectId: string,
  key: CallKey,
  inputHash: string,
): Promise<CallRow | null> {
  const [row] = await executor.query<CallRow>(
    `select call_id, server, state, effect, input, output, error from tool_call_history
     where session_id = $1 and plan_id = $2 and step_id = $3 and ordinal = $4 and input_hash = $5 and project_id = $6`,
    [key.sessionId, key.planId, key.stepId, key.ordinal, inputHash, projectId],
    { prepared: true },
  )
  return row ?? null
}

/** What a call of a project answered, as it is kept; null where none did. */
export async function readOutput(executor: SqlExecutor, projectId: string, callId: string): Promise<unknown> {
  const [row] = await executor.query<Pick<CallRow, 'output'>>(
    `select output from tool_call_history where call_id = $1 and project_id = $2 and state = 'done'`,
    [callId, projectId],
  )
  return row?.output ?? null
}

/** A call that was made, as undoing it needs to know it; null where none was, or only a copy of it is left. */
export async function readDoneCall(
  executor: SqlExecutor,
  projectId: string,
  callId: string,
): Promise<{
  readonly tool: string
  readonly server: string
  readonly sessionId: string | null
  readonly question: string
  readonly output: unknown
  readonly isUndone: boolean
} | null> {
  const [row] = await executor.query<{
    tool: string
    server: string
    sessionId: string | null
    question: string
    output: unknown
    isUndone: boolean
  }>(
    `select t.tool, t.server, t.session_id as "sessionId", t.question, t.output, ${undoneBy('t')} as "isUndone"
     from tool_call_history t where t.call_id = $1 and t.project_id = $2 and t.state = 'done' and not t.is_copy`,
    [callId, projectId],
  )
  return row ?? null
}

/** Whether a call of the table was undone, as a condition. */
export const undoneBy = (table: 't'): string =>
  `exists (select 1 from tool_call_history u where u.project_id = ${table}.project_id and u.server = 'builtin'
     and u.tool = 'undo_change' and u.state = 'done' and u.input ->> 'callId' = ${table}.call_id)`

/** Hashes by which calls of a project may still ask for what files were before. */
export async function readKeptHashes(executor: SqlExecutor, projectId: string): Promise<Set<string>> {
  const rows = await executor.query<{ hash: string }>(
    `select distinct input ->> 'hash' as hash from tool_call_history
     where project_id = $1 and server = 'builtin' and tool = 'apply_change' and input ->> 'hash' is not null`,
    [projectId],
  )
  return new Set(rows.map(({ hash }) => hash))
}

export async function insertCall(
  transaction: SqlExecutor,
  projectId: string,
  key: CallKey | LooseCallKey,
  call: {
    readonly callId: string
    readonly tool: DescribedTool
    readonly resourceId: string | null
    readonly question: string
    readonly trigger: CallRequest['trigger']
    readonly input: CallRequest['input']
    readonly inputHash: string
    readonly state: CallState
    readonly error: QuarryError | null
  },
  { decision, risk, steps, reasons, similarCalls, toolHash }: Judgement,
  at: string,
): Promise<void> {
  await transaction.query(
    `insert into tool_call_history (call_id, project_id, session_id, plan_id, step_id, ordinal, input_hash, resource_id,
       tool, server, tier, effect, question, input, state, error, decision, risk, steps, reasons, similar_calls, tool_hash,
       drafted_from, created_at, caller)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::jsonb, $15, $16::jsonb, $17, $18, $19,
       $20::jsonb, $21::jsonb, $22, $23::jsonb, $24, $25)`,
    [
      call.callId,
      projectId,
      key.sessionId,
      key.planId,
      key.stepId,
      key.ordinal,
      call.inputHash,
      call.resourceId,
      call.tool.name,
      call.tool.server,
      call.tool.tier,
      call.tool.effect,
      call.question,
      asJson(call.state === 'denied' ? withoutSecrets(call.input) : call.input),
      call.state,
      call.error === null ? null : asJson(toErrorShape(call.error)),
      decision,
      risk,
      steps,
      asJson(withoutSecrets(reasons)),
      asJson(similarCalls),
      toolHash,
      call.trigger === undefined ? null : asJson(call.trigger),
      at,
      key.sessionId === null ? 'program' : 'session',
    ],
    { prepared: true },
  )
}

/** Moves a call on before it runs, with the arguments that a person changed; `error` says why it never will. */
export async function moveCall(
  executor: SqlExecutor,
  projectId: string,
  callId: string,
  state: Exclude<CallState, 'done' | 'failed'>,
  error: QuarryError | null,
  input: CallRequest['input'],
): Promise<void> {
  await executor.query(
    `update tool_call_history set state = $2, error = $3::jsonb, input = $4::jsonb where call_id = $1 and project_id = $5`,
    [
      callId,
      state,
      error === null ? null : asJson(toErrorShape(error)),
      asJson(state === 'denied' ? withoutSecrets(input) : input),
      projectId,
    ],
  )
}

/** Writes how a call ended, and of its arguments no more than the record needs. */
export async function endCall(
  executor: SqlExecutor,
  projectId: string,
  callId: string,
  input: CallRequest['input'],
  end: { readonly output: unknown } | { readonly error: ErrorShape },
  /** Null where it was cut off, and its end found out afterwards. */
  durationMs: number | null,
  at: string,
): Promise<void> {
  const isDone = 'output' in end
  await executor.query(
    `update tool_call_history set state = $2, output = $3::jsonb, error = $4::jsonb, duration_ms = $5, ended_at = $6,
       input = $7::jsonb, drafted_from = null
     where call_id = $1 and project_id = $8`,
    [
      callId,
      isDone ? 'done' : 'failed',
      isDone ? asJson(end.output) : null,
      isDone ? null : asJson(end.error),
      durationMs,
      at,
      asJson(withoutSecrets(input)),
      projectId,
    ],
    { prepared: true },
  )
}

/** Writes what a service asked a person during its call, and what they answered. */
export async function appendExchange(
  executor: SqlExecutor,
  projectId: string,
  callId: string,
  exchange: CallExchange,
): Promise<void> {
  await executor.query(
    `update tool_call_history set exchanges = exchanges || $3::jsonb where call_id = $1 and project_id = $2`,
    [callId, projectId, asJson([withoutSecrets(exchange)])],
  )
}

/** Writes what a program says came of a call that it had checked; false where none waits for that. */
export async function settleProgramCall(
  executor: SqlExecutor,
  projectId: string,
  callId: string,
  end: { readonly state: CallState; readonly error: ErrorShape | null; readonly durationMs: number | null },
  at: string,
): Promise<boolean> {
  const waiting = end.state === 'denied' ? ['awaitingConfirmation'] : ['awaitingConfirmation', 'inDoubt']
  const [row] = await executor.query<Pick<CallRow, 'input'>>(
    `select input from tool_call_history
     where call_id = $1 and project_id = $2 and caller = 'program' and state = any($3::text[])`,
    [callId, projectId, waiting],
  )
  if (row === undefined) return false
  const settled = await executor.query(
    `update tool_call_history set state = $4, error = $5::jsonb, duration_ms = $6, ended_at = $7, input = $8::jsonb
     where call_id = $1 and project_id = $2 and state = any($3::text[]) returning call_id`,
    [
      callId,
      projectId,
      waiting,
      end.state,
      end.error === null ? null : asJson(end.error),
      end.durationMs,
      at,
      asJson(withoutSecrets(row.input)),
    ],
  )
  return settled.length > 0
}

/** A person has failed steps run again: what failed in them may be tried again, what was done stays done. */
export async function forgetFailedCalls(transaction: SqlExecutor, projectId: string, sessionId: string): Promise<void> {
  await transaction.query(
    `update tool_call_history set ordinal = null where session_id = $1 and project_id = $2 and state in ('failed', 'denied')`,
    [sessionId, projectId],
  )
}

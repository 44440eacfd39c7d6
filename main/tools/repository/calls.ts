import { type ErrorShape, type QuarryError, toErrorShape } from '../../../contract/errors'
import { asJson, type SqlExecutor } from '../../store'
import type { CallKey } from '../call'

export type CallState = 'running' | 'done' | 'failed' | 'denied' | 'awaitingConfirmation' | 'inDoubt'

export interface CallRow {
  readonly call_id: string
  readonly tool: string
  readonly state: CallState
  readonly effect: 'reads' | 'changes'
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
    `select call_id, tool, state, effect, output, error from tool_call_history
     where session_id = $1 and plan_id = $2 and step_id = $3 and ordinal = $4 and input_hash = $5 and project_id = $6`,
    [key.sessionId, key.planId, key.stepId, key.ordinal, inputHash, projectId],
  )
  return row ?? null
}

export async function insertCall(
  transaction: SqlExecutor,
  projectId: string,
  key: CallKey,
  call: {
    readonly callId: string
    readonly tool: string
    readonly resourceId: string | null
    readonly effect: 'reads' | 'changes'
    readonly input: unknown
    readonly inputHash: string
    readonly state: CallState
  },
  at: string,
): Promise<void> {
  await transaction.query(
    `insert into tool_call_history (call_id, project_id, session_id, plan_id, step_id, ordinal, input_hash, resource_id,
       tool, effect, input, state, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $12, $13)`,
    [
      call.callId,
      projectId,
      key.sessionId,
      key.planId,
      key.stepId,
      key.ordinal,
      call.inputHash,
      call.resourceId,
      call.tool,
      call.effect,
      asJson(call.input),
      call.state,
      at,
    ],
  )
}

/** Moves a call on before it runs; `error` says why it never will. */
export async function moveCall(
  executor: SqlExecutor,
  projectId: string,
  callId: string,
  state: Exclude<CallState, 'done' | 'failed'>,
  error: QuarryError | null,
): Promise<void> {
  await executor.query(
    'update tool_call_history set state = $2, error = $3::jsonb where call_id = $1 and project_id = $4',
    [callId, state, error === null ? null : asJson(toErrorShape(error)), projectId],
  )
}

/** Writes how a call ended. */
export async function endCall(
  executor: SqlExecutor,
  projectId: string,
  callId: string,
  end: { readonly output: unknown } | { readonly error: ErrorShape },
  durationMs: number,
  at: string,
): Promise<void> {
  const isDone = 'output' in end
  await executor.query(
    `update tool_call_history set state = $2, output = $3::jsonb, error = $4::jsonb, duration_ms = $5, ended_at = $6
     where call_id = $1 and project_id = $7`,
    [
      callId,
      isDone ? 'done' : 'failed',
      isDone ? asJson(end.output) : null,
      isDone ? null : asJson(end.error),
      durationMs,
      at,
      projectId,
    ],
  )
}

/** A person has failed steps run again: what failed in them may be tried again, what was done stays done. */
export async function forgetFailedCalls(transaction: SqlExecutor, projectId: string, sessionId: string): Promise<void> {
  await transaction.query(
    `update tool_call_history set ordinal = null where session_id = $1 and project_id = $2 and state in ('failed', 'denied')`,
    [sessionId, projectId],
  )
}

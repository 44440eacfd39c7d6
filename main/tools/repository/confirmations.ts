import { randomUUID } from 'node:crypto'
import type { ConfirmationAnswer, ConfirmationView } from '../../../contract/session'
import type { SqlExecutor } from '../../store'
import type { AskedCall } from '../call'

/** Writes that a person is asked; a call that is asked for already stays one question. */
export async function insertConfirmation(
  transaction: SqlExecutor,
  projectId: string,
  key: { readonly sessionId: string; readonly planId: string; readonly stepId: string },
  { callId, reason }: AskedCall,
  at: string,
): Promise<void> {
  await transaction.query(
    `insert into confirmations (confirmation_id, project_id, session_id, plan_id, step_id, call_id, reason, asked_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (call_id) where answer is null do nothing`,
    [randomUUID(), projectId, key.sessionId, key.planId, key.stepId, callId, reason, at],
  )
}

/** Writes a person's answer; answers the step that waits for it, null where the question is not open. */
export async function answerConfirmation(
  transaction: SqlExecutor,
  projectId: string,
  sessionId: string,
  confirmationId: string,
  { answer, remark }: ConfirmationAnswer,
  at: string,
): Promise<{ readonly planId: string; readonly stepId: string } | null> {
  const [row] = await transaction.query<{ plan_id: string; step_id: string }>(
    `update confirmations set answer = $3, remark = $4, answered_at = $5, answered_by = 'person'
     where session_id = $1 and confirmation_id = $2 and project_id = $6 and answer is null
     returning plan_id, step_id`,
    [sessionId, confirmationId, answer, remark, at, projectId],
  )
  return row === undefined ? null : { planId: row.plan_id, stepId: row.step_id }
}

/** Takes the answer to a call, so that it counts for one run alone; null where it has none that was not taken. */
export async function takeAnswer(
  transaction: SqlExecutor,
  projectId: string,
  callId: string,
  at: string,
): Promise<{ readonly answer: 'allow' | 'deny'; readonly remark: string | null } | null> {
  const [row] = await transaction.query<{ answer: 'allow' | 'deny'; remark: string | null }>(
    `update confirmations set applied_at = $2 where call_id = $1 and project_id = $3 and answer is not null
       and applied_at is null
     returning answer, remark`,
    [callId, at, projectId],
  )
  return row ?? null
}

interface Row {
  confirmation_id: string
  step_id: string
  reason: ConfirmationView['reason']
  tool: string
  resource_id: string | null
  input: Record<string, unknown>
  asked_at: string | Date
}

/** The open questions of a session, the oldest first. */
export async function readOpenConfirmations(
  executor: SqlExecutor,
  projectId: string,
  sessionId: string,
): Promise<ConfirmationView[]> {
  const rows = await executor.query<Row>(
    `select c.confirmation_id, c.step_id, c.reason, c.asked_at, t.tool, t.resource_id, t.input
     from confirmations c join tool_call_history t using (call_id)
     where c.session_id = $1 and c.project_id = $2 and c.answer is null order by c.asked_at, c.confirmation_id`,
    [sessionId, projectId],
  )
  return rows.map((row) => ({
    id: row.confirmation_id,
    stepId: row.step_id,
    reason: row.reason,
    tool: row.tool,
    resourceId: row.resource_id,
    input: row.input,
    askedAt: new Date(row.asked_at).toISOString(),
  }))
}

import { randomUUID } from 'node:crypto'
import type { LackingCall } from '../../../contract/calls/asked-field'
import {
  type ConfirmationAnswer,
  type ConfirmationView,
  type OpenConfirmation,
  usualThresholds,
} from '../../../contract/calls/calls'
import { asJson, type SqlExecutor } from '../../store'
import type { AskedCall, CallRequest } from '../call'

/** Writes that a person is asked; a call that is asked for already stays one question. */
export async function insertConfirmation(
  transaction: SqlExecutor,
  projectId: string,
  key: { readonly sessionId: string; readonly planId: string; readonly stepId: string },
  { callId, reason, lacking }: AskedCall,
  at: string,
): Promise<void> {
  await transaction.query(
    `insert into confirmations (confirmation_id, project_id, session_id, plan_id, step_id, call_id, reason, asked_at, lacking)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb) on conflict (call_id) where answer is null do nothing`,
    [
      randomUUID(),
      projectId,
      key.sessionId,
      key.planId,
      key.stepId,
      callId,
      reason,
      at,
      lacking === undefined ? null : asJson(lacking),
    ],
  )
}

/** Writes a person's answer; answers the step that waits for it, null where the question is not open. */
export async function answerConfirmation(
  transaction: SqlExecutor,
  projectId: string,
  sessionId: string,
  confirmationId: string,
  { answer, remark, scope, input }: ConfirmationAnswer,
  at: string,
): Promise<{ readonly planId: string; readonly stepId: string } | null> {
  const [row] = await transaction.query<{ plan_id: string; step_id: string }>(
    `update confirmations set answer = $3, remark = $4, answered_at = $5, scope = $7, input = $8::jsonb
     where session_id = $1 and confirmation_id = $2 and project_id = $6 and answer is null
     returning plan_id, step_id`,
    [sessionId, confirmationId, answer, remark, at, projectId, scope, input === null ? null : asJson(input)],
  )
  return row === undefined ? null : { planId: row.plan_id, stepId: row.step_id }
}

/** The answer to a call that did not count yet; null where there is none. */
export async function readAnswer(
  executor: SqlExecutor,
  projectId: string,
  callId: string,
): Promise<Pick<ConfirmationAnswer, 'answer' | 'remark' | 'input'> | null> {
  const [row] = await executor.query<Pick<ConfirmationAnswer, 'answer' | 'remark' | 'input'>>(
    `select answer, remark, input from confirmations
     where call_id = $1 and project_id = $2 and answer is not null and applied_at is null`,
    [callId, projectId],
  )
  return row ?? null
}

/** Writes that the answer to a call counted: it does so for one run alone. */
export async function applyAnswer(
  transaction: SqlExecutor,
  projectId: string,
  callId: string,
  at: string,
): Promise<void> {
  await transaction.query(
    `update confirmations set applied_at = $2
     where call_id = $1 and project_id = $3 and answer is not null and applied_at is null`,
    [callId, at, projectId],
  )
}

/** What a person is asked about, as the gate saw it. */
export interface QuestionedCall extends Pick<ConfirmationView, 'tool' | 'server' | 'resourceId' | 'steps' | 'reason'> {
  readonly question: string
  readonly input: CallRequest['input']
  readonly trigger: CallRequest['trigger'] | null
}

/** The call of an open question; null where that is not open. */
export async function readQuestionedCall(
  executor: SqlExecutor,
  projectId: string,
  sessionId: string,
  confirmationId: string,
): Promise<QuestionedCall | null> {
  const [row] = await executor.query<QuestionedCall>(
    `select t.tool, t.server, t.resource_id as "resourceId", t.steps, c.reason, t.question, t.input, t.drafted_from as trigger
     from confirmations c join tool_call_history t using (call_id)
     where c.session_id = $1 and c.confirmation_id = $2 and c.project_id = $3 and c.answer is null`,
    [sessionId, confirmationId, projectId],
  )
  return row ?? null
}

interface Row extends Omit<OpenConfirmation, 'askedAt' | 'canRemember' | 'lacking'> {
  readonly lacking: LackingCall | null
  readonly askedAt: string | Date
}

/** The open questions of a session, or of all (null), the oldest first. */
export async function readOpenConfirmations(
  executor: SqlExecutor,
  projectId: string,
  sessionId: string | null,
): Promise<OpenConfirmation[]> {
  const rows = await executor.query<Row>(
    `select c.confirmation_id as id, c.session_id as "sessionId", c.step_id as "stepId", c.reason, c.lacking, c.asked_at as "askedAt", t.tool, t.server, t.tier,
       t.effect, t.resource_id as "resourceId", r.name as "resourceName", t.input, coalesce(t.risk, 0) as risk, t.steps,
       t.reasons, t.similar_calls as "similarCalls"
     from confirmations c join tool_call_history t using (call_id) left join resource_registry r using (resource_id)
     where ($1::text is null or c.session_id = $1) and c.project_id = $2 and c.answer is null order by c.asked_at, t.ordinal, c.confirmation_id`,
    [sessionId, projectId],
  )
  return rows.map(({ lacking, ...row }) => ({
    ...row,
    ...(lacking !== null && { lacking }),
    // A rule lifts what is asked for by default, and nothing else.
    canRemember:
      row.reason === 'asks' &&
      row.reasons.every(
        ({ score, weight, asks }) => weight === 'default' || !(asks ?? score >= usualThresholds.askFrom),
      ),
    askedAt: new Date(row.askedAt).toISOString(),
  }))
}

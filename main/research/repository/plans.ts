import type { SqlExecutor } from '../../store'
import { type DraftedStep, readSteps, type StepRecord } from './steps'
import { isoTimeOrNull } from './times'

export interface PlanRecord {
  readonly planId: string
  readonly version: number
  /** Version of the report that it is for. */
  readonly reportVersion: number
  /** The remark with which a person sent the version before this one back. */
  readonly remark: string | null
  readonly approvedAt: string | null
  readonly steps: readonly StepRecord[]
}

interface PlanRow {
  plan_id: string
  version: number
  report_version: number
  remark: string | null
  approved_at: string | Date | null
}

/** Writes a version of the plan with its steps; versions before it stay as they were. */
export async function insertPlan(
  transaction: SqlExecutor,
  projectId: string,
  sessionId: string,
  plan: {
    readonly planId: string
    readonly version: number
    readonly reportVersion: number
    readonly remark: string | null
    readonly approved: boolean
    readonly steps: readonly DraftedStep[]
  },
  at: string,
): Promise<void> {
  await transaction.query(
    `insert into plans (plan_id, project_id, session_id, version, remark, approved_at, created_at, report_version)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [plan.planId, projectId, sessionId, plan.version, plan.remark, plan.approved ? at : null, at, plan.reportVersion],
  )
  for (const [position, step] of plan.steps.entries()) {
    await transaction.query(
      `insert into steps (step_id, plan_id, session_id, project_id, position, title, query, origin, depends_on,
         skipped, state, updated_at, requirements, type, done_when)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11, $12, $13::jsonb, $14, $15::jsonb)`,
      [
        step.id,
        plan.planId,
        sessionId,
        projectId,
        position,
        step.title,
        step.query,
        step.origin,
        JSON.stringify(step.dependsOn),
        step.skipped,
        step.skipped ? 'skipped' : 'pending',
        at,
        JSON.stringify(step.requirements),
        step.type,
        JSON.stringify(step.doneWhen),
      ],
    )
  }
}

export async function approvePlan(transaction: SqlExecutor, planId: string, at: string): Promise<void> {
  await transaction.query('update plans set approved_at = $2 where plan_id = $1 and approved_at is null', [planId, at])
}

/** The newest version of a session's plan with its steps in order, or null. */
export async function readNewestPlan(executor: SqlExecutor, sessionId: string): Promise<PlanRecord | null> {
  const [plan] = await executor.query<PlanRow>(
    'select plan_id, version, report_version, remark, approved_at from plans where session_id = $1 order by version desc limit 1',
    [sessionId],
  )
  if (plan === undefined) return null
  return {
    planId: plan.plan_id,
    version: plan.version,
    reportVersion: plan.report_version,
    remark: plan.remark,
    approvedAt: isoTimeOrNull(plan.approved_at),
    steps: await readSteps(executor, plan.plan_id),
  }
}

/** The steps of the version before a plan; null where that answered an earlier question. */
export async function readStepsBefore(
  executor: SqlExecutor,
  sessionId: string,
  { version, reportVersion }: Pick<PlanRecord, 'version' | 'reportVersion'>,
): Promise<StepRecord[] | null> {
  const [before] = await executor.query<{ plan_id: string }>(
    'select plan_id from plans where session_id = $1 and version = $2 and report_version = $3',
    [sessionId, version - 1, reportVersion],
  )
  return before === undefined ? null : readSteps(executor, before.plan_id)
}

/** The newest remark on a plan with the number of plan versions at that time, or null where none is unanswered. */
export async function readOpenRemark(executor: SqlExecutor, sessionId: string): Promise<string | null> {
  const [row] = await executor.query<{ text: string }>(
    `select body ->> 'text' as text from messages m
     where session_id = $1 and kind = 'remark'
       and created_at >= coalesce((select max(created_at) from plans where session_id = $1), '-infinity')
     order by message_id desc limit 1`,
    [sessionId],
  )
  return row?.text ?? null
}

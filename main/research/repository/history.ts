import type { StepState } from '../../../contract/session/session'
import type { SqlExecutor } from '../../store'
import type { SessionHistory, StepHistory } from '../checkpoints'
import { isoTime } from './times'

/** How a session went, from its plans, steps and reports, oldest first. */
export async function readHistory(executor: SqlExecutor, sessionId: string): Promise<SessionHistory> {
  const plans = await executor.query<{
    plan_id: string
    version: number
    report_version: number
    is_approved: boolean
    created_at: string | Date
  }>(
    `select plan_id, version, report_version, approved_at is not null as is_approved, created_at
     from plans where session_id = $1 order by version`,
    [sessionId],
  )
  const steps = await executor.query<{
    plan_id: string
    step_id: string
    title: string
    position: number
    state: StepState
    updated_at: string | Date
  }>(
    `select plan_id, step_id, title, position, state, updated_at from steps where session_id = $1
     order by plan_id, position`,
    [sessionId],
  )
  const reports = await executor.query<{
    version: number
    title: string
    partial: boolean
    is_verified: boolean
    created_at: string | Date
  }>(
    `select version, body ->> 'title' as title, partial, body ->> 'verifiedAt' is not null as is_verified, created_at
     from reports where session_id = $1 order by version`,
    [sessionId],
  )
  const stepsOf = (planId: string): StepHistory[] =>
    steps
      .filter(({ plan_id }) => plan_id === planId)
      .map(({ step_id, title, position, state, updated_at }) => ({
        id: step_id,
        title,
        position,
        state,
        updatedAt: isoTime(updated_at),
      }))
  return {
    plans: plans.map((plan) => ({
      planId: plan.plan_id,
      version: plan.version,
      reportVersion: plan.report_version,
      isApproved: plan.is_approved,
      createdAt: isoTime(plan.created_at),
      steps: stepsOf(plan.plan_id),
    })),
    reports: reports.map(({ version, title, partial, is_verified, created_at }) => ({
      version,
      title,
      isPartial: partial,
      isVerified: is_verified,
      createdAt: isoTime(created_at),
    })),
  }
}

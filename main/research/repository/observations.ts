import type { StepEvidence } from '../../../contract/session'
import type { Evidence, FinishedStep, StepFindings } from '../../reasoning'
import type { SqlExecutor } from '../../store'
import { readNewestPlan, toDraft } from './plans'

/** Writes what a step kept; a second write of the same step changes nothing (primary key). */
export async function insertObservations(
  transaction: SqlExecutor,
  projectId: string,
  sessionId: string,
  key: { readonly planId: string; readonly stepId: string },
  evidence: readonly Evidence[],
  at: string,
): Promise<void> {
  for (const [ordinal, piece] of evidence.entries()) {
    await transaction.query(
      `insert into observations (plan_id, step_id, ordinal, session_id, project_id, passage_id, evidence, created_at)
       values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8) on conflict (plan_id, step_id, ordinal) do nothing`,
      [key.planId, key.stepId, ordinal, sessionId, projectId, piece.passageId, JSON.stringify(piece), at],
    )
  }
}

/** What the observed steps of a plan found, by step id. */
export async function readFindings(executor: SqlExecutor, planId: string): Promise<Map<string, StepFindings>> {
  const steps = await executor.query<{ step_id: string; found: number | null }>(
    `select step_id, found from steps where plan_id = $1 and state = 'observed'`,
    [planId],
  )
  const rows = await executor.query<{ step_id: string; evidence: Evidence }>(
    'select step_id, evidence from observations where plan_id = $1 order by step_id, ordinal',
    [planId],
  )
  return new Map(
    steps.map(({ step_id, found }) => [
      step_id,
      {
        found: found ?? 0,
        evidence: rows.filter((row) => row.step_id === step_id).map(({ evidence }) => evidence),
      },
    ]),
  )
}

/** The steps of a session's newest plan in its order with what they found; null: skipped, failed or not run. */
export async function readFinishedSteps(executor: SqlExecutor, sessionId: string): Promise<FinishedStep[]> {
  const plan = await readNewestPlan(executor, sessionId)
  if (plan === null) return []
  const findings = await readFindings(executor, plan.planId)
  return plan.steps.map((step) => ({ step: toDraft(step), findings: findings.get(step.id) ?? null }))
}

/** What a window is sent of a session's evidence at most, in sentences. */
const shownEvidence = 200

/**
 * What the steps of a plan kept, by step in the plan's order and as ranked by the step. Of more than `limit`
 * sentences the first of each step come before the second of any, so that no step is left without.
 */
export async function readEvidence(
  executor: SqlExecutor,
  planId: string,
  limit: number = shownEvidence,
): Promise<StepEvidence[]> {
  const rows = await executor.query<{ step_id: string; passage_id: number | null; evidence: Evidence }>(
    `select best.step_id, p.passage_id, best.evidence
     from (
       select o.step_id, o.ordinal, o.passage_id, o.evidence, s.position
       from observations o join steps s on s.plan_id = o.plan_id and s.step_id = o.step_id
       where o.plan_id = $1 order by o.ordinal, s.position limit $2
     ) best left join passages p on p.passage_id = best.passage_id
     order by best.position, best.ordinal`,
    [planId, limit],
  )
  return rows.map(({ step_id, passage_id, evidence }) => ({
    stepId: step_id,
    passageId: passage_id,
    sentence: evidence.sentence,
    locator: evidence.locator,
    sourceName: evidence.sourceName,
    sourceTitle: evidence.sourceTitle,
    headingPath: [...evidence.headingPath],
    score: evidence.score,
    reason: evidence.hit,
  }))
}

import type { Place } from '../../../contract/report/place'
import type { StepCheck, StepEvidence } from '../../../contract/session/session'
import type { SessionScope } from '../../../contract/session/session-scope'
import type { Evidence, FinishedStep, StepFindings } from '../../reasoning'
import { asJson, type SqlExecutor } from '../../store'
import { readNewestPlan } from './plans'
import { keepOfScope, type ScopedSession } from './scope'
import { type StepRecord, type StepRow, toDraft, toStep } from './steps'

/**
 * SQL that inserts what steps kept, given as JSON by a parameter, for each row of `steps`. A second write of the same step
 * changes nothing (primary key).
 */
export const evidenceRows = (steps: string, evidence: string, at: string): string =>
  `insert into observations (plan_id, step_id, ordinal, session_id, project_id, sentence, place, score, reason, created_at)
   select s.plan_id, s.step_id, e.ordinal - 1, s.session_id, s.project_id, e.sentence, e.place, e.score, e.reason, ${at}
   from ${steps} s cross join rows from (
     jsonb_to_recordset(${evidence}::jsonb) as (sentence text, place jsonb, score double precision, reason jsonb)
   ) with ordinality as e (sentence, place, score, reason, ordinal)
   on conflict (plan_id, step_id, ordinal) do nothing`

/** What a step keeps of what an engine found: nothing that the session may not use, each sentence on its page. */
export async function keepEvidence(
  executor: SqlExecutor,
  session: ScopedSession,
  evidence: readonly Evidence[],
): Promise<readonly Evidence[]> {
  return onTheirPages(executor, session.projectId, await keepOfScope(executor, session, evidence))
}

/** Writes what a step of an earlier version of the plan kept, for the same step of this one. */
export async function carryEvidence(
  transaction: SqlExecutor,
  key: { readonly planId: string; readonly stepId: string },
  evidence: readonly Evidence[],
  at: string,
): Promise<void> {
  await transaction.query(
    evidenceRows('(select * from steps where plan_id = $1 and step_id = $2)', '$3', '$4::timestamptz'),
    [key.planId, key.stepId, asJson(evidence), at],
  )
}

/** A passage says on which page it begins; a sentence of it may stand on a later one. */
async function onTheirPages(
  executor: SqlExecutor,
  projectId: string,
  evidence: readonly Evidence[],
): Promise<readonly Evidence[]> {
  const paged = evidence.flatMap(({ place }) => (place.kind === 'source' && place.page !== null ? place.sourceId : []))
  if (paged.length === 0) return evidence
  const rows = await executor.query<{ source_id: string; page_starts: number[] }>(
    `select e.source_id, e.page_starts from extracts e join sources s using (source_id)
     where s.project_id = $1 and e.source_id = any($2::text[])`,
    [projectId, [...new Set(paged)]],
  )
  const startsOf = new Map(rows.map(({ source_id, page_starts }) => [source_id, page_starts]))
  return evidence.map((piece) => {
    const { place } = piece
    if (place.kind !== 'source' || place.page === null) return piece
    const page = startsOf.get(place.sourceId)?.filter((start) => start <= place.start).length ?? 0
    return page === 0 ? piece : { ...piece, place: { ...place, page } }
  })
}

interface ObservedRow extends StepRow {
  project_id: string
  scope: SessionScope | null
  unasked: NonNullable<StepFindings['unasked']>
  evidence: Evidence[] | null
}

/**
 * The observed steps of a plan in its order, with what they found, as far as the session may use it now.
 * @param stepIds of these alone; null: all
 */
export async function readObserved(
  executor: SqlExecutor,
  planId: string,
  stepIds: readonly string[] | null,
): Promise<{ readonly step: StepRecord; readonly findings: StepFindings }[]> {
  const rows = await executor.query<ObservedRow>(
    `select t.*, s.settings -> 'scope' as scope, (
       select jsonb_agg(jsonb_build_object('sentence', o.sentence, 'place', o.place, 'score', o.score, 'reason', o.reason)
         order by o.ordinal)
       from observations o where o.plan_id = t.plan_id and o.step_id = t.step_id) as evidence
     from steps t join sessions s using (session_id)
     where t.plan_id = $1 and t.state = 'observed' and ($2::text[] is null or t.step_id = any($2)) order by t.position`,
    [planId, stepIds],
    { prepared: true },
  )
  const found = rows.flatMap(({ step_id, evidence }) =>
    (evidence ?? []).map((piece) => ({ ofStep: step_id, place: piece.place, piece })),
  )
  const { project_id: projectId = '', scope } = rows[0] ?? {}
  const kept = await keepOfScope(executor, { projectId, scope: scope ?? undefined }, found)
  return rows.map((row) => {
    const evidence = kept.flatMap(({ ofStep, piece }) => (ofStep === row.step_id ? [piece] : []))
    return { step: toStep(row), findings: { found: row.found ?? 0, evidence, unasked: row.unasked } }
  })
}

/** What the observed steps of a plan found, by step id, as far as the session may use it now. */
export async function readFindings(executor: SqlExecutor, planId: string): Promise<Map<string, StepFindings>> {
  const observed = await readObserved(executor, planId, null)
  return new Map(observed.map(({ step, findings }) => [step.id, findings]))
}

/** The most that the steps of a plan brought, by step id; those that kept nothing are not there. */
export async function readBrought(
  executor: SqlExecutor,
  projectId: string,
  planId: string,
): Promise<Map<string, StepCheck['brought']>> {
  const rows = await executor.query<{ step_id: string; is_figure: boolean; is_answer: boolean }>(
    `select step_id, bool_or(place ->> 'operation' = 'compute') as is_figure, bool_or(place_kind <> 'source') as is_answer
     from (
       select step_id, place, place_kind from observations where plan_id = $1
       -- Rows that another step calculates with are told there.
       union all select step_id, '{}', 'query' from tool_call_history
       where plan_id = $1 and project_id = $2 and state = 'done' and input ->> 'basis' = 'true' and output ->> 'statement' is not null
     ) as brought group by step_id`,
    [planId, projectId],
  )
  return new Map(
    rows.map(({ step_id, is_figure, is_answer }) => [
      step_id,
      is_figure ? ('figure' as const) : is_answer ? ('answer' as const) : ('evidence' as const),
    ]),
  )
}

/** The steps of a session's newest plan in its order with what they found; null: skipped, failed or not run. */
export async function readFinishedSteps(executor: SqlExecutor, sessionId: string): Promise<FinishedStep[]> {
  const plan = await readNewestPlan(executor, sessionId)
  if (plan === null) return []
  const findings = await readFindings(executor, plan.planId)
  return plan.steps.map((step) => ({
    step: toDraft(step),
    findings: findings.get(step.id) ?? null,
    asksPart: step.requirements.some(({ choice }) => choice?.asked !== undefined),
  }))
}

/** Whether a session's evidence or one of its reports holds just this place. */
export async function keepsPlace(
  executor: SqlExecutor,
  projectId: string,
  sessionId: string,
  place: Place,
): Promise<boolean> {
  const [row] = await executor.query<{ kept: boolean }>(
    `select exists (select 1 from observations where project_id = $1 and session_id = $2 and place = $3::jsonb)
       or exists (select 1 from citations where project_id = $1 and session_id = $2 and place = $3::jsonb) as kept`,
    [projectId, sessionId, asJson(place)],
  )
  return row?.kept ?? false
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
  const rows = await executor.query<Evidence & { step_id: string; passage_id: number | null }>(
    `select best.step_id, p.passage_id, best.sentence, best.place, best.score, best.reason
     from (
       select o.step_id, o.ordinal, o.passage_id, o.sentence, o.place, o.score, o.reason, s.position
       from observations o join steps s on s.plan_id = o.plan_id and s.step_id = o.step_id
       where o.plan_id = $1 order by o.ordinal, s.position limit $2
     ) best left join passages p on p.passage_id = best.passage_id
     order by best.position, best.ordinal`,
    [planId, limit],
  )
  return rows.map(({ step_id, passage_id, place, ...evidence }) => ({
    stepId: step_id,
    ...evidence,
    // A passage that went since is none to show.
    place: place.kind === 'source' ? { ...place, passageId: passage_id } : place,
  }))
}

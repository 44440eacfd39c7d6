import type { ErrorShape } from '../../../contract/error-shape'
import type { MemberName, WaitFact } from '../../../contract/pool/pool-facts'
import type { PlanStepDraft, StepRequirement, StepState, StepType, StepView } from '../../../contract/session/session'
import type { DoneWhen } from '../../../contract/session/step-criterion'
import type { SqlExecutor } from '../../store'

/** A step of a plan as it is written: a person has seen it, or will. */
export interface DraftedStep extends PlanStepDraft {
  readonly origin: StepView['origin']
}

export interface StepRecord extends DraftedStep {
  readonly position: number
  readonly state: StepState
  readonly executor: MemberName | null
  readonly waitsFor: WaitFact | null
  readonly blockedBy: StepView['blockedBy']
  readonly resources: readonly MemberName[]
  readonly found: number | null
  readonly kept: number | null
  readonly durationMs: number | null
  readonly error: ErrorShape | null
}

export interface StepRow {
  step_id: string
  position: number
  title: string
  query: string
  origin: StepView['origin']
  depends_on: string[]
  skipped: boolean
  type: StepType
  done_when: DoneWhen
  state: StepState
  executor: MemberName | null
  waits_for: WaitFact | null
  blocked_by: StepView['blockedBy']
  requirements: StepRequirement[]
  resources: MemberName[]
  found: number | null
  kept: number | null
  duration_ms: number | null
  error: ErrorShape | null
}

export function toStep(row: StepRow): StepRecord {
  return {
    id: row.step_id,
    position: row.position,
    title: row.title,
    query: row.query,
    origin: row.origin,
    dependsOn: row.depends_on,
    skipped: row.skipped,
    type: row.type,
    doneWhen: row.done_when,
    state: row.state,
    executor: row.executor,
    waitsFor: row.waits_for,
    blockedBy: row.blocked_by,
    requirements: row.requirements,
    resources: row.resources,
    found: row.found,
    kept: row.kept,
    durationMs: row.duration_ms,
    error: row.error,
  }
}

/** The step as a person approved it. */
export function toDraft(step: PlanStepDraft): PlanStepDraft {
  const { id, title, query, dependsOn, skipped, type, doneWhen, requirements } = step
  return {
    id,
    title,
    query,
    dependsOn: [...dependsOn],
    skipped,
    type,
    doneWhen,
    requirements: requirements.map(({ type, capability, level, resourceId, choice }) => ({
      type,
      capability,
      level,
      resourceId,
      ...(choice === undefined ? {} : { choice }),
    })),
  }
}

/** The steps of a plan in its order. */
export async function readSteps(executor: SqlExecutor, planId: string): Promise<StepRecord[]> {
  const steps = await executor.query<StepRow>('select * from steps where plan_id = $1 order by position', [planId])
  return steps.map(toStep)
}

/** Gives steps of a new version what became of them in the version before: they are over, and never run again. */
export async function carryOutcomes(
  transaction: SqlExecutor,
  fromPlanId: string,
  toPlanId: string,
  stepIds: readonly string[],
): Promise<void> {
  await transaction.query(
    `update steps t set state = o.state, executor = o.executor, resources = o.resources, found = o.found, kept = o.kept,
       duration_ms = o.duration_ms, error = o.error, unasked = o.unasked, updated_at = o.updated_at
     from steps o
     where o.plan_id = $1 and t.plan_id = $2 and t.step_id = o.step_id and t.step_id = any($3)`,
    [fromPlanId, toPlanId, [...stepIds]],
  )
}

/** Writes what steps of a plan are to need. */
export async function writeNeeds(
  transaction: SqlExecutor,
  planId: string,
  needs: readonly Pick<PlanStepDraft, 'id' | 'requirements'>[],
  at: string,
): Promise<void> {
  for (const { id, requirements } of needs) {
    await transaction.query(
      'update steps set requirements = $3::jsonb, updated_at = $4 where plan_id = $1 and step_id = $2',
      [planId, id, JSON.stringify(requirements), at],
    )
  }
}

/** Writes what a person changed of a blocked step. */
export async function amendStep(
  transaction: SqlExecutor,
  key: { readonly planId: string; readonly stepId: string },
  { skipped, requirements }: Pick<PlanStepDraft, 'skipped' | 'requirements'>,
  at: string,
): Promise<void> {
  await transaction.query(
    `update steps set skipped = $3, requirements = $4::jsonb, updated_at = $5,
       state = case when $3 then 'skipped' else state end,
       waits_for = case when $3 then null else waits_for end,
       blocked_by = case when $3 then null else blocked_by end
     where plan_id = $1 and step_id = $2`,
    [key.planId, key.stepId, skipped, JSON.stringify(requirements), at],
  )
}

/** Puts the steps of a session's newest plan that stand in one of `states` back to pending. */
export async function resetSteps(
  transaction: SqlExecutor,
  sessionId: string,
  states: readonly StepState[],
  at: string,
): Promise<void> {
  await transaction.query(
    `update steps set state = 'pending', executor = null, waits_for = null, blocked_by = null, resources = '[]', error = null, duration_ms = null,
       updated_at = $3
     where plan_id = (select plan_id from plans where session_id = $1 order by version desc limit 1)
       and state = any($2)`,
    [sessionId, states, at],
  )
}

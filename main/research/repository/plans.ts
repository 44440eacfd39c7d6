import type { ErrorShape } from '../../../contract/errors'
import type { MemberName, WaitFact } from '../../../contract/pool-facts'
import type { PlanStepDraft, StepRequirement, StepState, StepView } from '../../../contract/session'
import { asJson, type SqlExecutor } from '../../store'
import { isoTimeOrNull } from './times'

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

interface StepRow {
  step_id: string
  position: number
  title: string
  query: string
  origin: StepView['origin']
  depends_on: string[]
  skipped: boolean
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

function toStep(row: StepRow): StepRecord {
  return {
    id: row.step_id,
    position: row.position,
    title: row.title,
    query: row.query,
    origin: row.origin,
    dependsOn: row.depends_on,
    skipped: row.skipped,
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
export function toDraft({ id, title, query, dependsOn, skipped, requirements }: PlanStepDraft): PlanStepDraft {
  return {
    id,
    title,
    query,
    dependsOn: [...dependsOn],
    skipped,
    requirements: requirements.map(({ type, capability, level, resourceId, choice }) => ({
      type,
      capability,
      level,
      resourceId,
      ...(choice === undefined ? {} : { choice }),
    })),
  }
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
         skipped, state, updated_at, requirements)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11, $12, $13::jsonb)`,
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
      ],
    )
  }
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

/** The steps of a plan in its order. */
export async function readSteps(executor: SqlExecutor, planId: string): Promise<StepRecord[]> {
  const steps = await executor.query<StepRow>('select * from steps where plan_id = $1 order by position', [planId])
  return steps.map(toStep)
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

/** What a step's transition changes beside its state. What is left out becomes empty. */
export interface StepPatch {
  readonly executor?: MemberName
  readonly waitsFor?: WaitFact
  readonly blockedBy?: NonNullable<StepView['blockedBy']>
  readonly resources?: readonly MemberName[]
  readonly found?: number
  readonly kept?: number
  readonly durationMs?: number
  readonly error?: ErrorShape
}

/** Compare and set on a step; answers its title, null where it did not stand in one of `from` in a session that runs. */
export async function moveStep(
  transaction: SqlExecutor,
  key: { readonly planId: string; readonly stepId: string },
  from: readonly StepState[],
  to: StepState,
  patch: StepPatch,
  at: string,
): Promise<string | null> {
  const [row] = await transaction.query<{ title: string }>(
    `update steps set state = $4, executor = case when $4 = 'allocating' then null else coalesce($5::jsonb, executor) end, waits_for = $6::jsonb, found = $7, kept = $8,
       duration_ms = $9, error = $10::jsonb, updated_at = $11, blocked_by = $12,
       resources = case when $4 = 'allocating' then '[]'::jsonb else coalesce($13::jsonb, resources) end
     where plan_id = $1 and step_id = $2 and state = any($3)
       and exists (select 1 from sessions s where s.session_id = steps.session_id and s.state in ('running', 'paused'))
     returning title`,
    [
      key.planId,
      key.stepId,
      from,
      to,
      patch.executor === undefined ? null : asJson(patch.executor),
      patch.waitsFor === undefined ? null : asJson(patch.waitsFor),
      patch.found ?? null,
      patch.kept ?? null,
      patch.durationMs ?? null,
      patch.error === undefined ? null : asJson(patch.error),
      at,
      patch.blockedBy ?? null,
      patch.resources === undefined ? null : asJson(patch.resources),
    ],
  )
  return row?.title ?? null
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

import { randomUUID } from 'node:crypto'
import { QuarryError } from '../../../contract/errors'
import type { PlanStepDraft, StepRequirement, StepView } from '../../../contract/session'
import type { PlannedStep } from '../../reasoning'
import type { RoleInput, RowsMoved } from '../machine'
import { checkPlan } from '../plan-check'
import { appendEvent } from '../repository/events'
import { readInquiry } from '../repository/inquiry'
import { insertRemark } from '../repository/messages'
import { approvePlan, insertPlan, readNewestPlan, readOpenRemark, toDraft } from '../repository/plans'
import { readResumePoint } from '../repository/resume-point'
import { moveSession, readSession } from '../repository/sessions'
import type { RoleContext } from './context'
import { abortable, taskIds, withMember } from './working'

/**
 * Has the engine plan, on an orchestrator of the pool, and writes the plan as a new version: for review, or approved
 * at once where the session's settings say so. Throws `plan.invalid` where the engine's plan cannot run.
 */
export async function draftPlan(
  context: RoleContext,
  { sessionId, onProgress }: RoleInput,
  signal: AbortSignal,
): Promise<RowsMoved> {
  const { database, engine, projectId } = context
  const session = await readSession(database, projectId, sessionId)
  const { investigation } = session
  if (investigation === null) throw new QuarryError('internal', 'A plan needs an investigation.')
  const inquiry = await readInquiry(database, sessionId, session.question)
  const previous = await readNewestPlan(database, sessionId)
  const remark = await readOpenRemark(database, sessionId)
  const task = {
    taskId: taskIds.plan(sessionId),
    type: 'orchestrator',
    capability: 'planning',
    label: session.title,
    sessionId,
    holder: session.title,
    onProgress,
  } as const
  return withMember(context, task, signal, async ({ signal: held, onProgress: onHeldProgress }) => {
    const planned = await abortable(
      engine.plan(
        { inquiry, investigation, previous: previous?.steps.map(toDraft) ?? null, remark },
        { signal: held, onProgress: onHeldProgress },
      ),
      held,
    )
    const steps = requireResources(context, session.question, planned)
    checkPlan(steps)
    return database.transaction(async (transaction) => {
      signal.throwIfAborted()
      const at = context.now()
      const { autoAccept } = session.settings
      const version = (previous?.version ?? 0) + 1
      await insertPlan(
        transaction,
        projectId,
        sessionId,
        { planId: randomUUID(), version, remark, approved: autoAccept, steps },
        at,
      )
      const drafted = { type: 'plan.drafted', detail: `${steps.length} steps` }
      if (autoAccept) await appendEvent(transaction, projectId, sessionId, 'planning', drafted, at)
      await moveSession(transaction, {
        projectId,
        sessionId,
        from: ['planning'],
        to: autoAccept ? 'running' : 'awaitingPlanReview',
        event: autoAccept ? { type: 'plan.approved', detail: 'automatically' } : drafted,
        at,
      })
      return { point: await readResumePoint(transaction, projectId, sessionId) }
    })
  })
}

/**
 * What each step needs of the pool beside its executor, by its own words; what only the question asks for is needed by
 * the first step. A person sees it in the plan and may change it.
 */
function requireResources(
  { pool }: RoleContext,
  question: string,
  planned: readonly PlannedStep[],
): (PlannedStep & PlanStepDraft)[] {
  const inferred = (text: string): StepRequirement[] =>
    pool.inferResourceRequirements(text).map(({ type, capability = null, level = 1, resourceId = null }) => ({
      type,
      capability,
      level,
      resourceId,
    }))
  const steps = planned.map((step) => ({ ...step, requirements: inferred(`${step.title}\n${step.query}`) }))
  const isNamed = ({ type, capability }: StepRequirement): boolean =>
    steps.some(({ requirements }) =>
      requirements.some((other) => other.type === type && other.capability === capability),
    )
  const unnamed = inferred(question).filter((requirement) => !isNamed(requirement))
  return steps.map((step, at) => (at === 0 ? { ...step, requirements: [...step.requirements, ...unnamed] } : step))
}

function isSamePlan(planned: readonly PlanStepDraft[], accepted: readonly PlanStepDraft[]): boolean {
  return JSON.stringify(planned.map(toDraft)) === JSON.stringify(accepted.map(toDraft))
}

/**
 * Writes what a person approved: the version they saw, or, edited, a new version. What runs is read from exactly
 * these rows. Throws `plan.invalid`.
 */
export async function recordAcceptance(
  { database, projectId, now }: RoleContext,
  { sessionId, steps }: { readonly sessionId: string; readonly steps: readonly PlanStepDraft[] },
): Promise<RowsMoved> {
  const accepted = checkPlan(steps)
  return database.transaction(async (transaction) => {
    const at = now()
    const planned = await readNewestPlan(transaction, sessionId)
    if (planned === null) throw new QuarryError('internal', 'There is no plan to accept.')
    const isEdited = !isSamePlan(planned.steps, accepted)
    if (isEdited) {
      const originOf = (id: string): StepView['origin'] =>
        planned.steps.find((step) => step.id === id)?.origin ?? 'person'
      await insertPlan(
        transaction,
        projectId,
        sessionId,
        {
          planId: randomUUID(),
          version: planned.version + 1,
          remark: null,
          approved: true,
          steps: accepted.map((step) => ({ ...step, origin: originOf(step.id) })),
        },
        at,
      )
    } else {
      await approvePlan(transaction, planned.planId, at)
    }
    await moveSession(transaction, {
      projectId,
      sessionId,
      from: ['awaitingPlanReview'],
      to: 'running',
      event: { type: 'plan.approved', detail: isEdited ? 'edited' : '' },
      at,
    })
    return { point: await readResumePoint(transaction, projectId, sessionId) }
  })
}

/** Writes a person's remark on the plan; the session plans again. */
export async function recordSendBack(
  { database, projectId, now }: RoleContext,
  { sessionId, remark }: { readonly sessionId: string; readonly remark: string },
): Promise<RowsMoved> {
  return database.transaction(async (transaction) => {
    const at = now()
    await insertRemark(transaction, projectId, sessionId, remark, at)
    await moveSession(transaction, {
      projectId,
      sessionId,
      from: ['awaitingPlanReview'],
      to: 'planning',
      event: { type: 'plan.sentBack', detail: remark },
      at,
    })
    return { point: await readResumePoint(transaction, projectId, sessionId) }
  })
}

import { randomUUID } from 'node:crypto'
import { QuarryError } from '../../../contract/errors'
import type { PlanStepDraft, StepView } from '../../../contract/session'
import { checkPlan } from '../plan-check'
import { inOwnWords } from '../repository/events'
import { insertRemark } from '../repository/messages'
import { approvePlan, insertPlan, readNewestPlan, toDraft } from '../repository/plans'
import { readResumePoint } from '../repository/resume-point'
import { widenScope } from '../repository/scope'
import { moveSession, readSession } from '../repository/sessions'
import type { RowsMoved } from '../role'
import type { RoleContext } from './context'
import { keepFinished, keptSteps } from './planner'
import { addedResources } from './scoped-resources'

function isSamePlan(planned: readonly PlanStepDraft[], accepted: readonly PlanStepDraft[]): boolean {
  return JSON.stringify(planned.map(toDraft)) === JSON.stringify(accepted.map(toDraft))
}

/**
 * Writes what a person approved: the version they saw, or, edited, a new version. What runs is read from exactly
 * these rows; steps that are over stay as they are, whatever was sent of them. Throws `plan.invalid`.
 */
export async function recordAcceptance(
  { database, projectId, now }: RoleContext,
  { sessionId, steps }: { readonly sessionId: string; readonly steps: readonly PlanStepDraft[] },
): Promise<RowsMoved> {
  return database.transaction(async (transaction) => {
    const at = now()
    const session = await readSession(transaction, projectId, sessionId)
    const planned = await readNewestPlan(transaction, sessionId)
    if (planned === null) throw new QuarryError('internal', 'There is no plan to accept.')
    const kept = keptSteps(session, planned)
    const isKept = ({ id }: { readonly id: string }): boolean => kept.some((step) => step.id === id)
    const accepted = checkPlan([...kept.map(toDraft), ...steps.filter((step) => !isKept(step))])
    const isEdited = !isSamePlan(planned.steps, accepted)
    if (isEdited) {
      const planId = randomUUID()
      const originOf = (id: string): StepView['origin'] =>
        planned.steps.find((step) => step.id === id)?.origin ?? 'person'
      await insertPlan(
        transaction,
        projectId,
        sessionId,
        {
          planId,
          version: planned.version + 1,
          reportVersion: planned.reportVersion,
          remark: null,
          approved: true,
          steps: accepted.map((step) => ({ ...step, origin: originOf(step.id) })),
        },
        at,
      )
      await keepFinished(transaction, { projectId, sessionId }, [planned.planId, planId], kept, at)
    } else {
      await approvePlan(transaction, planned.planId, at)
    }
    await widenScope(transaction, sessionId, addedResources(planned.steps, accepted))
    await moveSession(transaction, {
      projectId,
      sessionId,
      from: 'awaitingPlanReview',
      to: 'running',
      event: {
        type: 'plan.approved',
        ...(isEdited ? { detail: { kind: 'approvedWithEdits', values: {} } as const } : {}),
      },
      patch: { gaps: null },
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
      from: 'awaitingPlanReview',
      to: 'planning',
      event: { type: 'plan.sentBack', detail: inOwnWords(remark) },
      at,
    })
    return { point: await readResumePoint(transaction, projectId, sessionId) }
  })
}

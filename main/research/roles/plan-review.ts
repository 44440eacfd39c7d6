import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { QuarryError } from '../../../contract/errors'
import type { PlanStepDraft, StepNeeds, StepRequirement, StepView } from '../../../contract/session/session'
import { checkPlan } from '../plan-check'
import { inOwnWords } from '../repository/events'
import { readInquiry } from '../repository/inquiry'
import { insertRemark } from '../repository/messages'
import { approvePlan, insertPlan, readNewestPlan } from '../repository/plans'
import { readResumePoint } from '../repository/resume-point'
import { widenScope } from '../repository/scope'
import { moveSession, readSession } from '../repository/sessions'
import { toDraft, writeNeeds } from '../repository/steps'
import type { RowsMoved } from '../role'
import { isFinished } from '../schedule'
import type { RoleContext } from './context'
import { choicesMade, namesOfNeeded, withChoices } from './kept-choices'
import { keepFinished, keptSteps } from './planner'
import { addedResources } from './scoped-resources'

function isSamePlan(planned: readonly PlanStepDraft[], accepted: readonly PlanStepDraft[]): boolean {
  // Not as text: rows have the keys of an object in an order of their own.
  return isDeepStrictEqual(planned.map(toDraft), accepted.map(toDraft))
}

/**
 * Writes what a person approved: the version they saw, or, edited, a new version. What runs is read from exactly
 * these rows; steps that are over stay as they are, whatever was sent of them. Throws `plan.invalid`.
 */
export async function recordAcceptance(
  context: RoleContext,
  { sessionId, steps }: { readonly sessionId: string; readonly steps: readonly PlanStepDraft[] },
): Promise<RowsMoved> {
  const { database, projectId, now } = context
  const names = await namesOfNeeded(
    context,
    steps.flatMap(({ requirements }) => requirements),
  )
  const { point, made } = await database.transaction(async (transaction) => {
    const at = now()
    const session = await readSession(transaction, projectId, sessionId)
    const planned = await readNewestPlan(transaction, sessionId)
    if (planned === null) throw new QuarryError('internal', 'There is no plan to accept.')
    const kept = keptSteps(session, planned)
    const isKept = ({ id }: { readonly id: string }): boolean => kept.some((step) => step.id === id)
    const needsOf = (id: string): readonly StepRequirement[] =>
      planned.steps.find((step) => step.id === id)?.requirements ?? []
    const sent = steps
      .filter((step) => !isKept(step))
      .map((step) => ({ ...step, requirements: withChoices(step.requirements, needsOf(step.id), names) }))
    const accepted = checkPlan([...kept.map(toDraft), ...sent])
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
      await keepFinished(transaction, [planned.planId, planId], kept, at)
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
    const point = await readResumePoint(transaction, projectId, sessionId)
    return { point, made: choicesMade(planned.steps, sent) }
  })
  await learnFrom(context, sessionId, made)
  return { point }
}

/** Once it is written: what a person chose is asked first where they ask such a question again. */
async function learnFrom(
  { database, onChosen }: RoleContext,
  sessionId: string,
  made: ReturnType<typeof choicesMade>,
): Promise<void> {
  if (made === null || onChosen === undefined) return
  const { question } = await readInquiry(database, sessionId)
  onChosen({ sessionId, question, ...made })
}

/** Writes a person's remark on the plan, and what they chose for steps of it to need; the session plans again. */
export async function recordSendBack(
  context: RoleContext,
  {
    sessionId,
    remark,
    needs,
  }: { readonly sessionId: string; readonly remark: string; readonly needs: readonly StepNeeds[] },
): Promise<RowsMoved> {
  const { database, projectId, now } = context
  const names = await namesOfNeeded(
    context,
    needs.flatMap(({ requirements }) => requirements),
  )
  const { point, made } = await database.transaction(async (transaction) => {
    const at = now()
    const plan = await readNewestPlan(transaction, sessionId)
    const changed = (plan?.steps ?? []).flatMap((step) => {
      const sent = needs.find(({ stepId }) => stepId === step.id)
      if (sent === undefined || isFinished(step.state)) return []
      return [{ id: step.id, requirements: withChoices(sent.requirements, step.requirements, names) }]
    })
    if (plan !== null) await writeNeeds(transaction, plan.planId, changed, at)
    await insertRemark(transaction, projectId, sessionId, remark, at)
    await moveSession(transaction, {
      projectId,
      sessionId,
      from: 'awaitingPlanReview',
      to: 'planning',
      event: { type: 'plan.sentBack', detail: inOwnWords(remark) },
      at,
    })
    const point = await readResumePoint(transaction, projectId, sessionId)
    return { point, made: choicesMade(plan?.steps ?? [], changed) }
  })
  await learnFrom(context, sessionId, made)
  return { point }
}

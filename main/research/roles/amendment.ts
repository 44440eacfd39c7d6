import { QuarryError } from '../../../contract/errors'
import type { PlanStepDraft, StepAmendment } from '../../../contract/session/session'
import type { SessionEventFact } from '../../../contract/session/session-facts'
import { checkPlan } from '../plan-check'
import { appendEvent } from '../repository/events'
import { readNewestPlan } from '../repository/plans'
import { readResumePoint } from '../repository/resume-point'
import { widenScope } from '../repository/scope'
import { touchSession } from '../repository/sessions'
import { amendStep, type StepRecord, toDraft } from '../repository/steps'
import type { RowsMoved } from '../role'
import type { RoleContext } from './context'
import { namesOfNeeded, withChoices } from './kept-choices'
import { addedResources } from './scoped-resources'
import { taskIds } from './working'

function amended(step: PlanStepDraft, change: StepAmendment): PlanStepDraft {
  return change.kind === 'skip' ? { ...step, skipped: true } : { ...step, requirements: [...change.requirements] }
}

/**
 * The blocked step with its change. Throws `session.wrongState` where the step is not blocked, and `plan.invalid`
 * where the plan could not run so.
 */
export function checkAmendment(steps: readonly StepRecord[], stepId: string, change: StepAmendment): PlanStepDraft {
  const step = steps.find(({ id }) => id === stepId)
  if (step?.state !== 'blocked') {
    throw new QuarryError('session.wrongState', 'Only a blocked step can be changed while the plan runs.', {
      context: { stepId },
    })
  }
  const draft = amended(toDraft(step), change)
  checkPlan(steps.map((other) => (other.id === stepId ? draft : toDraft(other))))
  return draft
}

/**
 * Writes what a person changes of a step that nobody can do: it is left out, or needs something else from now on. The
 * log keeps what it needed before, so that what was approved can still be read. Throws what `checkAmendment` throws.
 */
export async function recordAmendment(
  context: RoleContext,
  {
    sessionId,
    stepId,
    change,
  }: { readonly sessionId: string; readonly stepId: string; readonly change: StepAmendment },
): Promise<RowsMoved> {
  const { database, pool, projectId, now } = context
  const names = await namesOfNeeded(context, change.kind === 'require' ? change.requirements : [])
  const { planId, ...moved } = await database.transaction(async (transaction) => {
    const plan = await readNewestPlan(transaction, sessionId)
    if (plan === null) throw new QuarryError('internal', 'No plan is running.')
    const before = plan.steps.find(({ id }) => id === stepId)?.requirements ?? []
    const draft = checkAmendment(
      plan.steps,
      stepId,
      change.kind === 'skip' ? change : { ...change, requirements: withChoices(change.requirements, before, names) },
    )
    await widenScope(transaction, sessionId, addedResources([{ requirements: before }], [draft]))
    const at = now()
    await amendStep(transaction, { planId: plan.planId, stepId }, draft, at)
    const { title } = draft
    const needed = before.map(({ type, capability, level }) => ({ type, capability, level }))
    const detail: SessionEventFact =
      change.kind === 'skip'
        ? { kind: 'stepSkipped', values: { title } }
        : { kind: 'stepRequires', values: { title, needed } }
    await appendEvent(transaction, projectId, sessionId, 'blockedReview', { type: 'step.amended', detail }, at)
    await touchSession(transaction, sessionId, at)
    return { planId: plan.planId, point: await readResumePoint(transaction, projectId, sessionId) }
  })
  pool.withdraw(taskIds.step(sessionId, planId, stepId))
  return moved
}

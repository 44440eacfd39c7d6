import type { PlanStepDraft, StepCheck, StepView } from '../../contract/session/session'
import { criterionIn } from '../reasoning'

/** A step with the criterion that rules planned, as what it asks wants it: of a resource that was chosen an answer is wanted. */
export function withCriterion<Step extends Pick<PlanStepDraft, 'doneWhen' | 'requirements'>>(step: Step): Step {
  const planned = criterionIn(step.doneWhen)
  const asks = step.requirements.some(({ type, resourceId }) => type !== 'executor' && resourceId !== null)
  return planned?.criterion === 'evidence' && asks ? { ...step, doneWhen: planned.wording.plan.doneWhen.answer } : step
}

/** What code can tell of a step that has run, by the most that it brought; null where it says no criterion or has not run. Pure. */
export function checkStep(
  { state, doneWhen }: Pick<StepView, 'state' | 'doneWhen'>,
  brought: StepCheck['brought'],
): StepCheck | null {
  if (state !== 'observed' || doneWhen === '') return null
  const criterion = criterionIn(doneWhen)?.criterion
  if (criterion === undefined) return { brought, isMet: null }
  const enough = {
    evidence: ['evidence', 'answer', 'figure'],
    answer: ['answer', 'figure'],
    figure: ['figure'],
  } as const
  return { brought, isMet: enough[criterion].some((one) => one === brought) }
}

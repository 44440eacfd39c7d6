import type { PlanStepDraft, StepCheck, StepView } from '../../contract/session/session'
import type { StepCriterion } from '../../contract/session/step-criterion'

/** What meets each criterion. */
const enough: Readonly<Record<StepCriterion['kind'], readonly StepCheck['brought'][]>> = {
  keepsEvidence: ['evidence', 'answer', 'figure'],
  bringsAnswer: ['answer', 'figure'],
  calculatesFigure: ['figure'],
}

/** A step with the criterion that rules planned, as what it asks wants it: of a resource that was chosen an answer is wanted. */
export function withCriterion<Step extends Pick<PlanStepDraft, 'doneWhen' | 'requirements'>>(step: Step): Step {
  const { doneWhen, requirements } = step
  const asks = requirements.some(({ type, resourceId }) => type !== 'executor' && resourceId !== null)
  const isAnyEvidence = typeof doneWhen !== 'string' && doneWhen.kind === 'keepsEvidence'
  return isAnyEvidence && asks ? { ...step, doneWhen: { kind: 'bringsAnswer', values: {} } } : step
}

/** What code can tell of a step that has run, by the most that it brought; null where it says no criterion or has not run. Pure. */
export function checkStep(
  { state, doneWhen }: Pick<StepView, 'state' | 'doneWhen'>,
  brought: StepCheck['brought'],
): StepCheck | null {
  if (state !== 'observed' || doneWhen === '') return null
  return { brought, isMet: typeof doneWhen === 'string' ? null : enough[doneWhen.kind].includes(brought) }
}

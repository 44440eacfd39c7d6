import type { PlanStepDraft, StepNeeds, StepView } from '../../../contract/session/session'

/** The plan as a person edits it; what is accepted is exactly this. */
export function draftsOf(steps: readonly StepView[]): PlanStepDraft[] {
  return [...steps]
    .sort((a, b) => a.position - b.position)
    .map(({ id, title, query, dependsOn, skipped, type, doneWhen, requirements }) => ({
      id,
      title,
      query,
      dependsOn: [...dependsOn],
      skipped,
      type,
      doneWhen,
      requirements: [...requirements],
    }))
}

/** Moves a step to another place; out of range stays at the end that it would pass. */
export function moveStep(steps: readonly PlanStepDraft[], from: number, to: number): PlanStepDraft[] {
  const moved = [...steps]
  const [step] = moved.splice(from, 1)
  if (!step) return moved
  moved.splice(Math.max(0, Math.min(moved.length, to)), 0, step)
  return moved
}

/** Takes a step out, and out of what the others wait for. */
export function deleteStep(steps: readonly PlanStepDraft[], id: string): PlanStepDraft[] {
  return steps
    .filter((step) => step.id !== id)
    .map((step) => ({ ...step, dependsOn: step.dependsOn.filter((other) => other !== id) }))
}

/** Steps that `id` may wait for: every other one that does not wait for it, directly or through others. */
export function possibleDependencies(steps: readonly PlanStepDraft[], id: string): PlanStepDraft[] {
  const waiting = new Set([id])
  let grew = true
  while (grew) {
    grew = false
    for (const step of steps) {
      if (waiting.has(step.id) || !step.dependsOn.some((other) => waiting.has(other))) continue
      waiting.add(step.id)
      grew = true
    }
  }
  return steps.filter((step) => !waiting.has(step.id))
}

/** What a person changed of the needs of steps that were planned. */
export function changedNeeds(planned: readonly StepView[], steps: readonly PlanStepDraft[]): StepNeeds[] {
  return steps.flatMap(({ id, requirements }) => {
    const before = planned.find((step) => step.id === id)?.requirements
    const isChanged = before !== undefined && JSON.stringify(before) !== JSON.stringify(requirements)
    return isChanged ? [{ stepId: id, requirements }] : []
  })
}

export type PlanProblem = 'empty' | 'incomplete' | 'nothingGathers' | 'nothingToProcess'

/** Why this plan cannot be accepted yet, or null. */
export function planProblem(steps: readonly PlanStepDraft[]): PlanProblem | null {
  if (!steps.some((step) => !step.skipped)) return 'empty'
  if (steps.some((step) => step.title.trim() === '' || step.query.trim() === '')) return 'incomplete'
  if (!steps.some(({ skipped, type }) => !skipped && type === 'research')) return 'nothingGathers'
  const isBare = ({ skipped, type, dependsOn }: PlanStepDraft): boolean =>
    !skipped && type === 'processing' && dependsOn.length === 0
  return steps.some(isBare) ? 'nothingToProcess' : null
}

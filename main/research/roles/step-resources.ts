import type { PlanStepDraft, StepRequirement } from '../../../contract/session'
import type { AskableResource, PlannedStep } from '../../reasoning'
import type { FoundResource, RoleContext } from './context'

/**
 * What each step needs of the pool beside its executor, by what the planner chose or its own words; what only the question asks for is needed by
 * the first step. A person sees it in the plan and may change it.
 */
export function requireResources(
  { pool }: RoleContext,
  question: string,
  planned: readonly PlannedStep[],
  resources: readonly AskableResource[],
): (PlannedStep & PlanStepDraft)[] {
  const inferred = (text: string): StepRequirement[] =>
    pool.inferResourceRequirements(text).map(({ type, capability = null, level = 1, resourceId = null }) => ({
      type,
      capability,
      level,
      resourceId,
    }))
  const steps = planned.map((step) => {
    const chosen = resources.filter(({ resourceId }) => step.uses?.includes(resourceId)).map(requirementOn)
    const byWords = inferred(`${step.title}\n${step.query}`).filter(({ type }) =>
      chosen.every((one) => one.type !== type),
    )
    return { ...step, requirements: [...chosen, ...byWords] }
  })
  const isNamed = ({ type, capability }: StepRequirement): boolean =>
    steps.some(({ requirements }) =>
      requirements.some((other) => other.type === type && other.capability === capability),
    )
  const unnamed = inferred(question).filter((requirement) => !isNamed(requirement))
  return steps.map((step, at) => (at === 0 ? { ...step, requirements: [...step.requirements, ...unnamed] } : step))
}

const requirementOn = ({ resourceId, type }: AskableResource): StepRequirement => {
  const need = { level: 1, resourceId }
  if (type === 'database') return { ...need, type, capability: 'sql_query' }
  if (type === 'api') return { ...need, type, capability: 'api_call' }
  return { ...need, type: 'tool', capability: 'tool_call' }
}

/** The step that asks the question asks the resources that can answer it, unless its words name one of their kind already. */
export function withResources(
  steps: readonly (PlannedStep & PlanStepDraft)[],
  found: readonly FoundResource[],
): readonly (PlannedStep & PlanStepDraft)[] {
  const [first, ...rest] = steps
  if (first === undefined) return steps
  const added = found.filter(({ type }) => first.requirements.every((requirement) => requirement.type !== type))
  const needed = added.map((resource): StepRequirement => ({ ...resource, level: 1 }))
  return [{ ...first, requirements: [...first.requirements, ...needed] }, ...rest]
}

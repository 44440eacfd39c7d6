import type { ResourceChoice } from '../../../contract/session/resource-choice'
import type { PlanStepDraft, StepRequirement } from '../../../contract/session/session'
import { aspectsOf, refersBack, standsByItself } from '../../language'
import type { AskableResource, PlannedStep } from '../../reasoning'
import { readsQuestion, saysWhyNot } from './answering-resources'
import type { RoleContext } from './context'

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
    // It asks nobody: the steps that it waits for did.
    if (step.type === 'processing') return { ...step, requirements: [] }
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

const requirementOn = ({ resourceId, type, name }: AskableResource): StepRequirement => {
  const choice: ResourceChoice = { name, sureness: null, reasons: [{ kind: 'chosenByModel', values: {} }] }
  const need = { level: 1, resourceId, choice }
  if (type === 'database') return { ...need, type, capability: 'sql_query' }
  if (type === 'api') return { ...need, type, capability: 'api_call' }
  return { ...need, type: 'tool', capability: 'tool_call' }
}

/**
 * Each step that the rules planned for a part of the question asks the resources that can answer that part; null where the question
 * is one, or no resource reads a part of it. What is left to documents is searched without words of the other part.
 */
export async function withPartsAsked(
  question: string,
  steps: readonly (PlannedStep & PlanStepDraft)[],
  answering: (part: string) => Promise<readonly StepRequirement[]>,
): Promise<readonly (PlannedStep & PlanStepDraft)[] | null> {
  const parts = aspectsOf(question).filter(({ kind }) => kind === 'clause')
  const isPart = ({ title, query, requirements }: PlanStepDraft): boolean =>
    parts.some((part) => part.title === title && part.query === query) &&
    requirements.every(({ resourceId }) => resourceId === null)
  if (parts.length < 2 || !steps.some(isPart)) return null
  const read = await Promise.all(
    steps.map(async (step) => {
      const found = isPart(step) ? await answering(step.title) : []
      return found.flatMap((need) =>
        need.choice !== undefined && (readsQuestion(need) || saysWhyNot(need))
          ? [{ ...need, choice: { ...need.choice, asked: step.title } }]
          : [],
      )
    }),
  )
  // "And what does it cost?" is asked where what it is about was: any database has costs.
  const needs = read.map((found, at) =>
    refersBack(steps[at]!.title)
      ? found.filter(({ resourceId }) => read[at - 1]?.some((before) => before.resourceId === resourceId))
      : found,
  )
  if (!needs.some((found) => found.some(readsQuestion))) return null
  return steps.map((step, at) => {
    const found = needs[at] ?? []
    const isLeft = found.length === 0 && isPart(step) && standsByItself(step.title)
    return isLeft ? { ...step, query: step.title } : withNeeds(step, found)
  })
}

/** The step that asks the question asks the resources that can answer it. */
export function withResources(
  [first, ...rest]: readonly (PlannedStep & PlanStepDraft)[],
  found: readonly StepRequirement[],
): readonly (PlannedStep & PlanStepDraft)[] {
  return first === undefined ? [] : [withNeeds(first, found), ...rest]
}

/**
 * A step that needs these resources, too, unless one of their kind is chosen for it already. They come in the place of a need that
 * any of their kind would serve.
 */
function withNeeds<Step extends Pick<PlanStepDraft, 'requirements'>>(
  step: Step,
  found: readonly StepRequirement[],
): Step {
  const isNamed = ({ type }: StepRequirement): boolean =>
    step.requirements.some((one) => one.type === type && one.resourceId !== null)
  const added = found.filter((one) => !isNamed(one))
  const isServed = ({ type, capability, resourceId }: StepRequirement): boolean =>
    resourceId === null && added.some((one) => one.type === type && one.capability === capability)
  return { ...step, requirements: [...step.requirements.filter((one) => !isServed(one)), ...added] }
}

import { QuarryError } from '../../../contract/errors'
import { isChosenByPerson, isChosenFor, type MadeChoice } from '../../../contract/session/resource-choice'
import type { PlanStepDraft, StepRequirement } from '../../../contract/session/session'
import type { RoleContext } from './context'

/** As many needs as a step can have. */
const mostNeeds = 8

const isSame = (one: StepRequirement, other: StepRequirement): boolean =>
  one.type === other.type && one.resourceId === other.resourceId

/** What the resources that needs name are called, as far as they are there. */
export async function namesOfNeeded(
  { readResource }: Pick<RoleContext, 'readResource'>,
  needs: readonly StepRequirement[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(needs.flatMap(({ resourceId }) => resourceId ?? []))
  const named = [...ids].map(async (resourceId) => {
    try {
      return [[resourceId, (await readResource(resourceId)).name]] as const
    } catch (error) {
      // The pool tells of one that is gone, before the step runs.
      if (error instanceof QuarryError && error.code === 'resource.notFound') return []
      throw error
    }
  })
  return new Map((await Promise.all(named)).flat())
}

/**
 * Needs as a person sent them, each with how its resource was chosen: as it was planned, or by the person. What is sent says
 * nothing of that itself, but that a need still waits for a choice.
 * @param planned the needs of the step before
 * @param names of resources by id, as far as they are known
 */
export function withChoices(
  sent: readonly StepRequirement[],
  planned: readonly StepRequirement[],
  names: ReadonlyMap<string, string>,
): StepRequirement[] {
  return sent.map(({ choice: told, ...need }) => {
    const { resourceId } = need
    const known = planned.find((one) => isSame(one, need))
    if (resourceId === null)
      return told === undefined || known?.choice === undefined ? need : { ...need, choice: known.choice }
    if (known !== undefined) return known.choice === undefined ? need : { ...need, choice: known.choice }
    const reasons = [{ kind: 'chosenByPerson' as const, values: {} }]
    // Whoever is asked instead is asked the same part of the question.
    const asked = planned.find(({ type }) => type === need.type)?.choice?.asked
    const choice = { name: names.get(resourceId) ?? null, sureness: 1, reasons, ...(asked !== undefined && { asked }) }
    return { ...need, choice }
  })
}

/** What a person or the question chose for steps that are gone is not gone with them. */
const outlivesStep = ['chosenByPerson', 'preferredBefore', 'readsAsQuery', 'readsAsCall'] as const

/**
 * A plan that follows a remark, with what the plan before was to ask: a step that stays keeps its needs, and the first one takes
 * over what was chosen for steps that do not stay. What a model chooses it chooses anew.
 */
export function keepNeeds<Step extends PlanStepDraft>(
  steps: readonly Step[],
  before: readonly PlanStepDraft[],
): Step[] {
  const left = new Set(before)
  const together = (kept: readonly StepRequirement[], added: readonly StepRequirement[]): StepRequirement[] =>
    [...kept, ...added.filter((one) => !kept.some((other) => isSame(one, other)))].slice(0, mostNeeds)
  const kept = steps.map((step) => {
    const same = [...left].find(({ title, query }) => title === step.title || query === step.query)
    if (same === undefined) return step
    left.delete(same)
    const ofModel = ({ choice }: StepRequirement): boolean => isChosenFor(['chosenByModel'], choice)
    const asBefore = same.requirements.filter((one) => !ofModel(one))
    return { ...step, requirements: together(asBefore, step.requirements.filter(ofModel)) }
  })
  const [first, ...rest] = kept
  if (first === undefined) return kept
  const orphaned = [...left].flatMap(({ skipped, requirements }) =>
    // What was asked a part of the question goes with the step of that part.
    skipped
      ? []
      : requirements.filter(({ choice }) => isChosenFor(outlivesStep, choice) && choice?.asked === undefined),
  )
  return [{ ...first, requirements: together(first.requirements, orphaned) }, ...rest]
}

/**
 * What a person made of the resources that were to be asked: null where they left them as they were. A step that was skipped or
 * removed says nothing of its resources.
 */
export function choicesMade(
  planned: readonly PlanStepDraft[],
  sent: readonly Pick<PlanStepDraft, 'id' | 'requirements'>[],
): Pick<MadeChoice, 'chosen' | 'passedOver'> | null {
  const needs = sent.flatMap(({ requirements }) => requirements)
  const chosen = asked(needs)
  const before = asked(
    planned.filter(({ id }) => sent.some((step) => step.id === id)).flatMap(({ requirements }) => requirements),
  )
  const passedOver = before.filter((resourceId) => !chosen.includes(resourceId))
  const isMade = passedOver.length > 0 || needs.some(({ choice }) => isChosenByPerson(choice))
  return isMade ? { chosen, passedOver } : null
}

const asked = (needs: readonly StepRequirement[]): string[] => [
  ...new Set(needs.flatMap((need) => (isChosenFor(outlivesStep, need.choice) ? (need.resourceId ?? []) : []))),
]

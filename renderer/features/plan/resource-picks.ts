import type { MemberType, PoolMemberView } from '../../../contract/pool/pool'
import type { ResourceSummary } from '../../../contract/resources/resource'
import type { ResourceMatch } from '../../../contract/resources/resource-match'
import { isChosenByPerson, type ResourceChoice } from '../../../contract/session/resource-choice'
import type { StepRequirement } from '../../../contract/session/session'

/** As many needs as the contract takes for a step. */
export const mostNeeds = 8

/** What a new need of a type asks for, where its resource has it. */
const usualCapability: Partial<Record<MemberType, string>> = {
  database: 'sql_query',
  api: 'api_call',
  tool: 'tool_call',
}

/** A resource that a step can be given, and how surely it answers the step; null where the matcher did not name it. */
export interface Pickable {
  readonly resource: ResourceSummary
  readonly sureness: number | null
}

/** Resources that a step asks where it is given them: Quarry's own tools and the library it uses without. */
const isAsked = ({ type, origin, flavour, capabilities }: ResourceSummary): boolean =>
  origin.kind !== 'builtIn' && type !== 'knowledge_base' && (flavour !== 'plugin' || capabilities.includes('tool_call'))

/** How surely the plan chose resources, or left them to a person: it held the question against them, and knows more than the matcher. */
function plannedSureness(requirements: readonly StepRequirement[]): [resourceId: string, sureness: number][] {
  return requirements.flatMap(({ resourceId, choice }) => {
    if (choice === undefined || isChosenByPerson(choice)) return []
    if (resourceId !== null) return choice.sureness === null ? [] : [[resourceId, choice.sureness]]
    return choice.reasons.flatMap((reason) =>
      reason.kind === 'tooManyAlike'
        ? reason.values.alike.map((one): [string, number] => [one.resourceId, reason.values.sureness])
        : [],
    )
  })
}

/**
 * The resources that can be picked: those that the step has, then the surest, then by name. How sure the plan says, else the matcher. A matched part stands
 * for the whole it is of.
 */
export function pickables(
  listed: readonly ResourceSummary[],
  matches: readonly ResourceMatch[],
  requirements: readonly StepRequirement[],
): Pickable[] {
  const sureness = new Map<string, number>()
  for (const { resource, confidence } of matches) {
    const whole = resource.parentId ?? resource.resourceId
    sureness.set(whole, Math.max(confidence, sureness.get(whole) ?? 0))
  }
  const held = new Set(requirements.map(({ resourceId }) => resourceId))
  for (const [resourceId, planned] of plannedSureness(requirements)) sureness.set(resourceId, planned)
  return listed
    .filter(isAsked)
    .map((resource) => ({ resource, sureness: sureness.get(resource.resourceId) ?? null }))
    .sort(
      (one, other) =>
        Number(held.has(other.resource.resourceId)) - Number(held.has(one.resource.resourceId)) ||
        (other.sureness ?? -1) - (one.sureness ?? -1) ||
        one.resource.name.localeCompare(other.resource.name),
    )
}

/** What a person picks for a step: any resource of the type, or these; none at all where there are none. */
export type Picked = 'any' | readonly Pick<ResourceSummary, 'resourceId' | 'name'>[]

/** What of a type is picked in the needs of a step. */
export function pickedOf(requirements: readonly StepRequirement[], type: MemberType): ReadonlyMap<string, string> {
  return new Map(
    requirements.flatMap(({ type: other, resourceId, choice }) =>
      other === type && resourceId !== null ? [[resourceId, choice?.name ?? resourceId]] : [],
    ),
  )
}

/** Resources of a type that a step can have beside what else it needs. */
export const roomFor = (requirements: readonly StepRequirement[], type: MemberType): number =>
  mostNeeds - requirements.filter((one) => one.type !== type).length

/** What is picked is needed as before, at a level that it has; a resource without the capability is needed for what it is. */
function needOf(
  { resourceId, name }: Pick<ResourceSummary, 'resourceId' | 'name'>,
  { type, capability, level, choice: before }: StepRequirement,
  members: readonly PoolMemberView[],
): StepRequirement {
  const member = members.find((one) => one.resourceId === resourceId)
  const has = member?.capabilities.find((one) => one.name === capability)?.level
  const reasons = [{ kind: 'chosenByPerson' as const, values: {} }]
  const asked = before?.asked
  const choice: ResourceChoice = { name, sureness: 1, reasons, ...(asked !== undefined && { asked }) }
  if (member !== undefined && has === undefined) return { type, capability: null, level: 1, resourceId, choice }
  return { type, capability, level: Math.min(level, has ?? 1), resourceId, choice }
}

/** The needs of a step with what a person picks of a type; what was needed of it already stays as it was. */
export function withPicked(
  requirements: readonly StepRequirement[],
  type: MemberType,
  picked: Picked,
  members: readonly PoolMemberView[],
): StepRequirement[] {
  const own = requirements.filter((one) => one.type === type)
  const first = requirements.findIndex((one) => one.type === type)
  const at = first === -1 ? requirements.length : first
  const like: StepRequirement = own[0] ?? {
    type,
    capability: usualCapability[type] ?? null,
    level: 1,
    resourceId: null,
  }
  const { choice: _choice, ...plain } = like
  const chosen =
    picked === 'any'
      ? [{ ...plain, resourceId: null }]
      : picked.flatMap((one) => {
          const kept = own.filter(({ resourceId }) => resourceId === one.resourceId)
          return kept.length > 0 ? kept : [needOf(one, like, members)]
        })
  const others = (part: readonly StepRequirement[]): StepRequirement[] => part.filter((one) => one.type !== type)
  return [...others(requirements.slice(0, at)), ...chosen, ...others(requirements.slice(at))].slice(0, mostNeeds)
}

import { QuarryError } from '../../contract/errors'
import { type ResourceRequirement, resourceRequirements } from '../../contract/pool/pool'
import { isStaffType } from './staff'
import type { MemberSpec, Requirement } from './terms'

/** Completes what is asked for in a project: of staff whoever is free, of resources its own. Throws `input.invalid` where it is malformed. */
export function completeRequirements(
  requirements: readonly ResourceRequirement[],
  projectId: string | null,
): Requirement[] {
  const parsed = resourceRequirements.safeParse(requirements)
  if (parsed.success) {
    return parsed.data.map((one) => ({ ...one, projectId: isStaffType(one.type) ? null : projectId }))
  }
  throw new QuarryError('input.invalid', `These requirements are not valid: ${parsed.error.issues[0]?.message ?? ''}`, {
    context: { requirements: JSON.stringify(requirements).slice(0, 500) },
  })
}

/** The member's level of what is needed, 0 where the requirement names no capability or it has none of it. */
export function levelFor(member: MemberSpec, { capability }: Requirement): number {
  if (capability === null) return 0
  return member.capabilities.find(({ name }) => name === capability)?.level ?? 0
}

/** Whether a member is of the needed type, resource and level, whatever its state. */
export function isFit(member: MemberSpec, requirement: Requirement): boolean {
  if (member.type !== requirement.type || member.projectId !== requirement.projectId) return false
  if (requirement.resourceId !== null && member.resourceId !== requirement.resourceId) return false
  return requirement.capability === null || levelFor(member, requirement) >= requirement.level
}

/** One entry for each member that is needed. */
export function unitsOf(requirements: readonly Requirement[]): Requirement[] {
  return requirements.flatMap((requirement) => new Array<Requirement>(requirement.count).fill(requirement))
}

/** The same text for requests that need the same in the same order: members are handed out in that order. */
export function shapeOf(requirements: readonly Requirement[]): string {
  return requirements
    .map(({ type, capability, level, count, resourceId, projectId }) =>
      JSON.stringify([type, capability, capability === null ? 0 : level, count, resourceId, projectId]),
    )
    .join()
}

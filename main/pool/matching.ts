import type { MemberStanding, Requirement, TaskRequest } from './terms'

/** Whether a member is of the needed type and reaches the needed level. */
export function isFit(member: MemberStanding, requirement: Requirement): boolean {
  if (member.type !== requirement.type) return false
  const { capability } = requirement
  if (capability === undefined) return true
  return member.capabilities.some(({ name, level }) => name === capability.name && level >= capability.level)
}

function levelFor(member: MemberStanding, requirement: Requirement): number {
  return member.capabilities.find(({ name }) => name === requirement.capability?.name)?.level ?? 0
}

/** What the waiting list comes to: who gets which member now, and who asks for something that nobody can be. */
export interface Decision {
  readonly grants: readonly { readonly task: TaskRequest; readonly memberId: string }[]
  readonly refused: readonly TaskRequest[]
  readonly waiting: readonly TaskRequest[]
}

/**
 * First come, first served among those who fit: each waiting task in order of its request takes the fitting free
 * member with the highest level of the capability, then the least used. A task is refused where no fitting member
 * is in service: `error` needs a person, `released` is leaving; a `blocked` one heals itself and is waited for.
 */
export function decide(
  members: readonly MemberStanding[],
  heldMemberIds: ReadonlySet<string>,
  waiting: readonly TaskRequest[],
): Decision {
  const taken = new Set(heldMemberIds)
  const grants: { task: TaskRequest; memberId: string }[] = []
  const refused: TaskRequest[] = []
  const stillWaiting: TaskRequest[] = []
  for (const task of waiting) {
    const fitting = members.filter((member) => isFit(member, task.requirement))
    const free = fitting
      .filter(({ id, state }) => state === 'available' && !taken.has(id))
      .sort(
        (a, b) =>
          levelFor(b, task.requirement) - levelFor(a, task.requirement) ||
          a.tasksDone + a.tasksFailed - (b.tasksDone + b.tasksFailed) ||
          a.id.localeCompare(b.id),
      )[0]
    if (free !== undefined) {
      taken.add(free.id)
      grants.push({ task, memberId: free.id })
    } else if (fitting.every(({ state }) => state === 'error' || state === 'released')) {
      refused.push(task)
    } else {
      stillWaiting.push(task)
    }
  }
  return { grants, refused, waiting: stillWaiting }
}

/** One sentence: why a task waits. */
export function describeShortage(members: readonly MemberStanding[], requirement: Requirement): string {
  const fitting = members.filter((member) => isFit(member, requirement))
  const working = fitting.filter(({ taskId }) => taskId !== null).length
  return `Waits for a free ${requirement.type}: ${working} of ${fitting.length} at work.`
}

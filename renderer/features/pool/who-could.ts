import type { MemberType, PoolMemberView } from '../../../contract/pool/pool'

/** What a member must be to serve: of a type, with a capability at a level, a slot of one resource. */
export interface Wanted {
  readonly type: MemberType
  readonly capability: string | null
  readonly level: number
  readonly resourceId: string | null
}

const serves = new Set<PoolMemberView['state']>(['available', 'deployed', 'busy', 'blocked'])

/** Members in service that could do it, whether free or not: the highest level first. */
export function whoCould(members: readonly PoolMemberView[], wanted: Wanted): PoolMemberView[] {
  const levelOf = ({ capabilities }: PoolMemberView): number =>
    wanted.capability === null ? 0 : (capabilities.find(({ name }) => name === wanted.capability)?.level ?? -1)
  return members
    .filter(
      (member) =>
        serves.has(member.state) &&
        member.type === wanted.type &&
        (wanted.resourceId === null || member.resourceId === wanted.resourceId) &&
        (wanted.capability === null || levelOf(member) >= wanted.level),
    )
    .sort((a, b) => levelOf(b) - levelOf(a))
}

/** The highest level of the capability that anybody in service has; null where nobody has it. */
export function bestLevel(members: readonly PoolMemberView[], wanted: Wanted): number | null {
  if (wanted.capability === null) return null
  const [best] = whoCould(members, { ...wanted, level: 1 })
  return best?.capabilities.find(({ name }) => name === wanted.capability)?.level ?? null
}

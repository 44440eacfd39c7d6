import type { PoolMemberView, PoolSpan } from '../../../contract/pool/pool'

/** A row of the list of members. */
export type MemberLine =
  | { readonly kind: 'member'; readonly member: PoolMemberView; readonly isSlot: boolean }
  | {
      readonly kind: 'resource'
      readonly resourceId: string
      readonly slots: readonly PoolMemberView[]
      readonly isOpen: boolean
    }

/**
 * One line for a resource of several slots, and one for each slot below it where it is open; every other member has its
 * own. The order is that in which members first come.
 */
export function memberLines(
  members: readonly PoolMemberView[],
  isOpen: (resourceId: string, slots: readonly PoolMemberView[]) => boolean,
): MemberLine[] {
  const groups = new Map<string, PoolMemberView[]>()
  for (const member of members) {
    const key = member.resourceId ?? member.id
    const group = groups.get(key)
    if (group) group.push(member)
    else groups.set(key, [member])
  }
  return [...groups].flatMap(([resourceId, slots]): MemberLine[] => {
    const lines = slots.map((member) => ({ kind: 'member', member, isSlot: slots.length > 1 }) as const)
    if (slots.length === 1) return lines
    const open = isOpen(resourceId, slots)
    return [{ kind: 'resource', resourceId, slots, isOpen: open }, ...(open ? lines : [])]
  })
}

/** Spans in as few lanes as they need, none of which overlap in one: so many slots were at work at once. */
export function packedLanes(spans: readonly PoolSpan[], now: number): PoolSpan[][] {
  const end = ({ endedAt }: PoolSpan): number => (endedAt === null ? now : Date.parse(endedAt))
  const lanes: PoolSpan[][] = []
  for (const span of spans.toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))) {
    const start = Date.parse(span.startedAt)
    const free = lanes.find((lane) => end(lane.at(-1) as PoolSpan) <= start)
    if (free) free.push(span)
    else lanes.push([span])
  }
  return lanes
}

/**
 * The lines of members that are worth a look: the pool's own, and resources that do something, cannot, or did something
 * within `spanMs` before `nowMs`. A resource of several slots is one line; below it stand the slots in error, which a
 * person clears one by one.
 */
export function shownLanes(
  members: readonly PoolMemberView[],
  spans: ReadonlyMap<string, readonly PoolSpan[]>,
  nowMs: number,
  spanMs: number,
): MemberLine[] {
  const worked = ({ endedAt }: PoolSpan): boolean => endedAt === null || Date.parse(endedAt) >= nowMs - spanMs
  const isShown = ({ id, resourceId, state }: PoolMemberView): boolean =>
    resourceId === null || state !== 'available' || (spans.get(id)?.some(worked) ?? false)
  return memberLines(members, () => true).filter((line) =>
    line.kind === 'resource'
      ? line.slots.some(isShown)
      : line.isSlot
        ? line.member.state === 'error'
        : isShown(line.member),
  )
}

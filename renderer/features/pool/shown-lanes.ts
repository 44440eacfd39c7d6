import type { PoolMemberView, PoolSpan } from '../../../contract/pool'
import { type MemberLine, memberLines } from './member-groups'

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

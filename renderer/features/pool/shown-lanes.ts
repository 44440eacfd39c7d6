import type { PoolMemberView, PoolSpan } from '../../../contract/pool'

/**
 * The members whose lanes are worth a look: the pool's own, and those of resources that do something, cannot, or did
 * something within `spanMs` before `nowMs`. A library with a few databases has dozens of slots, nearly all of them idle.
 */
export function shownLanes(
  members: readonly PoolMemberView[],
  spans: ReadonlyMap<string, readonly PoolSpan[]>,
  nowMs: number,
  spanMs: number,
): PoolMemberView[] {
  const worked = ({ endedAt }: PoolSpan): boolean => endedAt === null || Date.parse(endedAt) >= nowMs - spanMs
  return members.filter(
    ({ id, resourceId, state }) =>
      resourceId === null || state !== 'available' || (spans.get(id)?.some(worked) ?? false),
  )
}

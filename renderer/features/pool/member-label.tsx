import type { PoolMemberView } from '../../../contract/pool'
import { slotOf, useMemberName } from './member-names'

/** A member's name on one line: where it is too long it is cut before the number of its slot, which tells it apart. */
export function MemberLabel({ member }: { member: PoolMemberView }) {
  const memberName = useMemberName()
  const { whole, slot } = slotOf(member)
  return (
    <span className="flex min-w-0">
      <bdi className="truncate">{memberName({ ...member, name: whole })}</bdi>
      {slot !== null && <span className="shrink-0 whitespace-pre">{` #${slot}`}</span>}
    </span>
  )
}

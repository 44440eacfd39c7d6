import type { PoolMemberView } from '../../../contract/pool/pool'
import { useMemberName, wholeOf } from './member-names'

/** A member's name on one line: where it is too long it is cut before the number of its slot, which tells it apart. */
export function MemberLabel({ member }: { member: PoolMemberView }) {
  const memberName = useMemberName()
  return (
    <span className="flex min-w-0">
      <bdi className="truncate">{memberName(wholeOf(member))}</bdi>
      {member.resourceId !== null && member.number !== null && (
        <span className="shrink-0 whitespace-pre">{` #${member.number}`}</span>
      )}
    </span>
  )
}

import type { MemberState, PoolMemberView } from '../../../contract/pool/pool'

/** The six states in the order in which they are shown. */
export const memberState: readonly MemberState[] = ['available', 'deployed', 'busy', 'blocked', 'error', 'released']

const mostPressing: readonly MemberState[] = ['error', 'blocked', 'busy', 'deployed', 'available', 'released']

/** The state that most needs a look among those of a resource's slots. */
export const pressingState = (slots: readonly PoolMemberView[]): MemberState =>
  mostPressing.find((state) => slots.some((slot) => slot.state === state)) ?? 'available'

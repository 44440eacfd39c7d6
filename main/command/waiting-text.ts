import type { SessionView } from '../../contract/session'

/** What a session that has not ended waits for, what a person can do about it, and how it goes on. */
export function waitingText({ id, state, plan }: Pick<SessionView, 'id' | 'state' | 'plan'>): string {
  const blocked = plan?.steps.find(({ waitsFor }) => waitsFor !== null)
  const reason = blocked?.waitsFor ?? (state === 'awaitingPlanReview' ? 'its plan wants a review' : state)
  const remedy =
    blocked?.blockedBy === 'missing_resource'
      ? ' Add it (quarry add PATH; quarry scan finds what is on this machine), or ask for less or leave the step out in the window.'
      : ''
  return `The session waits: ${reason.replace(/\.$/, '')}.${remedy} Continue it with: quarry resume ${id}`
}

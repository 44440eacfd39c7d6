import type { SessionView, StepView } from '../../../contract/session/session'

/** Steps that nobody can do as things stand: they wait for a person. */
export function stepsWithoutAnyone(session: SessionView): StepView[] {
  if (session.state !== 'blockedReview') return []
  return (session.plan?.steps ?? []).filter(
    ({ state, blockedBy, skipped }) => state === 'blocked' && blockedBy === 'missing_resource' && !skipped,
  )
}

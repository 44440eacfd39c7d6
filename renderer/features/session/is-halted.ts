import type { SessionView } from '../../../contract/session'

/** Whether a session goes on only when a person has it go on; a pause does so by itself unless its settings forbid it. */
export function isHalted({ state, settings }: Pick<SessionView, 'state' | 'settings'>): boolean {
  return state === 'stopped' || state === 'blockedReview' || (state === 'paused' && settings.resumesByItself === false)
}

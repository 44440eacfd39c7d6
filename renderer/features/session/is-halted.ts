import type { SessionView } from '../../../contract/session/session'
import { mayAct, transitionsOf } from '../../../contract/session/session-transitions'

/** Whether a session goes on only when a person has it go on; a pause does so by itself unless its settings forbid it. */
export function isHalted({ state, settings }: Pick<SessionView, 'state' | 'settings'>): boolean {
  return mayAct(state, 'resume') && (transitionsOf(state).turn !== 'others' || settings.resumesByItself === false)
}

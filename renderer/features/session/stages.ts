import type { SessionState } from '../../../contract/session'
import { isWaiting } from '../../../contract/session-transitions'

export const stages = ['clarified', 'looked', 'planned', 'researching', 'writing', 'checking'] as const
/** Those of a quick answer. */
export const quickStages: readonly Stage[] = stages.slice(3)
export type Stage = (typeof stages)[number]
export type StageState = 'done' | 'now' | 'waiting' | 'ahead' | 'stopped' | 'halted'

const stageOf: Partial<Record<SessionState, Stage>> = {
  coordinating: 'clarified',
  awaitingClarification: 'clarified',
  investigating: 'looked',
  planning: 'planned',
  awaitingPlanReview: 'planned',
  running: 'researching',
  paused: 'researching',
  blockedReview: 'researching',
  reporting: 'writing',
  verifying: 'checking',
}

/** Where the session stands on its life line, honestly: what was interrupted is halted, not done. */
export function stageStates(state: SessionState, interrupted: SessionState | null): Record<Stage, StageState> {
  const at =
    state === 'done' ? stages.length : stages.indexOf(stageOf[interrupted ?? state] ?? stageOf[state] ?? 'clarified')
  const now: StageState =
    state === 'failed' ? 'halted' : state === 'stopped' ? 'stopped' : isWaiting(state) ? 'waiting' : 'now'
  return Object.fromEntries(
    stages.map((stage, index) => [stage, index < at ? 'done' : index === at ? now : 'ahead']),
  ) as Record<Stage, StageState>
}

import type { StepState } from '../../contract/session/session'

/** A step as the scheduler knows it. */
export interface ScheduledStep {
  readonly id: string
  readonly dependsOn: readonly string[]
  readonly state: StepState
  /** It goes on by itself, but not now: in the pool's waiting list, or waiting for a person to allow a call. */
  readonly waits: boolean
}

const finishedStates: ReadonlySet<StepState> = new Set(['observed', 'failed', 'skipped'])

/** Whether nothing more will come of a step. A failed one counts: what depends on it goes on without its findings. */
export function isFinished(state: StepState): boolean {
  return finishedStates.has(state)
}

/** Pending steps whose dependencies are all finished, in plan order. */
export function readySteps(steps: readonly ScheduledStep[]): ScheduledStep[] {
  const finished = new Set(steps.filter(({ state }) => isFinished(state)).map(({ id }) => id))
  return steps.filter(({ state, dependsOn }) => state === 'pending' && dependsOn.every((id) => finished.has(id)))
}

/** How the steps of a plan stand as a whole. */
export type Progress =
  /** At least one step works, or is about to. */
  | 'proceeding'
  /** None works; at least one waits for what others hold, or for an answer: it goes on by itself then. */
  | 'stuck'
  /** None works or waits; at least one needs a person. */
  | 'blocked'
  | 'finished'

/** Whether they are stuck by what others hold: an answer that a person owes needs no resuming. */
export function isHeldUp(steps: readonly ScheduledStep[]): boolean {
  return judgeProgress(steps) === 'stuck' && steps.some(({ state, waits }) => waits && state === 'blocked')
}

/** Judges the steps of a plan as a whole. */
export function judgeProgress(steps: readonly ScheduledStep[]): Progress {
  if (steps.every(({ state }) => isFinished(state))) return 'finished'
  const isWorking = ({ state, waits }: ScheduledStep): boolean =>
    !waits && (state === 'running' || state === 'allocating')
  if (steps.some(isWorking) || readySteps(steps).length > 0) return 'proceeding'
  if (steps.some(({ waits }) => waits)) return 'stuck'
  return 'blocked'
}

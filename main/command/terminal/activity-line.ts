import type { SessionProgress, SessionView } from '../../../contract/session/session'
import type { ProgressLine } from './terminal'

/** The state with its steps, and how far its work is: as the session was read, or as it moved since. */
export function activityLine(
  view: SessionView,
  moved: SessionProgress,
  { words, speech }: Pick<ProgressLine, 'words' | 'speech'>,
): string {
  const activity = view.activity === null || view.state === 'running' ? view.activity : (moved ?? view.activity)
  const { number } = speech.format
  const { steps, done } = words.session
  const isCounted = activity !== null && (activity.done > 0 || activity.total !== null)
  return [
    view.isQueued ? words.session.queued : words.sessionState[view.state],
    ...(view.stepsTotal > 0 ? [steps(number(view.stepsDone), number(view.stepsTotal))] : []),
    ...(isCounted ? [done(number(activity.done), activity.total === null ? null : number(activity.total))] : []),
  ].join(' · ')
}

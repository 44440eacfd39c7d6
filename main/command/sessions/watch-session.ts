import { waitsForAnswer } from '../../../contract/calls/service-question'
import type { SessionProgress, SessionView } from '../../../contract/session/session'
import { isOver, mayAct } from '../../../contract/session/session-transitions'
import type { Connection } from '../../api'

/** Whether it goes on by a person's answer alone. */
export const waitsForPerson = (view: SessionView): boolean =>
  mayAct(view.state, 'answer') ||
  mayAct(view.state, 'accept') ||
  view.questions.some(waitsForAnswer) ||
  (view.state === 'paused' && view.confirmations.length > 0)
/** `paused` alone is not: it goes on by itself when another session gives an executor back. */
export const isSettled = (view: SessionView): boolean => isOver(view.state) || mayAct(view.state, 'amend')

interface SessionWatcher {
  /** Whether the watch ends with this view. */
  isEnd(view: SessionView): boolean
  /** Told of every other view. What it calls back with ends the watch as a failure. */
  onView(view: SessionView, fail: (error: unknown) => void): void
  onProgress(moved: SessionProgress): void
  /** The signal was aborted: the session is being stopped. */
  onStopping(): void
}

/** Follows a session to its end; once the signal is aborted it is stopped, which ends it, too. Throws where the library is lost. */
export function watchSession(
  connection: Connection,
  sessionId: string,
  watcher: SessionWatcher,
  signal: AbortSignal,
): Promise<SessionView> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void): void => {
      unsubscribe()
      unsubscribeProgress()
      signal.removeEventListener('abort', stop)
      settle()
    }
    const fail = (error: unknown): void => finish(() => reject(error))
    const stop = (): void => {
      watcher.onStopping()
      connection.call('session.stop', { sessionId }).catch(fail)
    }
    signal.addEventListener('abort', stop)
    connection.onLost(fail)
    const unsubscribe = connection.subscribe('session', sessionId, (view) => {
      if (watcher.isEnd(view)) finish(() => resolve(view))
      else watcher.onView(view, fail)
    })
    const unsubscribeProgress = connection.subscribe('sessionProgress', sessionId, (moved) => watcher.onProgress(moved))
    if (signal.aborted) stop()
  })
}

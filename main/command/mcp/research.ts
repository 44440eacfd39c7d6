import type { z } from 'zod'
import type { programTools } from '../../../contract/calls/own-tools'
import { fromErrorShape } from '../../../contract/errors'
import type { Connection } from '../../api'
import { isSettled, waitsForPerson, watchSession } from '../sessions/watch-session'
import { activityLine } from '../terminal/activity-line'
import type { ProgressLine } from '../terminal/terminal'
import { waitingText } from '../terminal/waiting-text'

interface Researched {
  readonly sessionId: string
  readonly state: string
  /** The report as Markdown; null where there is none. */
  readonly report: string | null
  /** What the session waits for a person to do; null where it ended. */
  readonly waits: string | null
}

/** Researches a question, or asks more of a finished session; ends with the report, or where only a person can go on. */
export async function researchQuestion(
  connection: Connection,
  { question, sessionId: followed, mode }: z.output<typeof programTools.research.input>,
  speaker: Pick<ProgressLine, 'words' | 'speech'>,
  onMoved: (line: string) => void,
  signal: AbortSignal,
): Promise<Researched> {
  signal.throwIfAborted()
  if (followed !== undefined) await connection.call('session.followUp', { sessionId: followed, question, mode })
  const settings = { clarify: false, autoAccept: true }
  const sessionId = followed ?? (await connection.call('session.start', { question, mode, settings })).sessionId
  let line = ''
  const view = await watchSession(
    connection,
    sessionId,
    {
      isEnd: (one) => isSettled(one) || waitsForPerson(one),
      onView(one) {
        const moved = activityLine(one, null, speaker)
        if (moved !== line) onMoved(moved)
        line = moved
      },
      onProgress: () => undefined,
      onStopping: () => undefined,
    },
    signal,
  )
  if (view.state === 'failed' && view.report === null && view.error !== null) throw fromErrorShape(view.error)
  const isWaiting = waitsForPerson(view) || view.state === 'blockedReview'
  return {
    sessionId,
    state: view.state,
    report:
      view.report === null ? null : (await connection.call('session.export', { sessionId, format: 'markdown' })).text,
    waits: isWaiting ? waitingText(view, speaker.speech) : null,
  }
}

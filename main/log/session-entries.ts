import type { ProjectEventView } from '../../contract/session/session'
import type { Log } from './log'

/** Lines with which a session's log begins. */
const begins: ReadonlySet<string> = new Set(['session.started', 'session.branched'])

/** Writes a line of a session's own log into the app's, without what anybody said. */
export function logSession(log: Pick<Log, 'write'>, { sessionId, type, state, detail }: ProjectEventView): void {
  const line = { sessionId, type, state }
  if (detail?.kind === 'endedBy') log.write({ event: 'workflow_error', ...line, code: detail.values.error.code })
  else log.write({ event: begins.has(type) ? 'workflow_started' : 'workflow_moved', ...line })
}

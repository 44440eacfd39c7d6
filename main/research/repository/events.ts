import type { SessionEventView, SessionState } from '../../../contract/session'
import type { SessionEventFact } from '../../../contract/session-facts'
import { asJson, type SqlExecutor } from '../../store'
import { isoTime } from './times'

/** One line of a session's append-only log. */
export interface SessionEventDraft {
  /** `room.verb`, e.g. `plan.approved`; the window has a sentence for each. */
  readonly type: string
  readonly detail?: SessionEventFact
}

/** What a person or the material said, as it is. */
export const inOwnWords = (text: string): SessionEventFact => ({ kind: 'inOwnWords', values: { text } })

interface Row {
  event_id: number
  type: string
  state: SessionState
  detail: SessionEventFact | null
  created_at: string | Date
}

export async function appendEvent(
  transaction: SqlExecutor,
  projectId: string,
  sessionId: string,
  state: SessionState,
  event: SessionEventDraft,
  at: string,
): Promise<void> {
  await transaction.query(
    `insert into session_events (project_id, session_id, type, state, detail, created_at)
     values ($1, $2, $3, $4, $5::jsonb, $6)`,
    [projectId, sessionId, event.type, state, event.detail === undefined ? null : asJson(event.detail), at],
  )
}

/** The whole log in order, numbered from 1 within the session. */
export async function readEvents(executor: SqlExecutor, sessionId: string): Promise<SessionEventView[]> {
  const rows = await executor.query<Row>(
    'select event_id, type, state, detail, created_at from session_events where session_id = $1 order by event_id',
    [sessionId],
  )
  return rows.map(({ type, state, detail, created_at }, index) => ({
    sequence: index + 1,
    at: isoTime(created_at),
    type,
    state,
    detail,
  }))
}

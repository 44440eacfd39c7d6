import type { ProjectEventView, SessionEventView, SessionState } from '../../../contract/session/session'
import type { SessionEventFact } from '../../../contract/session/session-facts'
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

/**
 * The log after its first `after` lines, in order, at most `limit`. A line's number is its place in the session: no line
 * goes before the session does, and each is written in a transaction that holds the session's row.
 */
export async function readEvents(
  executor: SqlExecutor,
  projectId: string,
  sessionId: string,
  after: number,
  limit: number,
): Promise<SessionEventView[]> {
  const rows = await executor.query<Row>(
    `select type, state, detail, created_at from session_events
     where project_id = $1 and session_id = $2 order by event_id offset $3 limit $4`,
    [projectId, sessionId, after, limit],
  )
  return rows.map(({ type, state, detail, created_at }, index) => ({
    sequence: after + index + 1,
    at: isoTime(created_at),
    type,
    state,
    detail,
  }))
}

/** The log of all sessions of a project after the line of this number, in the order in which it was written. */
export async function readProjectEvents(
  executor: SqlExecutor,
  projectId: string,
  after: number,
  limit: number,
): Promise<ProjectEventView[]> {
  const rows = await executor.query<Row & { event_id: number | string; session_id: string }>(
    `select event_id, session_id, type, state, detail, created_at from session_events
     where project_id = $1 and event_id > $2 order by event_id limit $3`,
    [projectId, after, limit],
  )
  return rows.map(({ event_id, session_id, created_at, ...line }) => ({
    sequence: Number(event_id),
    sessionId: session_id,
    at: isoTime(created_at),
    ...line,
  }))
}

/** ISO time at which the session came into the state in which it is: the first line of the log's last run of that state. */
export async function readEnteredAt(
  executor: SqlExecutor,
  projectId: string,
  sessionId: string,
): Promise<string | null> {
  const [row] = await executor.query<{ entered_at: string | Date | null }>(
    `with log as (select event_id, state, created_at from session_events where project_id = $1 and session_id = $2),
          last as (select state from log order by event_id desc limit 1)
     select min(created_at) as entered_at from log
     where event_id > coalesce((select max(event_id) from log where state <> (select state from last)), 0)`,
    [projectId, sessionId],
  )
  return row?.entered_at == null ? null : isoTime(row.entered_at)
}

/** The number of the newest line of all sessions of a project; 0 where there is none. */
export async function readLastProjectEvent(executor: SqlExecutor, projectId: string): Promise<number> {
  const [row] = await executor.query<{ last: number | string }>(
    'select coalesce(max(event_id), 0) as last from session_events where project_id = $1',
    [projectId],
  )
  return Number(row?.last ?? 0)
}

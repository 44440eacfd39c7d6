import type { ErrorShape } from '../../../contract/error-shape'
import type { ErrorSnapshot, SessionState } from '../../../contract/session/session'
import type { SqlExecutor } from '../../store'
import { isoTime } from './times'

/** Keeps an error with the state in which it happened. */
export async function insertErrorSnapshot(
  transaction: SqlExecutor,
  projectId: string,
  sessionId: string,
  snapshot: { readonly state: SessionState; readonly error: ErrorShape; readonly stack: string | null },
  at: string,
): Promise<void> {
  await transaction.query(
    `insert into error_snapshots (project_id, session_id, state, error, stack, created_at)
     values ($1, $2, $3, $4::jsonb, $5, $6)`,
    [projectId, sessionId, snapshot.state, JSON.stringify(snapshot.error), snapshot.stack, at],
  )
}

/** Errors that ended work of sessions, the newest first. `sessionId` null: of the whole project. */
export async function readErrorSnapshots(
  executor: SqlExecutor,
  projectId: string,
  sessionId: string | null,
  limit: number,
): Promise<ErrorSnapshot[]> {
  const rows = await executor.query<{
    session_id: string
    state: SessionState
    error: ErrorShape
    stack: string | null
    created_at: string | Date
  }>(
    `select session_id, state, error, stack, created_at from error_snapshots
     where project_id = $1 and ($2::text is null or session_id = $2) order by snapshot_id desc limit $3`,
    [projectId, sessionId, limit],
  )
  return rows.map(({ session_id, created_at, ...row }) => ({ sessionId: session_id, at: isoTime(created_at), ...row }))
}

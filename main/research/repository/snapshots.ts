import type { ErrorShape } from '../../../contract/errors'
import type { SessionState } from '../../../contract/session'
import type { SqlExecutor } from '../../store'

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

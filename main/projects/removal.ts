import { type Database, noteRemoval } from '../store'

/** Rows of one statement: a fraction of a second, in which others wait at most that long. */
const rowsPerStatement = 500

/**
 * Every table of a project, those first that refer to others; rows that hang on one by a cascade go with it. A test
 * compares the list with the schema.
 */
export const tablesOfProject = [
  'code_fragments',
  'passages',
  'vector_changes',
  'sections',
  'words',
  'domain_sources',
  'domains',
  'domain_builds',
  'sources',
  'roots',
  'exclusions',
  'citations',
  'observations',
  'steps',
  'plans',
  'messages',
  'reports',
  'session_events',
  'error_snapshots',
  'confirmations',
  'tool_call_history',
  'known_queries',
  'model_turns',
  'given_contexts',
  'memories',
  'learner_questions',
  'learners',
  'learning_records',
  'sessions',
  'resource_match_history',
  'resource_registry',
  'project_settings',
  'index_versions',
] as const

/**
 * Removes all that a project holds, some hundred rows at a time, and itself last: cut off anywhere, it goes on from
 * what is left. Throws the signal's reason, and the store's errors.
 */
export async function removeRows(database: Database, projectId: string, signal: AbortSignal): Promise<void> {
  for (const table of tablesOfProject) {
    // Parts of a resource go before what they are part of, so that no row takes thousands with it.
    const order = table === 'resource_registry' ? 'order by parent_id is null' : ''
    for (;;) {
      signal.throwIfAborted()
      const removed = await database.query(
        `delete from ${table} where ctid = any(array(
           select ctid from ${table} where project_id = $1 ${order} limit $2)) and project_id = $1 returning 1`,
        [projectId, rowsPerStatement],
      )
      if (removed.length < rowsPerStatement) break
    }
  }
  await database.transaction(async (transaction) => {
    await transaction.query('delete from projects where project_id = $1 and removing_at is not null', [projectId])
    await noteRemoval(transaction)
  })
}

import { createHash, randomUUID } from 'node:crypto'
import type { ErrorShape } from '../../../contract/error-shape'
import type { MatchHistory, MatchHistoryEntry } from '../../../contract/resources/resource-match'
import { asJson, type Database, type EmbeddingModel, noteRemoval, registerModel, type SqlExecutor } from '../../store'
import type { ResourceUse } from '../resources'
import { storedText } from '../stored-text'

/** Asked for and never chosen: so many of the last ones are kept. What was learned is kept until it is reset. */
const unselectedKept = 5_000

/** A sentence, and what became of a resource that it led to. */
export interface Observation {
  readonly match_id: string
  readonly user_query: string
  readonly selected_resource: string
  readonly execution_success: boolean | null
  readonly user_feedback: 'helpful' | 'unhelpful' | null
  readonly query_embedding: Float32Array | null
  readonly created_at: string
}

export interface NewHistoryRow {
  readonly matchId: string
  readonly sessionId: string | null
  readonly query: string
  readonly matched: MatchHistoryEntry['matched']
  /** The call that the sentence led to; null where it was only asked for. */
  readonly use: ResourceUse | null
  readonly embedding: Float32Array | null
  readonly model: EmbeddingModel
}

export const newMatchId = (): string => randomUUID()

export async function insertHistory(database: SqlExecutor, projectId: string, row: NewHistoryRow): Promise<void> {
  const { use } = row
  if (row.embedding !== null) await registerModel(database, row.model)
  await database.query(
    `insert into resource_match_history (match_id, project_id, session_id, user_query, query_hash, matched_resources,
       selected_resource, step_id, execution_success, response_time_ms, result_rows, error, query_embedding, model,
       dimensions)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9, $10, $11, $12::jsonb, $13::vector, $14,
       vector_dims($13::vector))`,
    [
      row.matchId,
      projectId,
      row.sessionId,
      storedText(row.query),
      createHash('sha256').update(row.query.trim().toLowerCase()).digest('hex'),
      asJson(row.matched),
      use?.resourceId ?? null,
      use?.stepId ?? null,
      use?.success ?? null,
      use?.durationMs ?? null,
      use?.success === true ? (use.rows ?? null) : null,
      use?.success === false ? asJson(use.error) : null,
      row.embedding,
      row.embedding === null ? null : row.model.id,
    ],
  )
}

/**
 * Writes what a person thinks of one resource of a match. The first that is said of a match stands in its row, each
 * further resource gets a row of its own. Answers the observation, or null where there is no such match.
 */
export async function writeFeedback(
  database: Database,
  projectId: string,
  modelId: string,
  matchId: string,
  resourceId: string,
  feedback: 'helpful' | 'unhelpful',
): Promise<Observation | null> {
  return database.transaction(async (transaction) => {
    const [match] = await transaction.query<{ selected_resource: string | null }>(
      'select selected_resource from resource_match_history where project_id = $1 and match_id = $2',
      [projectId, matchId],
    )
    if (match === undefined) return null
    const partId = match.selected_resource === null || match.selected_resource === resourceId ? matchId : null
    // Said twice of the same resource, the later word counts.
    const ownId = partId ?? `${matchId}/${createHash('sha256').update(resourceId).digest('hex').slice(0, 12)}`
    if (partId === null) {
      await transaction.query(
        `insert into resource_match_history (match_id, project_id, session_id, user_query, query_hash,
           matched_resources, query_embedding, model, dimensions)
         select $3, project_id, session_id, user_query, query_hash, matched_resources, query_embedding, model,
           dimensions
         from resource_match_history where project_id = $1 and match_id = $2 on conflict do nothing`,
        [projectId, matchId, ownId],
      )
    }
    const [row] = await transaction.query<Observation>(
      `update resource_match_history set selected_resource = $3, user_feedback = $4
       where project_id = $1 and match_id = $2 returning ${observationColumns('$5')}`,
      [projectId, ownId, resourceId, feedback, modelId],
    )
    return row ?? null
  })
}

/** The vector of another model is as good as none. */
const observationColumns = (modelId: string): string =>
  `match_id, user_query, selected_resource, execution_success, user_feedback,
   case when model = ${modelId} then query_embedding end as query_embedding, created_at`
const learned = 'selected_resource is not null and (execution_success is not null or user_feedback is not null)'

/** What was learned, the oldest first, a page at a time: the vectors come along. */
export async function readObservations(
  database: SqlExecutor,
  projectId: string,
  model: string,
  offset: number,
  limit: number,
): Promise<Observation[]> {
  return database.query<Observation>(
    `select ${observationColumns('$2')} from resource_match_history
     where project_id = $1 and ${learned}
     order by created_at, match_id limit $3 offset $4`,
    [projectId, model, limit, offset],
  )
}

/** Learned sentences that another model made vectors of, or none. */
export async function observationsWithoutVector(
  database: SqlExecutor,
  projectId: string,
  model: string,
  limit: number,
): Promise<{ match_id: string; user_query: string }[]> {
  return database.query(
    `select match_id, user_query from resource_match_history
     where project_id = $1 and ${learned} and model is distinct from $2 order by created_at desc limit $3`,
    [projectId, model, limit],
  )
}

/** Null marks a sentence whose script the encoder does not cover. */
export async function writeQueryVectors(
  database: Database,
  projectId: string,
  model: EmbeddingModel,
  rows: readonly { readonly matchId: string; readonly embedding: Float32Array | null }[],
): Promise<void> {
  await database.transaction(async (transaction) => {
    await registerModel(transaction, model)
    for (const { matchId, embedding } of rows) {
      await transaction.query(
        `update resource_match_history set query_embedding = $3::vector, model = $4, dimensions = vector_dims($3::vector)
         where project_id = $1 and match_id = $2`,
        [projectId, matchId, embedding, model.id],
      )
    }
  })
}

export async function countLearned(database: SqlExecutor, projectId: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*) as count from resource_match_history where project_id = $1 and ${learned}`,
    [projectId],
  )
  return row?.count ?? 0
}

/** Of one resource, where it was offered or chosen, or of all. */
export async function readHistory(
  database: SqlExecutor,
  projectId: string,
  { resourceId, limit }: { resourceId?: string | undefined; limit: number },
): Promise<MatchHistory> {
  const rows = await database.query<{
    match_id: string
    created_at: string
    user_query: string
    matched_resources: MatchHistoryEntry['matched']
    selected_resource: string | null
    execution_success: boolean | null
    response_time_ms: number | null
    result_rows: number | null
    error: ErrorShape | null
    user_feedback: 'helpful' | 'unhelpful' | null
  }>(
    `select match_id, created_at, user_query, matched_resources, selected_resource, execution_success,
       response_time_ms, result_rows, error, user_feedback
     from resource_match_history
     where project_id = $1 and ($2::text is null or selected_resource = $2
       or matched_resources @> jsonb_build_array(jsonb_build_object('resourceId', $2::text)))
     order by created_at desc, match_id limit $3`,
    [projectId, resourceId ?? null, limit],
  )
  const [removed] = await database.query<{ count: number; at: string | null }>(
    `select coalesce(sum(removed_uses), 0)::integer as count, max(uses_removed_at) as at from resource_registry
     where project_id = $1 and ($2::text is null or resource_id = $2)`,
    [projectId, resourceId ?? null],
  )
  const entries = rows.map((row) => ({
    matchId: row.match_id,
    at: row.created_at,
    query: row.user_query,
    matched: row.matched_resources,
    selected: row.selected_resource,
    success: row.execution_success,
    durationMs: row.response_time_ms,
    rows: row.result_rows,
    error: row.error,
    feedback: row.user_feedback,
  }))
  const at = removed?.at ?? null
  return { entries, removedUses: removed === undefined || at === null ? null : { count: removed.count, at } }
}

/** Forgets what was learned: of one resource where it was chosen, or the whole history. Answers how many were learned. */
export async function deleteHistory(database: Database, projectId: string, resourceId: string | null): Promise<number> {
  return (await deleteWhere(database, projectId, '$2::text is null or selected_resource = $2', resourceId)).length
}

/** Forgets the sentences of a session, those that were learned from as well. Answers whether there were any of these. */
export async function deleteSessionHistory(database: Database, projectId: string, sessionId: string): Promise<boolean> {
  return (await deleteWhere(database, projectId, 'session_id = $2', sessionId)).length > 0
}

/** Answers the ids of those that something was learned from. */
async function deleteWhere(
  database: Database,
  projectId: string,
  condition: string,
  value: string | null,
): Promise<readonly string[]> {
  return database.transaction(async (transaction) => {
    const gone = await transaction.query<{ match_id: string; learned: boolean }>(
      `delete from resource_match_history where project_id = $1 and (${condition})
       returning match_id, (${learned}) as learned`,
      [projectId, value],
    )
    if (gone.length > 0) await noteRemoval(transaction)
    return gone.filter((row) => row.learned).map((row) => row.match_id)
  })
}

/** Drops the oldest rows that taught nothing. */
export async function pruneHistory(database: SqlExecutor, projectId: string): Promise<void> {
  await database.query(
    `delete from resource_match_history where project_id = $1 and match_id in
       (select match_id from resource_match_history where project_id = $1 and selected_resource is null
        order by created_at desc offset $2)`,
    [projectId, unselectedKept],
  )
}

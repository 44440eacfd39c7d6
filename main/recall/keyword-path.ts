import type { Database, SqlValue } from '../store'

/** BM25 by passage id, best first as inserted. Positive; a passage that shares no word is not in it. */
export type PassageScores = Map<number, number>

export interface PathScope {
  readonly projectId: string
  readonly sourceIds: readonly string[] | undefined
  readonly signal: AbortSignal | undefined
}

/**
 * The passages that match words best, by BM25 over title, heading path and text. A word that stands twice in `words`
 * counts twice. `bm25_get_current_score` reads what the index scan computed: writing the operator into the select
 * list would score every row a second time, from its text (10 against 180 ms for 300 of 3,800 passages). It is 0 after
 * any other plan, and in a small library the planner would rather sort all rows: hence sorting is off for this query.
 */
export async function searchKeywords(
  database: Database,
  words: string,
  limit: number,
  { projectId, sourceIds, signal }: PathScope,
): Promise<PassageScores> {
  if (words.trim() === '' || sourceIds?.length === 0) return new Map()
  const parameters: SqlValue[] = [words, projectId, limit]
  if (sourceIds !== undefined) parameters.push([...sourceIds])
  const rows = await database.transaction(
    async (transaction) => {
      await transaction.query(`select set_config('enable_sort', 'off', true)`)
      return transaction.query<{ passage_id: number; score: number }>(
        `select passage_id, -bm25_get_current_score() as score from passages
         where project_id = $2 ${sourceIds === undefined ? '' : 'and source_id = any($4::text[])'}
         order by search_text <@> to_bm25query($1, 'passages_search') limit $3`,
        parameters,
      )
    },
    { signal },
  )
  return new Map(rows.filter(({ score }) => score > 0).map((row) => [row.passage_id, row.score]))
}

import type { Database, ScoredPassage, SqlValue } from '../store'

export interface VectorRow {
  readonly passage_id: number
  readonly embedding: Float32Array
}

/** Rows fetched at once: 2 MB of vectors in a few milliseconds, so that other queries come between. */
export const rowsPerFetch = 1000

interface SearchOptions {
  readonly signal?: AbortSignal | undefined
  readonly sourceIds?: readonly string[] | undefined
}

const ofModel = 'passage_vectors v join passages p using (passage_id) where v.model = $1 and p.project_id = $2'

/** What the store holds of a project's vectors of one model, and the changes of them that it tells. Errors are the store's. */
export function createVectorRows(database: Database, projectId: string, model: string) {
  const vectorsWhere = (condition: string, ...values: SqlValue[]): Promise<VectorRow[]> =>
    database.query<VectorRow>(`select v.passage_id, v.embedding from ${ofModel} and ${condition}`, [
      model,
      projectId,
      ...values,
    ])
  return {
    /** How many there are, and the lowest and the highest id of their passages, null where there are none. */
    async extent(): Promise<{ rows: number; first: number | null; last: number | null }> {
      const [row] = await database.query<{ rows: number; first: number | null; last: number | null }>(
        `select count(*) as rows, min(v.passage_id) as first, max(v.passage_id) as last from ${ofModel}`,
        [model, projectId],
      )
      return row ?? { rows: 0, first: null, last: null }
    },
    /**
     * Those of passages `from` to `to`. By bounds and not by `order by` and `limit`: without statistics, which a library lacks
     * after its first large file, PostgreSQL expects a handful of rows in a project, and joins and sorts all that is left for
     * each page. 41,000 vectors took 9 s so, 435,000 nearly two minutes.
     */
    between: (from: number, to: number) => vectorsWhere('v.passage_id between $3 and $4', from, to),
    of: (passageIds: readonly number[]) => vectorsWhere('v.passage_id = any($3::bigint[])', [...passageIds]),

    /** Up to where the store's changes go, and up to where they are no longer told one by one. */
    async changes(): Promise<{ last: number; dropped: number }> {
      const [row] = await database.query<{ last: number | null; dropped: number }>(
        `select vector_changes_dropped as dropped,
                (select max(change_id) from vector_changes c where c.project_id = p.project_id) as last
         from projects p where project_id = $1`,
        [projectId],
      )
      const dropped = row?.dropped ?? 0
      return { last: Math.max(row?.last ?? 0, dropped), dropped }
    },
    /** The next `rowsPerFetch` changes. */
    changesAfter: (position: number) =>
      database.query<{ change_id: number; passage_id: number }>(
        `select change_id, passage_id from vector_changes where project_id = $1 and change_id > $2
         order by change_id limit ${rowsPerFetch}`,
        [projectId, position],
      ),
    async dropChanges(last: number): Promise<void> {
      await database.query(
        `with dropped as (delete from vector_changes where project_id = $1 and change_id <= $2)
         update projects set vector_changes_dropped = $2 where project_id = $1`,
        [projectId, last],
      )
    },

    async passagesOf(sourceIds: readonly string[]): Promise<Float64Array> {
      const rows = await database.query<{ passage_id: number }>(
        'select passage_id from passages where project_id = $1 and source_id = any($2::text[])',
        [projectId, [...sourceIds]],
      )
      return Float64Array.from(rows, (row) => row.passage_id)
    },
    /** How many passages they have, as far as that was counted. */
    async countOf(sourceIds: readonly string[]): Promise<number> {
      const [row] = await database.query<{ passages: number }>(
        `select coalesce(sum(passage_count), 0)::int as passages from sources
         where project_id = $1 and source_id = any($2::text[])`,
        [projectId, [...sourceIds]],
      )
      return row?.passages ?? 0
    },
    /** Of these passages those of the sources. */
    async among(passageIds: readonly number[], sourceIds: readonly string[]): Promise<ReadonlySet<number>> {
      const rows = await database.query<{ passage_id: number }>(
        `select passage_id from passages
         where project_id = $1 and passage_id = any($2::bigint[]) and source_id = any($3::text[])`,
        [projectId, [...passageIds], [...sourceIds]],
      )
      return new Set(rows.map((row) => row.passage_id))
    },

    /** The `k` nearest by cosine, compared with all. */
    async nearest(query: Float32Array, k: number, { signal, sourceIds }: SearchOptions): Promise<ScoredPassage[]> {
      const parameters: SqlValue[] = [model, projectId, query, k]
      if (sourceIds !== undefined) parameters.push([...sourceIds])
      // `+ 0` keeps the planner off any approximate index: with a filter those answer too few rows.
      const rows = await database.query<{ passage_id: number; score: number }>(
        `select v.passage_id, 1 - (v.embedding <=> $3::vector) as score
         from ${ofModel} ${sourceIds === undefined ? '' : 'and p.source_id = any($5::text[])'}
         order by (v.embedding <=> $3::vector) + 0 limit $4`,
        parameters,
        { signal },
      )
      return rows.map((row) => ({ passageId: row.passage_id, score: row.score }))
    },
    async scores(
      query: Float32Array,
      passageIds: readonly number[],
      signal: AbortSignal | undefined,
    ): Promise<Map<number, number>> {
      const rows = await database.query<{ passage_id: number; score: number }>(
        `select v.passage_id, 1 - (v.embedding <=> $3::vector) as score
         from ${ofModel} and v.passage_id = any($4::bigint[])`,
        [model, projectId, query, [...passageIds]],
        { signal },
      )
      return new Map(rows.map((row) => [row.passage_id, row.score]))
    },
  }
}

import { randomUUID } from 'node:crypto'
import type { KnownQuery } from '../../contract/databases/known-query'
import { type QueryRead, queryRead } from '../../contract/databases/query-reading'
import { asJson, type Database } from '../store'
import { type QuestionShape, readAgain } from './query/corrected-query'

interface KnownRow {
  readonly query_id: string
  readonly slots: QuestionShape['slots']
  readonly reading: unknown
}

/** How people want questions on databases read: one for each shape of question. */
export interface KnownQueries {
  /** How the question is read by what was corrected before; null where nothing was. */
  find(
    resourceId: string,
    shape: QuestionShape,
  ): Promise<{ readonly queryId: string; readonly reading: QueryRead } | null>
  /** A newer correction takes the place of the one before. */
  keep(resourceId: string, question: string, shape: QuestionShape, reading: QueryRead): Promise<void>
  noteUse(queryId: string): Promise<void>
  /** The last corrected first. */
  list(): Promise<KnownQuery[]>
  forget(queryId: string): Promise<void>
}

export function createKnownQueries({
  database,
  projectId,
}: {
  readonly database: Database
  readonly projectId: string
}): KnownQueries {
  return {
    async find(resourceId, shape) {
      const [row] = await database.query<KnownRow>(
        'select query_id, slots, reading from known_queries where project_id = $1 and resource_id = $2 and shape = $3',
        [projectId, resourceId, shape.shape],
      )
      if (row === undefined) return null
      return { queryId: row.query_id, reading: readAgain(queryRead.parse(row.reading), row.slots, shape.slots) }
    },
    async keep(resourceId, question, { shape, slots }, reading) {
      await database.query(
        `insert into known_queries (query_id, project_id, resource_id, question, shape, slots, reading)
         values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb)
         on conflict (project_id, resource_id, shape) do update
           set question = excluded.question, slots = excluded.slots, reading = excluded.reading, uses = 0,
             corrected_at = now()`,
        [randomUUID(), projectId, resourceId, question, shape, asJson(slots), asJson(reading)],
      )
    },
    async noteUse(queryId) {
      await database.query('update known_queries set uses = uses + 1 where project_id = $1 and query_id = $2', [
        projectId,
        queryId,
      ])
    },
    async list() {
      const rows = await database.query<Omit<KnownQuery, 'reading'> & { readonly reading: unknown }>(
        `select query_id as "queryId", resource_id as "resourceId", name as "resourceName", question, reading, uses,
           to_char(corrected_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "correctedAt"
         from known_queries join resource_registry using (resource_id)
         where known_queries.project_id = $1 order by corrected_at desc limit 1000`,
        [projectId],
      )
      return rows.map((row) => ({ ...row, reading: queryRead.parse(row.reading) }))
    },
    async forget(queryId) {
      await database.query('delete from known_queries where project_id = $1 and query_id = $2', [projectId, queryId])
    },
  }
}

import type { ClusteredDocument } from '../../contract/library/domain-build'
import type { Database } from '../store'

/** A document with what names it in rows, and in dumps. */
export interface ReadDocument extends ClusteredDocument {
  readonly sourceId: string
  /** Its path, or a note's id. */
  readonly key: string
}

/** Documents of one statement: others come between. */
const perStatement = 100
/** Documents that are looked at: their beginnings take 40 MB. */
const mostDocuments = 20_000
const beginning = 2000

interface Row {
  readonly source_id: string
  readonly key: string
  readonly name: string
  readonly title: string | null
  readonly text: string
  readonly authors: string[] | null
  readonly passages: number
  readonly dense: number
  readonly vector: Float32Array | null
}

/**
 * The indexed documents of a project, oldest first, each with its beginning and the mean of its passages' vectors where
 * half of them at least have one. Throws `store.*`, and the signal's reason.
 */
export async function readDocuments(
  database: Database,
  projectId: string,
  model: string,
  { signal, onRead }: { readonly signal: AbortSignal; onRead(share: number): void },
): Promise<ReadDocument[]> {
  const listed = await database.query<{ source_id: string }>(
    `select source_id from sources where project_id = $1 and state = 'indexed' order by queued_at, source_id limit $2`,
    [projectId, mostDocuments],
    { signal },
  )
  const ids = listed.map(({ source_id }) => source_id)
  const documents: ReadDocument[] = []
  for (let from = 0; from < ids.length; from += perStatement) {
    signal.throwIfAborted()
    const rows = await database.query<Row>(
      `select s.source_id, coalesce(s.path, s.source_id) as key, s.name, s.title, left(e.text, ${beginning}) as text,
              jsonb_path_query_array(coalesce(s.work, e.metadata -> 'work'), '$.author[*].*') as authors,
              p.passages::int, p.dense::int, p.vector
       from sources s join extracts e using (source_id)
       cross join lateral (
         select count(*) as passages, count(v.embedding) as dense, avg(v.embedding) as vector
         from passages p left join passage_vectors v on v.passage_id = p.passage_id and v.model = $3
         where p.source_id = s.source_id
       ) p
       where s.project_id = $1 and s.source_id = any($2::text[]) order by s.queued_at, s.source_id`,
      [projectId, ids.slice(from, from + perStatement), model],
      { signal },
    )
    for (const { source_id, key, name, title, text, authors, passages, dense, vector } of rows) {
      const isCovered = vector !== null && dense * 2 >= passages
      documents.push({
        sourceId: source_id,
        key,
        name,
        title,
        text,
        authors: authors ?? [],
        vector: isCovered ? vector : null,
      })
    }
    onRead(Math.min(1, (from + perStatement) / ids.length))
  }
  return documents
}

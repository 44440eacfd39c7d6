import type { FoundAnnotation } from '../../contract/library/annotation'
import { segmentForSearch } from '../../contract/recall/search-text'
import type { Database } from '../store'
import type { PathScope } from './keyword-path'

/** Of a person's own notes so many are shown beside what the library has. */
const shown = 5

/**
 * A person's highlights and notes that hold half of a query's words at least, most first; its last word may be the
 * beginning of one.
 */
export async function searchAnnotations(
  database: Database,
  query: string,
  { projectId, sourceIds, signal }: PathScope,
): Promise<FoundAnnotation[]> {
  const words = segmentForSearch(query).match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return []
  const rows = await database.query<Omit<FoundAnnotation, 'range'> & { start: number | null; end: number | null }>(
    `with asked as materialized (
       select to_tsquery('english', word) as one from unnest($2::text[]) as word
       where numnode(to_tsquery('english', word)) > 0
     )
     select a.annotation_id as id, a.source_id as "sourceId", a.start_offset as start, a.end_offset as "end", a.quote,
            a.note, a.updated_at as "updatedAt", s.name as "sourceName", s.title
     from annotations a join sources s using (source_id)
     cross join lateral (select count(*) as held from asked where a.search @@ asked.one) as words
     where s.project_id = $1 and ($3::text[] is null or a.source_id = any($3::text[]))
       and a.search @@ (select string_agg(one::text, ' | ')::tsquery from asked)
       and words.held * 2 >= (select count(*) from asked)
     order by words.held desc, a.updated_at desc, a.annotation_id limit ${shown}`,
    [
      projectId,
      [...new Set(words)].map((word, index, all) => (index === all.length - 1 ? `${word}:*` : word)),
      sourceIds === undefined ? null : [...sourceIds],
    ],
    { signal },
  )
  return rows.map(({ start, end, ...row }) => ({
    ...row,
    range: start === null || end === null ? null : { start, end },
  }))
}

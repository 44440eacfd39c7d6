import { randomUUID } from 'node:crypto'
import { QuarryError } from '../../../contract/errors'
import type { Annotation } from '../../../contract/library/annotation'
import { segmentForSearch } from '../../../contract/recall/search-text'
import { storable } from '../../../contract/storable'
import type { Database, SqlExecutor } from '../../store'

interface AnnotationRow {
  readonly annotation_id: string
  readonly source_id: string
  readonly start_offset: number | null
  readonly end_offset: number | null
  readonly quote: string
  readonly note: string
  readonly updated_at: string
}

const columns = 'a.annotation_id, a.source_id, a.start_offset, a.end_offset, a.quote, a.note, a.updated_at'
/** Characters of a passage that are kept to find it again. */
const longestQuote = 20_000

const viewOf = (row: AnnotationRow): Annotation => ({
  id: row.annotation_id,
  sourceId: row.source_id,
  range: row.start_offset === null || row.end_offset === null ? null : { start: row.start_offset, end: row.end_offset },
  quote: row.quote,
  note: row.note,
  updatedAt: row.updated_at,
})

/** A person's highlights and notes on a source, in the order of its text; those on all of it first. */
export async function annotationsOf(database: Database, projectId: string, sourceId: string): Promise<Annotation[]> {
  const rows = await database.query<AnnotationRow>(
    `select ${columns} from annotations a join sources s using (source_id)
     where s.project_id = $1 and a.source_id = $2 order by a.start_offset nulls first, a.updated_at`,
    [projectId, sourceId],
  )
  return rows.map(viewOf)
}

/** Keeps a highlight or note. Throws `source.notFound`, and `input.invalid` for a range that the text does not have. */
export async function annotate(
  database: Database,
  projectId: string,
  { sourceId, range, note }: Pick<Annotation, 'sourceId' | 'range' | 'note'>,
): Promise<Annotation> {
  const [source] = await database.query<{ text: string | null }>(
    `select e.text from sources s left join extracts e using (source_id) where s.project_id = $1 and s.source_id = $2`,
    [projectId, sourceId],
  )
  if (source === undefined) throw new QuarryError('source.notFound', 'This source is not in the library any more.')
  const quote = range === null ? '' : (source.text ?? '').slice(range.start, range.end)
  if (range !== null && (quote.length < range.end - range.start || quote.length > longestQuote)) {
    throw new QuarryError('input.invalid', 'The text has no such passage, or it is too long.')
  }
  const [row] = await database.query<AnnotationRow>(
    `insert into annotations as a (annotation_id, source_id, start_offset, end_offset, quote, note, search_text)
     select $2, source_id, $4, $5, $6, $7, $8 from sources where project_id = $1 and source_id = $3 returning ${columns}`,
    [
      projectId,
      randomUUID(),
      sourceId,
      range?.start ?? null,
      range?.end ?? null,
      quote,
      storable(note),
      searchTextOf(storable(note), quote),
    ],
  )
  if (row === undefined) throw new QuarryError('source.notFound', 'This source is not in the library any more.')
  return viewOf(row)
}

/** Writes a note anew. Throws `source.notFound` where it was removed. */
export async function editAnnotation(
  database: Database,
  projectId: string,
  { annotationId, note }: { annotationId: string; note: string },
): Promise<Annotation> {
  const [before] = await database.query<{ quote: string }>(
    `select a.quote from annotations a join sources s using (source_id) where s.project_id = $1 and a.annotation_id = $2`,
    [projectId, annotationId],
  )
  const [row] = await database.query<AnnotationRow>(
    `update annotations a set note = $3, search_text = $4, updated_at = now() from sources s
     where s.source_id = a.source_id and s.project_id = $1 and a.annotation_id = $2 returning ${columns}`,
    [projectId, annotationId, storable(note), searchTextOf(storable(note), before?.quote ?? '')],
  )
  if (row === undefined) throw new QuarryError('source.notFound', 'This note is not there any more.')
  return viewOf(row)
}

export async function removeAnnotation(database: Database, projectId: string, annotationId: string): Promise<void> {
  await database.query(
    `delete from annotations a using sources s
     where s.source_id = a.source_id and s.project_id = $1 and a.annotation_id = $2`,
    [projectId, annotationId],
  )
}

const searchTextOf = (note: string, quote: string): string => segmentForSearch(`${note}\n${quote}`)

/** Finds the places of annotations again in texts that were read anew; what is not in a text any more keeps its words. */
export async function anchorAgain(
  transaction: SqlExecutor,
  projectId: string,
  texts: readonly { readonly sourceId: string; readonly text: string }[],
): Promise<void> {
  const rows = await transaction.query<AnnotationRow>(
    `select ${columns} from annotations a join sources s using (source_id)
     where s.project_id = $1 and a.source_id = any($2::text[]) and a.quote <> ''`,
    [projectId, texts.map(({ sourceId }) => sourceId)],
  )
  if (rows.length === 0) return
  const textOf = new Map(texts.map(({ sourceId, text }) => [sourceId, text]))
  for (const { annotation_id, source_id, start_offset, quote } of rows) {
    const place = placeOfQuote(textOf.get(source_id) ?? '', quote, start_offset ?? 0)
    await transaction.query(
      `update annotations a set start_offset = $3, end_offset = $4 from sources s
       where s.source_id = a.source_id and s.project_id = $1 and a.annotation_id = $2`,
      [projectId, annotation_id, place?.start ?? null, place?.end ?? null],
    )
  }
}

/** Where a text has a quote, nearest to where it stood; other white space between its words counts as the same. */
export function placeOfQuote(text: string, quote: string, stood: number): { start: number; end: number } | null {
  let nearest: { start: number; end: number } | null = null
  const take = (start: number, end: number): void => {
    if (nearest === null || Math.abs(start - stood) < Math.abs(nearest.start - stood)) nearest = { start, end }
  }
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) take(at, at + quote.length)
  const words = quote.split(/\s+/).filter((word) => word !== '')
  if (nearest !== null || words.length === 0) return nearest
  const spaced = new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+'), 'g')
  for (const { index, 0: found } of text.matchAll(spaced)) take(index, index + found.length)
  return nearest
}

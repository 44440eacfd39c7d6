import { dirname } from 'node:path'
import { type FigurePictures, type MediaType, type SourceFigure, showsFigures } from '../../../contract/library/source'
import type { Database } from '../../store'
import type { SourceReaders } from '../ports'
import { captionLabelAt, figuresAt, figuresWithoutPages } from '../reading'

/** The figures that the text of a source names or captions between two places; none for material whose figures are not shown. */
export async function figuresOf(
  database: Database,
  projectId: string,
  sourceId: string,
  start: number,
  end: number,
): Promise<SourceFigure[]> {
  const [row] = await database.query<{ text: string; layout: unknown; media_type: MediaType | null }>(
    `select e.text, e.layout, s.media_type from extracts e join sources s using (source_id)
     where s.project_id = $1 and e.source_id = $2 and s.kind = 'file'`,
    [projectId, sourceId],
  )
  if (row === undefined || row.media_type === null || !showsFigures(row.media_type)) return []
  if (row.media_type === 'pdf') return figuresAt(row.text, row.layout, start, end)
  return figuresWithoutPages(row.text, start, end)
}

/**
 * The pictures of the figure whose caption begins at `start`, of a source without pages: its file is read again for them.
 * Throws QuarryErrors `read.*`.
 */
export async function figurePicturesOf(
  database: Database,
  projectId: string,
  readers: SourceReaders,
  sourceId: string,
  start: number,
): Promise<FigurePictures> {
  const [row] = await database.query<{
    text: string
    content_hash: string
    created_at: Date | string
    media_type: MediaType | null
    name: string
    path: string
    root: string | null
  }>(
    `select e.text, e.content_hash, e.created_at, s.media_type, s.name, s.path, s.root
     from extracts e join sources s using (source_id)
     where s.project_id = $1 and e.source_id = $2 and s.path is not null`,
    [projectId, sourceId],
  )
  const mediaType = row?.media_type ?? null
  const label = row === undefined ? null : captionLabelAt(row.text, start)
  const isInside = mediaType !== null && mediaType !== 'pdf' && showsFigures(mediaType)
  if (row === undefined || label === null || !isInside) return { pictures: [], unshown: 'absent' }
  return readers.pictures({
    path: row.path,
    name: row.name,
    mediaType,
    contentHash: row.content_hash,
    readAtMs: new Date(row.created_at).getTime(),
    folder: row.root ?? dirname(row.path),
    caption: { start, label },
  })
}

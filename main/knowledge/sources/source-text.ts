import type { SourceText } from '../../../contract/library/source'
import type { Database } from '../../store'
import { hashFile } from '../files/content-hash'
import { readErrorOf } from '../files/read-error'
import { findFile } from '../files/walk'
import { findSource, type ProgressOf } from './listing'
import { type SourceRow, viewOfRow } from './source-row'

/**
 * The stored text of a source: whole, or `length` UTF-16 code units with `around` in their middle. Text, pages and
 * headings are empty where nothing was read yet. Throws `source.notFound`.
 */
export async function readSourceText(
  database: Database,
  projectId: string,
  sourceId: string,
  window: { around?: number | undefined; length?: number | undefined },
  progressOf: ProgressOf,
): Promise<SourceText> {
  const row = await findSource(database, projectId, sourceId)
  const [extract] = await database.query<{
    text: string
    page_starts: number[]
    headings: SourceText['headings']
    content_hash: string
  }>(
    `select e.text, e.page_starts, e.headings, e.content_hash from extracts e join sources s using (source_id)
    where s.project_id = $1 and e.source_id = $2`,
    [projectId, sourceId],
  )
  const text = extract?.text ?? ''
  const { start, end } = windowOf(text, window)
  return {
    source: viewOfRow(row, progressOf(sourceId)),
    text: text.slice(start, end),
    offset: start,
    totalLength: text.length,
    pageStarts: extract?.page_starts ?? [],
    headings: extract?.headings ?? [],
    fileState: await fileStateOf(row, extract?.content_hash ?? null),
  }
}

/** Whether the file on disk is the one that was read: by size and time, and by content where those differ. */
export async function fileStateOf(row: SourceRow, readHash: string | null): Promise<SourceText['fileState']> {
  if (row.path === null || row.kind === 'note') return 'none'
  try {
    const file = await findFile(row.path)
    if (readHash === null) return 'same'
    const sameStamp = file.sizeBytes === Number(row.size_bytes) && file.modifiedMs === row.modified_ms
    if (sameStamp && row.content_hash === readHash && row.state === 'indexed') return 'same'
    return (await hashFile(row.path, file.sizeBytes)) === readHash ? 'same' : 'changed'
  } catch (error) {
    // Forbidden or gone: either way the file cannot be shown, and the stored text stands for it.
    readErrorOf(error, row.path)
    return 'missing'
  }
}

/** Start and end of the window, never in the middle of a surrogate pair. */
export function windowOf(
  text: string,
  { around, length }: { around?: number | undefined; length?: number | undefined },
): { start: number; end: number } {
  if (length === undefined || length >= text.length) return { start: 0, end: text.length }
  const middle = Math.min(around ?? 0, text.length)
  const start = Math.max(0, Math.min(middle - Math.floor(length / 2), text.length - length))
  return { start: outsidePair(text, start), end: outsidePair(text, start + length) }
}

function outsidePair(text: string, offset: number): number {
  const unit = text.charCodeAt(offset)
  return offset > 0 && unit >= 0xdc00 && unit <= 0xdfff ? offset - 1 : offset
}

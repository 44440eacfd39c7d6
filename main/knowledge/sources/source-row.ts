import type { ErrorShape } from '../../../contract/error-shape'
import type { Recognition } from '../../../contract/library/recognition'
import {
  type MediaType,
  mediaType,
  type SourceKind,
  type SourceState,
  type SourceView,
} from '../../../contract/library/source'

/** A row of `sources`, as the database answers it. */
export interface SourceRow {
  source_id: string
  kind: SourceKind
  root: string | null
  path: string | null
  name: string
  title: string | null
  media_type: string | null
  language: string | null
  size_bytes: number
  modified_ms: number | null
  content_hash: string | null
  state: SourceState
  error: ErrorShape | null
  passage_count: number
  /** Secrets masked in it. */
  redacted: number
  /** Fingerprints of what looks like a secret in it and is none, as a person said. */
  not_secrets: string[]
  /** What of its text was recognised in pictures. */
  recognition: Recognition | null
  /** Pages that failed, or whose characters are not what they show; null where nothing was extracted. */
  unread_pages: number | null
  tags: string[]
  collections: string[]
  added_at: Date | string
  indexed_at: Date | string | null
}

export const sourceColumns = `s.source_id, s.kind, s.root, s.path, s.name, s.title, s.media_type, s.language, s.size_bytes,
  s.modified_ms, s.content_hash, s.state, s.error, s.passage_count, s.redacted, s.not_secrets, s.tags,
  (select e.metadata -> 'recognition' from extracts e where e.source_id = s.source_id) as recognition,
  (select coalesce(jsonb_array_length(e.metadata -> 'failedPages'), 0)
     + coalesce(jsonb_array_length(e.metadata -> 'unreadablePages'), 0)
   from extracts e where e.source_id = s.source_id) as unread_pages, s.collections, s.added_at, s.indexed_at`

/** Where a source in flight stands; its row only says that it was claimed. */
export interface InFlightProgress {
  readonly state: SourceState
  readonly progress: number
  readonly counted: SourceView['counted']
}

/** The row as the window sees it, with where it stands while it is in flight. */
export function viewOfRow(row: SourceRow, inFlight?: InFlightProgress): SourceView {
  return {
    id: row.source_id,
    kind: row.kind,
    name: row.name,
    title: row.title,
    path: row.path,
    root: row.root,
    mediaType: mediaTypeOf(row.media_type),
    language: row.language,
    sizeBytes: Number(row.size_bytes),
    state: inFlight?.state ?? row.state,
    progress: inFlight?.progress ?? null,
    counted: inFlight?.counted ?? null,
    error: row.error,
    passages: row.passage_count,
    ...(row.redacted > 0 ? { redacted: row.redacted } : {}),
    ...(row.recognition === null
      ? {}
      : { recognition: { pages: row.recognition.pages, confidence: row.recognition.confidence } }),
    ...(row.unread_pages ? { unreadPages: row.unread_pages } : {}),
    ...(row.tags.length > 0 ? { tags: row.tags } : {}),
    ...(row.collections.length > 0 ? { collections: row.collections } : {}),
    addedAt: isoOf(row.added_at),
    indexedAt: row.indexed_at === null ? null : isoOf(row.indexed_at),
  }
}

function mediaTypeOf(value: string | null): MediaType | null {
  const parsed = mediaType.safeParse(value)
  return parsed.success ? parsed.data : null
}

function isoOf(value: Date | string): string {
  return new Date(value).toISOString()
}

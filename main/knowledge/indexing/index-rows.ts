import type { SqlExecutor, SqlValue } from '../../store'
import { type PreparedPassage, type PreparedSource, storable } from '../ingest/prepared-source'

/** A prepared source with its vectors (null: keyword only) and what tells its file apart. */
export interface SourceToWrite {
  readonly sourceId: string
  readonly prepared: PreparedSource
  /** One per passage. */
  readonly vectors: readonly (Float32Array | null)[]
  readonly contentHash: string
  readonly sizeBytes: number
  readonly modifiedMs: number | null
  /** A note keeps what the person wrote, to be read again by a later reader. */
  readonly note: string | null
}

/** What one write changed. */
export interface WrittenIndex {
  readonly writtenSources: readonly string[]
  /** Bytes of the files written. */
  readonly bytes: number
  readonly addedPassages: number[]
  readonly removedPassages: number[]
  readonly addedKeywordOnly: number
  readonly removedKeywordOnly: number
}

/** Rows in one statement: 500 vectors of 512 dimensions are 1 MB. */
const rowsPerStatement = 500

/**
 * Writes sources' extracts, passages, vectors and code fragments, replacing what was indexed of them before; to be
 * run in one transaction, so that the old index answers until the new one is there. A source that was removed
 * meanwhile is left out; one that was queued again stays queued.
 */
export async function writeIndex(
  transaction: SqlExecutor,
  projectId: string,
  modelId: string,
  sources: readonly SourceToWrite[],
): Promise<WrittenIndex> {
  const present = await transaction.query<{ source_id: string; was_indexed: boolean }>(
    `select source_id, passage_count > 0 as was_indexed from sources where source_id = any($1::text[]) for update`,
    [sources.map((source) => source.sourceId)],
  )
  const presentIds = new Set(present.map((row) => row.source_id))
  const writing = sources.filter((source) => presentIds.has(source.sourceId))
  const indexedBefore = present.filter((row) => row.was_indexed).map((row) => row.source_id)
  const removed =
    indexedBefore.length === 0
      ? []
      : await transaction.query<{ passage_id: number; coverage: string }>(
          `delete from passages where source_id = any($1::text[]) returning passage_id, coverage`,
          [indexedBefore],
        )
  await writeExtracts(transaction, writing)
  const added = await writePassages(transaction, projectId, writing)
  await writeVectors(transaction, modelId, added)
  await writeCodeFragments(transaction, projectId, added)
  await finishSources(transaction, writing)
  return {
    writtenSources: writing.map((source) => source.sourceId),
    bytes: writing.reduce((sum, source) => sum + source.sizeBytes, 0),
    addedPassages: added.map((passage) => passage.passageId),
    removedPassages: removed.map((row) => row.passage_id),
    addedKeywordOnly: added.filter((passage) => passage.vector === null).length,
    removedKeywordOnly: removed.filter((row) => row.coverage === 'keyword').length,
  }
}

interface WrittenPassage {
  readonly passageId: number
  readonly source: SourceToWrite
  readonly passage: PreparedPassage
  readonly vector: Float32Array | null
}

async function writeExtracts(transaction: SqlExecutor, sources: readonly SourceToWrite[]): Promise<void> {
  for (const batch of slicesOf(sources, 100)) {
    await transaction.query(
      `insert into extracts (source_id, text, title, language, reader, reader_version, content_hash, page_starts,
                             headings, layout, metadata)
       values ${valuesList(batch.length, ['text', 'text', 'text', 'text', 'text', 'integer', 'text', 'jsonb', 'jsonb', 'jsonb', 'jsonb'])}
       on conflict (source_id) do update set
         text = excluded.text, title = excluded.title, language = excluded.language, reader = excluded.reader,
         reader_version = excluded.reader_version, content_hash = excluded.content_hash,
         page_starts = excluded.page_starts, headings = excluded.headings, layout = excluded.layout,
         metadata = excluded.metadata, created_at = now()`,
      batch.flatMap(({ sourceId, contentHash, note, prepared: { extract } }): SqlValue[] => [
        sourceId,
        extract.text,
        extract.title,
        extract.language,
        extract.reader,
        extract.readerVersion,
        contentHash,
        jsonOf(extract.pageStarts),
        jsonOf(extract.headings),
        extract.layout === null || extract.layout === undefined ? null : jsonOf(extract.layout),
        jsonOf({
          ...extract.metadata,
          ...(extract.encoding === null ? {} : { encoding: extract.encoding }),
          ...(note === null ? {} : { note }),
        }),
      ]),
    )
  }
}

async function writePassages(
  transaction: SqlExecutor,
  projectId: string,
  sources: readonly SourceToWrite[],
): Promise<WrittenPassage[]> {
  const written: WrittenPassage[] = []
  const all = sources.flatMap((source) =>
    source.prepared.passages.map((passage, index) => ({ source, passage, vector: source.vectors[index] ?? null })),
  )
  for (const batch of slicesOf(all, rowsPerStatement)) {
    // One JSON parameter: parsing it costs PostgreSQL less than a thousand bound values.
    const rows = await transaction.query<{ passage_id: number }>(
      `insert into passages (project_id, source_id, ordinal, start_offset, end_offset, page, line_start, line_end,
                             heading_path, text, text_hash, words, language, coverage, search_text)
       select $1, p.source, p.ordinal, p.start, p.end, p.page, p.line_start, p.line_end, p.headings, p.text, p.hash,
              p.words, p.language, p.coverage, p.search
       from json_to_recordset($2::json) as p(n integer, source text, ordinal integer, start integer, "end" integer,
              page integer, line_start integer, line_end integer, headings jsonb, text text, hash text, words integer,
              language text, coverage text, search text)
       order by p.n
       returning passage_id`,
      [
        projectId,
        JSON.stringify(
          batch.map(({ source, passage, vector }, n) => ({
            n,
            source: source.sourceId,
            ordinal: passage.ordinal,
            start: passage.start,
            end: passage.end,
            page: passage.page,
            line_start: passage.lineStart,
            line_end: passage.lineEnd,
            headings: passage.headingPath,
            text: passage.text,
            hash: passage.textHash,
            words: passage.words,
            language: passage.language,
            coverage: vector === null ? 'keyword' : 'dense',
            search: passage.searchText,
          })),
        ),
      ],
    )
    for (const [index, row] of rows.entries()) {
      const { source, passage, vector } = batch[index]!
      written.push({ passageId: row.passage_id, source, passage, vector })
    }
  }
  return written
}

async function writeVectors(
  transaction: SqlExecutor,
  modelId: string,
  passages: readonly WrittenPassage[],
): Promise<void> {
  const dense = passages.filter((passage) => passage.vector !== null)
  await insertVectors(
    transaction,
    modelId,
    dense.map((passage) => ({ passageId: passage.passageId, vector: passage.vector! })),
  )
}

/** Inserts vectors of one model, bound in binary, many rows to a statement. */
export async function insertVectors(
  transaction: SqlExecutor,
  modelId: string,
  rows: readonly { passageId: number; vector: Float32Array }[],
): Promise<void> {
  for (const batch of slicesOf(rows, rowsPerStatement)) {
    const values = batch.map((_, index) => `($${2 * index + 2}::bigint, $1, $${2 * index + 3}::vector)`).join(',')
    await transaction.query(
      `insert into passage_vectors (passage_id, model, embedding) values ${values} on conflict do nothing`,
      [modelId, ...batch.flatMap((row): SqlValue[] => [row.passageId, row.vector])],
    )
  }
}

async function writeCodeFragments(
  transaction: SqlExecutor,
  projectId: string,
  passages: readonly WrittenPassage[],
): Promise<void> {
  const fragments = passages
    .filter((passage) => passage.source.prepared.extract.mediaType === 'code')
    .map(({ passageId, passage, source }) => ({
      passage: passageId,
      language: passage.language ?? source.prepared.extract.language ?? 'unknown',
      symbol: passage.headingPath.at(-1) ?? null,
    }))
  for (const batch of slicesOf(fragments, rowsPerStatement)) {
    await transaction.query(
      `insert into code_fragments (project_id, passage_id, language, symbol)
       select $1, f.passage, f.language, f.symbol
       from json_to_recordset($2::json) as f(passage bigint, language text, symbol text)`,
      [projectId, JSON.stringify(batch)],
    )
  }
}

async function finishSources(transaction: SqlExecutor, sources: readonly SourceToWrite[]): Promise<void> {
  await transaction.query(
    `update sources s set
       title = f.title, media_type = f.media_type, language = f.language, content_hash = f.hash,
       passage_count = f.passages, indexed_at = clock_timestamp(),
       state = case when s.state = 'queued' then 'queued' else 'indexed' end, error = null,
       size_bytes = case when s.state = 'queued' then s.size_bytes else f.size end,
       modified_ms = case when s.state = 'queued' then s.modified_ms else f.modified end
     from json_to_recordset($1::json) as f(id text, title text, media_type text, language text, hash text,
       passages integer, size bigint, modified double precision)
     where s.source_id = f.id`,
    [
      JSON.stringify(
        sources.map(({ sourceId, prepared, contentHash, sizeBytes, modifiedMs }) => ({
          id: sourceId,
          title: prepared.extract.title,
          media_type: prepared.extract.mediaType,
          language: prepared.extract.language,
          hash: contentHash,
          passages: prepared.passages.length,
          size: sizeBytes,
          modified: modifiedMs,
        })),
      ),
    ],
  )
}

/** `($1::text,$2::integer), …` for rows bound one value after another. */
function valuesList(rows: number, types: readonly string[]): string {
  return Array.from(
    { length: rows },
    (_, row) => `(${types.map((type, column) => `$${row * types.length + column + 1}::${type}`).join(',')})`,
  ).join(',')
}

/** JSON that jsonb takes: NUL cannot be in it. */
function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'string' ? storable(inner) : inner))
}

function* slicesOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

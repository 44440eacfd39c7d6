import { type PreparedSource, passagesPerPortion, type ReadFileIdentity } from '../../../contract/library/extract'
import { type EmbeddingModel, registerModel, type SqlExecutor, type SqlValue } from '../../store'
import { anchorAgain } from '../sources/annotations'
import { writeIndexVersion } from './index-versions'

/** What a passage is found by beside its words: its vector, nothing, or a vector that is made once it is in the index. */
export type PassageVector = Float32Array | 'keyword' | 'later'

/** A prepared source with its vectors and what tells its file apart. */
export interface SourceToWrite {
  readonly sourceId: string
  readonly prepared: PreparedSource
  /** One per passage. */
  readonly vectors: readonly PassageVector[]
  readonly identity: ReadFileIdentity
}

/** What one write changed. */
export interface WrittenIndex {
  /** Bytes of the files written. */
  readonly bytes: number
  readonly addedPassages: number[]
  readonly removedPassages: number[]
  readonly addedKeywordOnly: number
  /** Added passages whose vectors are still to be made. */
  readonly addedWithoutVector: number
  readonly removedKeywordOnly: number
}

/** Vectors in one statement: 500 of 512 dimensions are 1 MB. */
const vectorsPerStatement = 500

/**
 * Writes sources' extracts, passages, sections, vectors and code fragments, replacing what was indexed of them before; to be
 * run in one transaction, so that the old index answers until the new one is there. A source that was removed
 * meanwhile, or that another process took over, is left out; one that was queued again stays queued.
 */
export async function writeIndex(
  transaction: SqlExecutor,
  projectId: string,
  model: EmbeddingModel,
  sources: readonly SourceToWrite[],
): Promise<WrittenIndex> {
  const present = await transaction.query<{ source_id: string; was_indexed: boolean }>(
    `select source_id, passage_count > 0 as was_indexed from sources
     where project_id = $1 and source_id = any($2::text[]) and owner = current_owner() for update`,
    [projectId, sources.map((source) => source.sourceId)],
  )
  const presentIds = new Set(present.map((row) => row.source_id))
  const writing = sources.filter((source) => presentIds.has(source.sourceId))
  const indexedBefore = present.filter((row) => row.was_indexed).map((row) => row.source_id)
  const removed =
    indexedBefore.length === 0
      ? []
      : await transaction.query<{ passage_id: number; coverage: string }>(
          `delete from passages where project_id = $1 and source_id = any($2::text[]) returning passage_id, coverage`,
          [projectId, indexedBefore],
        )
  await transaction.query('delete from sections where project_id = $1 and source_id = any($2::text[])', [
    projectId,
    indexedBefore,
  ])
  await writeExtracts(transaction, writing)
  await anchorAgain(
    transaction,
    projectId,
    writing.map(({ sourceId, prepared }) => ({ sourceId, text: prepared.text })),
  )
  const added = await writePassages(transaction, projectId, writing)
  await transaction.query(
    `insert into sections (project_id, source_id, first_ordinal, last_ordinal, search_text)
     select project_id, source_id, first_ordinal, last_ordinal, search_text from sections_of_passages
     where source_id = any($1::text[])`,
    [writing.map((source) => source.sourceId)],
  )
  await insertVectors(
    transaction,
    model,
    added.filter((passage): passage is VectorRow => typeof passage.vector !== 'string'),
  )
  const later = added.filter((passage) => passage.vector === 'later').map((passage) => passage.passageId)
  if (later.length > 0) await writeIndexVersion(transaction, projectId, 'model.later', `${later.at(-1)}`)
  await writeIndexVersion(transaction, projectId, 'model.newest', model.id)
  await writeCodeFragments(transaction, projectId, writing)
  await finishSources(transaction, projectId, writing)
  return {
    bytes: writing.reduce((sum, source) => sum + source.identity.sizeBytes, 0),
    addedPassages: added.map((passage) => passage.passageId),
    removedPassages: removed.map((row) => row.passage_id),
    addedKeywordOnly: added.filter((passage) => passage.vector === 'keyword').length,
    addedWithoutVector: later.length,
    removedKeywordOnly: removed.filter((row) => row.coverage === 'keyword').length,
  }
}

interface VectorRow {
  readonly passageId: number
  readonly vector: Float32Array
}

interface WrittenPassage {
  readonly passageId: number
  readonly vector: PassageVector
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
      batch.flatMap(({ sourceId, identity, prepared }): SqlValue[] => [
        sourceId,
        prepared.text,
        prepared.title,
        prepared.language,
        prepared.reader,
        prepared.readerVersion,
        identity.contentHash,
        prepared.pageStarts,
        prepared.headings,
        prepared.layout,
        prepared.metadata,
      ]),
    )
  }
}

/** Portions of rows for one statement, with each row's source and vector in the order of the rows. */
interface PassageStatement {
  readonly portions: string[]
  readonly sourceIds: string[]
  readonly vectors: PassageVector[]
}

async function writePassages(
  transaction: SqlExecutor,
  projectId: string,
  sources: readonly SourceToWrite[],
): Promise<WrittenPassage[]> {
  const written: WrittenPassage[] = []
  for (const { portions, sourceIds, vectors } of passageStatements(sources)) {
    // One JSON parameter: parsing it costs PostgreSQL less than a thousand bound values.
    const rows = await transaction.query<{ passage_id: number }>(
      `insert into passages (project_id, source_id, ordinal, start_offset, end_offset, page, line_start, line_end,
                             heading_path, text, text_hash, words, language, coverage, search_text)
       select $1, ($3::text[])[p.n], p.ordinal, p.start, p.end, p.page, p.line_start, p.line_end, p.headings, p.text,
              p.hash, p.words, p.language, ($4::text[])[p.n], p.search
       from rows from (json_to_recordset($2::json) as (ordinal integer, start integer, "end" integer, page integer,
              line_start integer, line_end integer, headings jsonb, text text, hash text, words integer, language text,
              search text)) with ordinality as p(ordinal, start, "end", page, line_start, line_end, headings, text, hash,
              words, language, search, n)
       order by p.n
       returning passage_id`,
      [
        projectId,
        `[${portions.join(',')}]`,
        sourceIds,
        vectors.map((vector) => (vector === 'keyword' ? 'keyword' : 'dense')),
      ],
    )
    for (const [index, row] of rows.entries()) written.push({ passageId: row.passage_id, vector: vectors[index]! })
  }
  return written
}

function* passageStatements(sources: readonly SourceToWrite[]): Generator<PassageStatement> {
  let statement: PassageStatement = { portions: [], sourceIds: [], vectors: [] }
  for (const { sourceId, prepared, vectors } of sources) {
    for (const [index, portion] of prepared.passages.portions.entries()) {
      const inPortion = vectors.slice(index * passagesPerPortion, (index + 1) * passagesPerPortion)
      if (statement.vectors.length > 0 && statement.vectors.length + inPortion.length > passagesPerPortion) {
        yield statement
        statement = { portions: [], sourceIds: [], vectors: [] }
      }
      statement.portions.push(portion)
      for (const vector of inPortion) {
        statement.sourceIds.push(sourceId)
        statement.vectors.push(vector)
      }
    }
  }
  if (statement.vectors.length > 0) yield statement
}

/** Inserts vectors of one model, bound in binary, many rows to a statement. */
export async function insertVectors(
  transaction: SqlExecutor,
  model: EmbeddingModel,
  rows: readonly VectorRow[],
): Promise<void> {
  await registerModel(transaction, model)
  for (const batch of slicesOf(rows, vectorsPerStatement)) {
    const values = batch.map((_, index) => `($${2 * index + 3}::bigint, $1, $2, $${2 * index + 4}::vector)`).join(',')
    await transaction.query(
      `insert into passage_vectors (passage_id, model, dimensions, embedding) values ${values} on conflict do nothing`,
      [model.id, model.dimensions, ...batch.flatMap((row): SqlValue[] => [row.passageId, row.vector])],
    )
  }
}

async function writeCodeFragments(
  transaction: SqlExecutor,
  projectId: string,
  sources: readonly SourceToWrite[],
): Promise<void> {
  const code = sources.filter(({ prepared }) => prepared.mediaType === 'code')
  if (code.length === 0) return
  await transaction.query(
    `insert into code_fragments (project_id, passage_id, language, symbol)
     select $1, p.passage_id, coalesce(p.language, e.language, 'unknown'), p.heading_path ->> -1
     from passages p join extracts e using (source_id)
     where p.source_id = any($2::text[]) order by p.passage_id`,
    [projectId, code.map(({ sourceId }) => sourceId)],
  )
}

async function finishSources(
  transaction: SqlExecutor,
  projectId: string,
  sources: readonly SourceToWrite[],
): Promise<void> {
  await transaction.query(
    `update sources s set
       title = f.title, media_type = f.media_type, language = f.language, content_hash = f.hash,
       redacted = case when s.kind = 'note' then greatest(s.redacted, f.redacted) else f.redacted end,
       redacted_fingerprints = f.fingerprints, passage_count = f.passages, indexed_at = clock_timestamp(),
       state = case when s.state = 'queued' then 'queued' else 'indexed' end, owner = null, error = null, unended_looks = 0,
       size_bytes = case when s.state = 'queued' then s.size_bytes else f.size end,
       modified_ms = case when s.state = 'queued' then s.modified_ms else f.modified end
     from json_to_recordset($2::json) as f(id text, title text, media_type text, language text, hash text,
       passages integer, size bigint, modified double precision, redacted integer, fingerprints jsonb)
     where s.project_id = $1 and s.source_id = f.id`,
    [
      projectId,
      JSON.stringify(
        sources.map(({ sourceId, prepared, identity }) => ({
          id: sourceId,
          title: prepared.title,
          media_type: prepared.mediaType,
          language: prepared.language,
          hash: identity.contentHash,
          passages: prepared.passages.count,
          size: identity.sizeBytes,
          modified: identity.modifiedMs,
          redacted: prepared.redactions.count,
          fingerprints: prepared.redactions.fingerprints,
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

function* slicesOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

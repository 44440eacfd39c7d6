import { isDeepStrictEqual } from 'node:util'
import type { PreparedPassages } from '../../../contract/library/extract'
import type { Database } from '../../store'
import type { PassageVector } from '../indexing/index-rows'
import type { ReadSource } from './ingest-steps'

/** Of sources that are read together those whose file is another's, byte for byte, cut alike, each with that one. */
export function copiesIn(read: readonly ReadSource[]): Map<ReadSource, ReadSource> {
  const copies = new Map<ReadSource, ReadSource>()
  const originals = new Map<string, ReadSource>()
  for (const one of read) {
    const original = originals.get(one.identity.contentHash)
    if (original === undefined) originals.set(one.identity.contentHash, one)
    else if (isEncodedAlike(one.prepared.passages, original.prepared.passages)) copies.set(one, original)
  }
  return copies
}

/** A file's name says its language, which decides where it is cut. */
const isEncodedAlike = (one: PreparedPassages, other: PreparedPassages): boolean =>
  one.encoderText === other.encoderText &&
  isDeepStrictEqual(one.encoderEnds, other.encoderEnds) &&
  isDeepStrictEqual(one.covered, other.covered)

/** A vector goes to the store with its buffer. */
export const copied = (vector: PassageVector): PassageVector => (typeof vector === 'string' ? vector : vector.slice())

/**
 * The vectors of sources whose file another source in the index has, too, byte for byte, as the same reader reads it in the same
 * language: by source, one for each passage. One of which some vectors are still to be made is not in it.
 */
export async function vectorsOfIdentical(
  database: Database,
  projectId: string,
  model: string,
  read: readonly ReadSource[],
): Promise<Map<string, PassageVector[]>> {
  const known = new Map<string, PassageVector[]>()
  const twins = await database.query<{ source_id: string; content_hash: string }>(
    `select distinct on (s.content_hash, e.language) s.source_id, s.content_hash
     from sources s join extracts e using (source_id)
     where s.project_id = $1 and s.content_hash = any($2::text[]) and s.source_id <> all($3::text[])
       and s.passage_count > 0 and s.state in ('indexed', 'missing')`,
    [projectId, read.map(({ identity }) => identity.contentHash), read.map(({ source }) => source.source_id)],
  )
  for (const { source_id: twin, content_hash: hash } of twins) {
    for (const { source, prepared } of read.filter(({ identity }) => identity.contentHash === hash)) {
      const rows = await database.query<{ coverage: string; embedding: Float32Array | null }>(
        `select p.coverage, v.embedding
         from extracts e join passages p using (source_id)
         left join passage_vectors v on v.passage_id = p.passage_id and v.model = $3
         where p.project_id = $1 and p.source_id = $2 and e.reader = $4 and e.reader_version = $5
           and e.title is not distinct from $6 and e.text = $7
           and e.language is not distinct from $8 and e.headings = $9::jsonb
         order by p.ordinal`,
        [
          projectId,
          twin,
          model,
          prepared.reader,
          prepared.readerVersion,
          prepared.title,
          prepared.text,
          prepared.language,
          prepared.headings,
        ],
      )
      const vectors = rows.map(({ coverage, embedding }, at) =>
        prepared.passages.covered[at] === 0 && coverage === 'keyword' ? 'keyword' : embedding,
      )
      const whole = vectors.filter((vector) => vector !== null)
      if (rows.length === prepared.passages.count && whole.length === rows.length) known.set(source.source_id, whole)
    }
  }
  return known
}

import { holdsCode, type MediaType } from '../../../contract/library/source'
import { segmenterRevision } from '../../../contract/recall/search-text'
import type { Database } from '../../store'
import type { SourceReaders } from '../ports'
import { readIndexVersions, writeIndexVersion } from './index-versions'

/**
 * Which segmenter makes the words of the index. ICU's dictionaries differ between Node and Electron, so an index made
 * under one finds too little under the other and is made anew.
 */
export const segmenterVersion = `${segmenterRevision}-icu${process.versions.icu ?? 'none'}`

/** Passages in one transaction: a fraction of a second, in which a search waits at most that long. */
const passagesPerTransaction = 200

/**
 * Builds the search text of every passage anew where another segmenter made it (the word boundaries of ICU change
 * between runtimes), batch by batch, going on where an earlier run stopped. Until a batch's turn its old text answers.
 * Answers how many passages were rebuilt.
 */
export async function resegmentPassages(
  database: Database,
  projectId: string,
  readers: Pick<SourceReaders, 'segment'>,
  signal: AbortSignal,
): Promise<number> {
  const versions = await readIndexVersions(database, projectId)
  if (versions.segmenter === segmenterVersion) return 0
  let after = cursorOf(versions['segmenter.cursor'], segmenterVersion)
  let rebuilt = 0
  for (;;) {
    signal.throwIfAborted()
    const rows = await database.query<{
      passage_id: number
      title: string | null
      heading_path: string[]
      text: string
      media_type: MediaType
    }>(
      `select p.passage_id, e.title, p.heading_path, p.text, s.media_type
       from passages p join extracts e using (source_id) join sources s using (source_id)
       where p.project_id = $1 and p.passage_id > $2 order by p.passage_id limit $3`,
      [projectId, after, passagesPerTransaction],
    )
    if (rows.length === 0) break
    after = rows.at(-1)!.passage_id
    const searchTexts = await readers.segment(
      rows.map(({ title, heading_path: headingPath, text, media_type }) => ({
        ...{ title, headingPath, text },
        isCode: holdsCode(media_type),
      })),
      signal,
    )
    const built = rows.map((row, index) => ({ id: row.passage_id, search: searchTexts[index] }))
    await database.transaction(async (transaction) => {
      await transaction.query(
        `update passages p set search_text = b.search from json_to_recordset($2::json) as b(id bigint, search text)
         where p.project_id = $1 and p.passage_id = b.id and p.search_text <> b.search`,
        [projectId, JSON.stringify(built)],
      )
      await transaction.query(
        `update sections s set search_text = (
           select string_agg(p.search_text, E'\\n' order by p.ordinal) from passages p
           where p.source_id = s.source_id and p.ordinal between s.first_ordinal and s.last_ordinal)
         where s.project_id = $1 and exists (
           select 1 from passages p where p.passage_id = any($2::bigint[]) and p.source_id = s.source_id
             and p.ordinal between s.first_ordinal and s.last_ordinal)`,
        [projectId, rows.map((row) => row.passage_id)],
      )
      await writeIndexVersion(transaction, projectId, 'segmenter.cursor', `${segmenterVersion} ${after}`)
    })
    rebuilt += rows.length
  }
  await writeIndexVersion(database, projectId, 'segmenter', segmenterVersion)
  return rebuilt
}

/** Where a rebuild for this very version stopped; 0 otherwise. */
function cursorOf(value: string | undefined, version: string): number {
  if (value === undefined || !value.startsWith(`${version} `)) return 0
  const passageId = Number(value.slice(version.length + 1))
  return Number.isSafeInteger(passageId) ? passageId : 0
}

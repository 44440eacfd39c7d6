import type { Database } from '../../store'
import { storable } from '../ingest/prepared-source'
import type { SearchTextBuilder } from '../ports'
import { readIndexVersions, writeIndexVersion } from './index-versions'

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
  searchText: SearchTextBuilder,
  signal: AbortSignal,
): Promise<number> {
  const versions = await readIndexVersions(database)
  if (versions.segmenter === searchText.version) return 0
  let after = cursorOf(versions['segmenter.cursor'], searchText.version)
  let rebuilt = 0
  for (;;) {
    signal.throwIfAborted()
    const rows = await database.query<{
      passage_id: number
      title: string | null
      heading_path: string[]
      text: string
    }>(
      `select p.passage_id, e.title, p.heading_path, p.text
       from passages p join extracts e using (source_id)
       where p.project_id = $1 and p.passage_id > $2 order by p.passage_id limit $3`,
      [projectId, after, passagesPerTransaction],
    )
    if (rows.length === 0) break
    after = rows.at(-1)!.passage_id
    const built = rows.map((row) => ({
      id: row.passage_id,
      search: storable(searchText.buildSearchText({ title: row.title, headingPath: row.heading_path, text: row.text })),
    }))
    await database.transaction(async (transaction) => {
      await transaction.query(
        `update passages p set search_text = b.search from json_to_recordset($1::json) as b(id bigint, search text)
         where p.passage_id = b.id and p.search_text <> b.search`,
        [JSON.stringify(built)],
      )
      await writeIndexVersion(transaction, 'segmenter.cursor', `${searchText.version} ${after}`)
    })
    rebuilt += rows.length
  }
  await writeIndexVersion(database, 'segmenter', searchText.version)
  return rebuilt
}

/** Where a rebuild for this very version stopped; 0 otherwise. */
function cursorOf(value: string | undefined, version: string): number {
  if (value === undefined || !value.startsWith(`${version} `)) return 0
  const passageId = Number(value.slice(version.length + 1))
  return Number.isSafeInteger(passageId) ? passageId : 0
}

import { createCoverage } from '../../../contract/script-coverage'
import { buildPassageText } from '../../../contract/search-text'
import type { Database } from '../../store'
import type { EmbeddingBatcher } from '../ingest/embedding-batcher'
import type { PassageEncoder } from '../ports'
import { insertVectors } from './index-rows'
import { readIndexVersions, writeIndexVersion } from './index-versions'

interface PassageRow {
  readonly passage_id: number
  readonly text: string
  readonly headingPath: readonly string[]
  readonly title: string | null
}

const passagesPerBatch = 256
const vectorsPerRemoval = 2000

/**
 * Gives every passage a vector of the present model where another model made the index, batch by batch; what already
 * has one is passed over, so an interrupted run goes on. Vectors of two models are never compared; those of the former
 * go when all is done. `onBatch` gets the passages that came into the vector index.
 */
export async function reembedPassages(
  options: {
    database: Database
    projectId: string
    encoder: Pick<PassageEncoder, 'model'>
    batcher: EmbeddingBatcher
    onBatch: (passageIds: readonly number[]) => void
  },
  signal: AbortSignal,
): Promise<number> {
  const { database, projectId, encoder, batcher, onBatch } = options
  const modelId = encoder.model.id
  const covers = createCoverage(encoder.model.scripts)
  if ((await readIndexVersions(database, projectId)).model === modelId) return 0
  let after = 0
  let embedded = 0
  for (;;) {
    signal.throwIfAborted()
    const rows = await database.query<PassageRow>(
      `select p.passage_id, p.text, p.heading_path as "headingPath", e.title
       from passages p join extracts e using (source_id)
       left join passage_vectors v on v.passage_id = p.passage_id and v.model = $2
       where p.project_id = $1 and p.passage_id > $3 and v.passage_id is null
       order by p.passage_id limit $4`,
      [projectId, modelId, after, passagesPerBatch],
    )
    if (rows.length === 0) break
    after = rows.at(-1)!.passage_id
    const covered = rows.filter((row) => covers(row.text))
    const vectors = await batcher.embed(covered.map(buildPassageText), { signal, onProgress: () => undefined })
    const made = covered.flatMap((row, index) => {
      const vector = vectors[index]!
      return vector.some((component) => component !== 0) ? [{ passageId: row.passage_id, vector }] : []
    })
    const dense = new Set(made.map((row) => row.passageId))
    const written = await database.transaction(async (transaction) => {
      // A passage may have gone while its text was being embedded.
      const present = await transaction.query<{ passage_id: number }>(
        `update passages p set coverage = b.coverage
         from json_to_recordset($2::json) as b(id bigint, coverage text)
         where p.project_id = $1 and p.passage_id = b.id returning p.passage_id`,
        [
          projectId,
          JSON.stringify(
            rows.map((row) => ({ id: row.passage_id, coverage: dense.has(row.passage_id) ? 'dense' : 'keyword' })),
          ),
        ],
      )
      const presentIds = new Set(present.map((row) => row.passage_id))
      const rest = made.filter((row) => presentIds.has(row.passageId))
      await insertVectors(transaction, modelId, rest)
      return rest.map((row) => row.passageId)
    })
    embedded += written.length
    onBatch(written)
  }
  await removeOtherModels(database, projectId, modelId, signal)
  await writeIndexVersion(database, projectId, 'model', modelId)
  return embedded
}

async function removeOtherModels(
  database: Database,
  projectId: string,
  modelId: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const removed = await database.query(
      `delete from passage_vectors where (model, passage_id) in
         (select v.model, v.passage_id from passage_vectors v join passages p using (passage_id)
          where p.project_id = $1 and v.model <> $2 limit $3)
       returning passage_id`,
      [projectId, modelId, vectorsPerRemoval],
    )
    if (removed.length === 0) return
  }
}

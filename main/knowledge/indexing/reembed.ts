import { z } from 'zod'
import { createCoverage } from '../../../contract/library/script-coverage'
import { buildPassageText } from '../../../contract/recall/search-text'
import type { Database, SqlExecutor } from '../../store'
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

/** Which passages are being embedded, written before they are, and in the middle of which Quarry ended. */
const batchRecord = z.object({
  model: z.string(),
  /** The first and last passage under way; null between two batches. */
  underWay: z.tuple([z.number(), z.number()]).nullable(),
  /** Quarry ended in the middle of a batch that had these: up to here they come one by one. */
  aloneUpTo: z.number(),
  /** Quarry ended in the middle of each of these alone: they are found by their words only. */
  passedOver: z.array(z.number()),
})
type BatchRecord = z.infer<typeof batchRecord>

/** What an earlier run left, with its unended batch counted. */
function resumedRecord(written: string | undefined, model: string): BatchRecord {
  const record = written ? batchRecord.parse(JSON.parse(written)) : null
  if (record?.model !== model) return { model, underWay: null, aloneUpTo: 0, passedOver: [] }
  if (record.underWay === null) return record
  const [first, last] = record.underWay
  if (first === last) return { ...record, underWay: null, passedOver: [...record.passedOver, first] }
  return { ...record, underWay: null, aloneUpTo: last }
}

/**
 * Gives every passage of a project a vector of the present model where another model made the index, or a part of it, and
 * where passages came without vectors, batch by batch; what already has one is passed over, so an interrupted run goes on. Vectors of other models stay, to
 * be there when one of these is chosen again. `onBatch` gets the passages that came into the vector index. Where Quarry
 * ended in the middle of a batch, its passages come one by one, and one that ends it again is passed over.
 */
export async function reembedPassages(
  options: {
    database: Database
    projectId: string
    encoder: Pick<PassageEncoder, 'model'>
    batcher: EmbeddingBatcher
    onBatch: (passageIds: readonly number[]) => void
    /** Told how many passages still need a vector: at the beginning, and after each batch. */
    onLeft?: (passages: number) => void
  },
  signal: AbortSignal,
): Promise<number> {
  const { database, projectId, encoder, batcher, onBatch, onLeft } = options
  const { model } = encoder
  const covers = createCoverage(model.scripts)
  const versions = await readIndexVersions(database, projectId)
  const isSameModel = versions.model === model.id && (versions['model.newest'] ?? model.id) === model.id
  let later = versions['model.later'] ?? ''
  if (isSameModel && later === '') return 0
  // Another model may know words of those that this one found by keyword only.
  const missing = `v.passage_id is null ${isSameModel ? "and p.coverage = 'dense'" : ''}`
  const [counted] = await database.query<{ count: number }>(
    `select count(*) as count from passages p
     left join passage_vectors v on v.passage_id = p.passage_id and v.model = $2 where p.project_id = $1 and ${missing}`,
    [projectId, model.id],
  )
  let left = counted?.count ?? 0
  onLeft?.(left)
  let after = 0
  let embedded = 0
  let record = resumedRecord(versions['model.batch'], model.id)
  const note = (executor: SqlExecutor, changed: Partial<BatchRecord>): Promise<void> => {
    record = { ...record, ...changed }
    return writeIndexVersion(executor, projectId, 'model.batch', JSON.stringify(record))
  }
  for (;;) {
    signal.throwIfAborted()
    const rows = await database.query<PassageRow>(
      `select p.passage_id, p.text, p.heading_path as "headingPath", e.title
       from passages p join extracts e using (source_id)
       left join passage_vectors v on v.passage_id = p.passage_id and v.model = $2
       where p.project_id = $1 and ${missing} and p.passage_id > $3 and p.passage_id <> all($5::bigint[])
       order by p.passage_id limit $4`,
      [projectId, model.id, after, after < record.aloneUpTo ? 1 : passagesPerBatch, record.passedOver],
    )
    if (rows.length === 0) {
      const isWhole = await database.transaction(async (transaction) => {
        const now = (await readIndexVersions(transaction, projectId))['model.later'] ?? ''
        // More came meanwhile.
        if (now !== later) {
          later = now
          return false
        }
        await noteCoverage(transaction, projectId, model.id)
        await writeIndexVersion(transaction, projectId, 'model', model.id)
        await writeIndexVersion(transaction, projectId, 'model.newest', model.id)
        await writeIndexVersion(transaction, projectId, 'model.batch', '')
        await writeIndexVersion(transaction, projectId, 'model.later', '')
        return true
      })
      if (isWhole) return embedded
      continue
    }
    after = rows.at(-1)!.passage_id
    const covered = rows.filter((row) => covers(row.text))
    await note(database, { underWay: [rows[0]!.passage_id, after] })
    let vectors: Float32Array[]
    try {
      const options = { signal, onProgress: () => undefined, isLater: true }
      vectors = await batcher.embed(covered.map(buildPassageText), options)
    } catch (error) {
      await note(database, { underWay: null })
      throw error
    }
    const made = covered.flatMap((row, index) => {
      const vector = vectors[index]!
      return vector.some((component) => component !== 0) ? [{ passageId: row.passage_id, vector }] : []
    })
    const written = await database.transaction(async (transaction) => {
      // A passage may have gone while its text was being embedded.
      const present = await transaction.query<{ passage_id: number }>(
        `select passage_id from passages where project_id = $1 and passage_id = any($2::bigint[]) for key share`,
        [projectId, made.map(({ passageId }) => passageId)],
      )
      const presentIds = new Set(present.map((row) => row.passage_id))
      const rest = made.filter((row) => presentIds.has(row.passageId))
      await insertVectors(transaction, model, rest)
      await note(transaction, { underWay: null })
      return rest.map((row) => row.passageId)
    })
    embedded += written.length
    left = Math.max(0, left - rows.length)
    onLeft?.(left)
    onBatch(written)
  }
}

/** Marks the passages that the model reads as dense; only those change that another model saw differently. */
async function noteCoverage(transaction: SqlExecutor, projectId: string, modelId: string): Promise<void> {
  await transaction.query(
    `update passages p set coverage = case p.coverage when 'dense' then 'keyword' else 'dense' end
     where p.project_id = $1 and (p.coverage = 'dense') <> exists
       (select from passage_vectors v where v.passage_id = p.passage_id and v.model = $2)`,
    [projectId, modelId],
  )
}

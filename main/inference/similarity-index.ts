import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { QuarryError } from '../../contract/errors'
import type { MatrixStats, ScoredRows } from '../../contract/inference'
import type { Database, ScoredPassage, SqlValue } from '../store'
import { createMutex } from '../threads'
import { TaskPool } from './task-pool'

export interface SimilarityOptions {
  readonly signal?: AbortSignal | undefined
  /** Only passages of these sources. */
  readonly sourceIds?: readonly string[] | undefined
}

export interface SimilarityStats {
  /** Where searches run: in a thread's memory, or in the database because the vectors outgrew `maxBytes`. */
  readonly mode: 'memory' | 'database'
  readonly rows: number
  readonly bytes: number
  readonly maxBytes: number
}

/** Exact nearest passages by the encoder's vectors; kept in step with the store. */
export interface SimilarityIndex {
  /** The `k` nearest passages by cosine, -1..1, best first. Throws `cancelled`, `inference.crashed`, `store.*`. */
  top(query: Float32Array, k: number, options?: SimilarityOptions): Promise<ScoredPassage[]>
  /** Scores of given passages; one without a vector is not in the map. */
  scores(query: Float32Array, passageIds: readonly number[], options?: SimilarityOptions): Promise<Map<number, number>>
  /** Tells what a commit added and removed; taken in before the next search answers. */
  changed(change: { readonly addedPassages: readonly number[]; readonly removedPassages: readonly number[] }): void
  /** Compares with the store and takes in every difference. */
  refresh(): Promise<void>
  /** Loads the vectors ahead of the first search, which else waits for it and is told what goes wrong. */
  warm(): void
  stats(): SimilarityStats
  /** The scoring thread, for a test that ends it. */
  threads(): readonly Worker[]
  close(): Promise<void>
}

/** Rows fetched at once: 2 MB of vectors in a few milliseconds, so that other queries come between. */
const rowsPerFetch = 1000

interface VectorRow {
  readonly passage_id: number
  readonly embedding: Float32Array
}

/**
 * Prepares the scoring thread; it loads the vectors of the encoder's model with the first search or `warm`.
 * @param options.maxBytes memory that the vectors may take; beyond it the database searches, exactly too
 */
export async function createSimilarityIndex(options: {
  readonly database: Database
  readonly inference: { readonly model: { readonly id: string; readonly dimensions: number } }
  readonly workersDir: string
  readonly projectId: string
  readonly maxBytes: number
}): Promise<SimilarityIndex> {
  const { database, projectId, maxBytes } = options
  const { id: model, dimensions } = options.inference.model
  const bytesPerRow = dimensions * 4
  const startThread = (): TaskPool =>
    new TaskPool({
      filename: join(options.workersDir, 'inference.js'),
      threads: 1,
      queueLimit: Number.POSITIVE_INFINITY,
      workerData: { modelDirectory: null },
    })
  let thread = startThread()
  let mode: 'memory' | 'database' = 'memory'
  let held: MatrixStats = { rows: 0, bytes: 0 }
  let whole = false
  const added = new Set<number>()
  const removed = new Set<number>()
  const mutex = createMutex()
  let closed: Promise<void> | null = null

  /** One thing at a time, so that what a search expects to be in the matrix is what is there. */
  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    return mutex.run(() => {
      throwIfClosed()
      return work()
    })
  }

  function throwIfClosed(): void {
    if (closed !== null) throw new QuarryError('cancelled', 'The index is closed.')
  }

  const run: TaskPool['run'] = (name, input, taskOptions) => thread.run(name, input, { ...taskOptions, retry: false })

  async function storedRows(): Promise<number> {
    const [row] = await database.query<{ rows: number }>(
      `select count(*) as rows from passage_vectors v join passages p using (passage_id)
       where v.model = $1 and p.project_id = $2`,
      [model, projectId],
    )
    return row?.rows ?? 0
  }

  async function addRows(rows: readonly VectorRow[]): Promise<void> {
    if (rows.length === 0) return
    const vectors = rows.map((row) => row.embedding)
    const buffers = [...new Set(vectors.map((vector) => vector.buffer as ArrayBuffer))]
    const ids = Float64Array.from(rows, (row) => row.passage_id)
    held = await run('matrixAdd', { ids, vectors }, { transfer: [...buffers, ids.buffer] })
  }

  async function loadAll(): Promise<void> {
    whole = false
    added.clear()
    removed.clear()
    const rows = await storedRows()
    if (rows * bytesPerRow > maxBytes) {
      await leaveMemory(rows)
      return
    }
    const known = await run('matrixIds', null)
    if (known.length > 0) held = await run('matrixRemove', { ids: known })
    for (let after = 0; ; ) {
      throwIfClosed()
      const page = await database.query<VectorRow>(
        `select v.passage_id, v.embedding from passage_vectors v join passages p using (passage_id)
         where v.model = $1 and p.project_id = $2 and v.passage_id > $3 order by v.passage_id limit ${rowsPerFetch}`,
        [model, projectId, after],
      )
      after = page.at(-1)?.passage_id ?? after
      const full = page.length === rowsPerFetch
      await addRows(page)
      if (!full) break
    }
    mode = 'memory'
    whole = true
  }

  async function leaveMemory(rows: number): Promise<void> {
    if (mode === 'memory') {
      await thread.close()
      thread = startThread()
    }
    mode = 'database'
    held = { rows, bytes: 0 }
    whole = true
  }

  /** Takes in what `changed` told. */
  async function catchUp(): Promise<void> {
    if (!whole) return loadAll()
    if (added.size === 0 && removed.size === 0) return
    const removing = [...removed]
    const adding = [...added].filter((id) => !removed.has(id))
    removed.clear()
    added.clear()
    if (mode === 'database') {
      const rows = await storedRows()
      // Back below the limit with room to spare: not for a few rows.
      if (rows * bytesPerRow <= maxBytes * 0.9) await loadAll()
      else held = { rows, bytes: 0 }
      return
    }
    whole = false
    if (removing.length > 0) held = await run('matrixRemove', { ids: Float64Array.from(removing) })
    if ((held.rows + adding.length) * bytesPerRow > maxBytes) {
      await leaveMemory(await storedRows())
      return
    }
    for (let from = 0; from < adding.length; from += rowsPerFetch) {
      throwIfClosed()
      await addRows(
        await database.query<VectorRow>(
          `select v.passage_id, v.embedding from passage_vectors v join passages p using (passage_id)
           where v.model = $1 and p.project_id = $2 and v.passage_id = any($3::bigint[])`,
          [model, projectId, adding.slice(from, from + rowsPerFetch)],
        ),
      )
    }
    whole = true
  }

  /** Searches the matrix; a thread that died has lost it, so it is loaded again, once. */
  async function searchMatrix(search: () => Promise<ScoredRows>): Promise<ScoredRows> {
    try {
      const found = await search()
      if (found.rows === held.rows) return found
    } catch (error) {
      if (!(error instanceof QuarryError && error.code === 'inference.crashed')) throw error
    }
    await loadAll()
    return search()
  }

  async function passagesOf(sourceIds: readonly string[]): Promise<Float64Array> {
    const rows = await database.query<{ passage_id: number }>(
      'select passage_id from passages where project_id = $1 and source_id = any($2::text[])',
      [projectId, [...sourceIds]],
    )
    return Float64Array.from(rows, (row) => row.passage_id)
  }

  function topInDatabase(query: Float32Array, k: number, { signal, sourceIds }: SimilarityOptions) {
    const parameters: SqlValue[] = [query, model, projectId, k]
    if (sourceIds !== undefined) parameters.push([...sourceIds])
    // `+ 0` keeps the planner off any approximate index: with a filter those answer too few rows.
    return database.query<{ passage_id: number; score: number }>(
      `select v.passage_id, 1 - (v.embedding <=> $1::vector) as score
       from passage_vectors v join passages p using (passage_id)
       where v.model = $2 and p.project_id = $3 ${sourceIds === undefined ? '' : 'and p.source_id = any($5::text[])'}
       order by (v.embedding <=> $1::vector) + 0 limit $4`,
      parameters,
      { signal },
    )
  }

  /** What loads ends after the fetch that it is at: the store closes next, and a thread in use is not ended. */
  async function close(): Promise<void> {
    await mutex.idle()
    await thread.close()
  }

  const index: SimilarityIndex = {
    top: (query, k, topOptions = {}) =>
      inTurn(async () => {
        throwIfCancelled(topOptions.signal)
        await catchUp()
        if (mode === 'database') {
          const rows = await topInDatabase(query, k, topOptions)
          return rows.map((row) => ({ passageId: row.passage_id, score: row.score }))
        }
        const among = topOptions.sourceIds === undefined ? null : await passagesOf(topOptions.sourceIds)
        const { ids, scores } = await searchMatrix(() => run('matrixTop', { query, k, among }))
        return Array.from(ids, (passageId, at) => ({ passageId, score: scores[at]! }))
      }),
    scores: (query, passageIds, { signal } = {}) =>
      inTurn(async () => {
        throwIfCancelled(signal)
        await catchUp()
        if (mode === 'database') {
          const rows = await database.query<{ passage_id: number; score: number }>(
            `select v.passage_id, 1 - (v.embedding <=> $1::vector) as score
             from passage_vectors v join passages p using (passage_id)
             where v.model = $2 and p.project_id = $3 and v.passage_id = any($4::bigint[])`,
            [query, model, projectId, [...passageIds]],
            { signal },
          )
          return new Map(rows.map((row) => [row.passage_id, row.score]))
        }
        const asked = Float64Array.from(passageIds)
        const { ids, scores } = await searchMatrix(() => run('matrixScores', { query, ids: asked }))
        return new Map(
          Array.from(ids, (id, at): [number, number] => [id, scores[at]!]).filter(([, s]) => !Number.isNaN(s)),
        )
      }),
    changed({ addedPassages, removedPassages }) {
      for (const id of addedPassages) added.add(id)
      for (const id of removedPassages) removed.add(id)
    },
    refresh: () => inTurn(loadAll),
    warm: () => void inTurn(catchUp).catch(() => undefined),
    stats: () => ({ mode, rows: held.rows, bytes: held.bytes, maxBytes }),
    threads: () => [...thread.threads],
    close() {
      closed ??= close()
      return closed
    },
  }
  return index
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new QuarryError('cancelled', 'Cancelled.')
}

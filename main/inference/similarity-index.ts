import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { QuarryError } from '../../contract/errors'
import type { MatrixStats, ScoredRows } from '../../contract/processes/inference'
import type { Database, ScoredPassage } from '../store'
import { createMutex, throwIfCancelled } from '../threads'
import { TaskPool } from './task-pool'
import { removeVectorFiles, vectorFileOf } from './vector-files'
import { createVectorRows, rowsPerFetch, type VectorRow } from './vector-rows'

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

/**
 * Nearest passages by the encoder's vectors, all compared; kept in step with the store, and on disk, so that a start need
 * not fetch them all from the store.
 */
export interface SimilarityIndex {
  /** The `k` nearest passages by cosine, -1..1, best first. Throws `cancelled`, `inference.crashed`, `store.*`. */
  top(query: Float32Array, k: number, options?: SimilarityOptions): Promise<ScoredPassage[]>
  /** Scores of given passages; one without a vector is not in the map. */
  scores(query: Float32Array, passageIds: readonly number[], options?: SimilarityOptions): Promise<Map<number, number>>
  /** Tells that vectors came or went; taken in before the next search answers. */
  changed(): void
  /** Takes in what changed in the store, whoever told. */
  refresh(): Promise<void>
  /** The same for the file alone, where there is one: what was removed leaves it, at the end of loading where that goes on. */
  refreshFile(): Promise<void>
  /** Loads the vectors ahead of the first search, which else waits for it and is told what goes wrong. */
  warm(): void
  stats(): SimilarityStats
  /** The scoring thread, for a test that ends it. */
  threads(): readonly Worker[]
  close(): Promise<void>
}

/** Sources with so large a share of all rows are looked for among the nearest of all: to name each passage costs more. */
const wideShare = 0.5
/** So many times more nearest rows are looked at then. */
const lookedAt = 4
/** Ids that are fetched at once where few of them have a vector: 16 MB where all have one. */
const widest = 8 * rowsPerFetch
/** A row in memory: two bytes a component, and a few of its own. */
const bytesOfRow = (dimensions: number): number => dimensions * 2 + 16

// Over 300 lines: where the vectors are changes in every part, and one turn at a time; apart, none could be checked.

/**
 * Where the vectors are: not here yet, or lost; on their way; in the thread's memory, with all of the store's changes up to
 * `position`; or in the database alone, as they outgrew the memory.
 */
type Vectors =
  | { readonly at: 'nowhere' | 'loading' | 'database' }
  | { readonly at: 'memory'; readonly position: number }

/**
 * Prepares the scoring thread; it loads the vectors of the encoder's model with the first search or `warm`.
 * @param options.maxBytes memory that the vectors may take; beyond it the database searches, exactly too
 * @param options.directory a private folder for the file that the vectors are kept in; without it they are fetched from
 * the store at each start
 * @param options.onFileError told once that the file cannot be used: searches go on, without it until the next start
 */
export async function createSimilarityIndex(options: {
  readonly database: Database
  readonly inference: { readonly model: { readonly id: string; readonly dimensions: number } }
  readonly workersDir: string
  readonly projectId: string
  readonly maxBytes: number
  readonly directory?: string | undefined
  readonly onFileError?: ((error: unknown) => void) | undefined
}): Promise<SimilarityIndex> {
  const { database, projectId, maxBytes, directory } = options
  const { id: model, dimensions } = options.inference.model
  /** Null where there is none, or none can be kept any more. */
  let file = directory === undefined ? null : { path: vectorFileOf(directory, projectId, model), wasOpened: false }
  const stored = createVectorRows(database, projectId, model)
  const bytesPerRow = bytesOfRow(dimensions)
  const startThread = (): TaskPool =>
    new TaskPool({
      filename: join(options.workersDir, 'inference.js'),
      threads: 1,
      queueLimit: Number.POSITIVE_INFINITY,
      workerData: { modelDirectory: null },
    })
  let thread = startThread()
  let vectors: Vectors = { at: 'nowhere' }
  /** What the matrix said last of itself, or how many rows the database has. */
  let held: MatrixStats = { rows: 0, bytes: 0, fileError: null }
  /** Whether the store was changed since changes were last taken in. */
  let told = false
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

  function giveFileUp(error: unknown): void {
    if (file === null) return
    file = null
    options.onFileError?.(error)
  }

  function hold(stats: MatrixStats): void {
    held = stats
    if (stats.fileError === null) return
    giveFileUp(new QuarryError('inference.failed', `Vectors cannot be kept in a file: ${stats.fileError}`))
  }

  function removeFiles(kept: string | null): void {
    if (directory === undefined) return
    try {
      removeVectorFiles(directory, projectId, kept)
    } catch (error) {
      giveFileUp(error)
    }
  }

  async function addRows(rows: readonly VectorRow[]): Promise<void> {
    if (rows.length === 0) return
    const vectors = rows.map((row) => row.embedding)
    const buffers = [...new Set(vectors.map((vector) => vector.buffer as ArrayBuffer))]
    const ids = Float64Array.from(rows, (row) => row.passage_id)
    hold(await run('matrixAdd', { ids, vectors }, { transfer: [...buffers, ids.buffer] }))
  }

  async function load(): Promise<void> {
    vectors = { at: 'loading' }
    try {
      vectors = await loadFile()
    } catch (error) {
      vectors = { at: 'nowhere' }
      throw error
    }
  }

  /** Takes the index from its file, where that lacks nothing that the store could not tell any more. */
  async function loadFile(): Promise<Vectors> {
    const isFirst = file?.wasOpened !== true
    if (isFirst) removeFiles(file?.path ?? null)
    if (file === null) return loadAll()
    file.wasOpened = true
    const { last, dropped } = await stored.changes()
    const kept = await run('matrixOpen', { path: file.path, dimensions, anew: false })
    hold(kept)
    if (kept.position === null || kept.position < dropped || kept.position > last) return loadAll()
    if (kept.rows * bytesPerRow > maxBytes) return leaveMemory(kept.rows, last)
    // Later ones may be waited for by an index of another model that has loaded meanwhile.
    if (isFirst && kept.position > dropped) await stored.dropChanges(kept.position)
    return { at: 'memory', position: kept.position }
  }

  async function loadAll(): Promise<Vectors> {
    // What changes from here on is taken in afterwards: a row that comes twice is the same.
    const changes = await stored.changes()
    const { rows, first, last } = await stored.extent()
    if (rows * bytesPerRow > maxBytes) return leaveMemory(rows, changes.last)
    const openAnew = () => run('matrixOpen', { path: file?.path ?? null, dimensions, anew: true })
    hold(await openAnew())
    // Ids have gaps where passages were removed, and where other projects have theirs.
    let width = rowsPerFetch
    for (let from = first ?? 0; last !== null && from <= last; ) {
      // What is removed before the next start is not to lie in a file that is of no use.
      if (closed !== null && file !== null) await openAnew()
      throwIfClosed()
      const page = await stored.between(from, from + width - 1)
      await addRows(page)
      from += width
      width = page.length > rowsPerFetch / 2 ? rowsPerFetch : Math.min(2 * width, widest)
    }
    return keepUpTo(changes.last)
  }

  /** Notes that all changes of the store up to there are in the matrix. */
  async function keepUpTo(position: number): Promise<Vectors> {
    if (file !== null) hold(await run('matrixKeep', { position }))
    return { at: 'memory', position }
  }

  async function leaveMemory(rows: number, last: number): Promise<Vectors> {
    await thread.close()
    thread = startThread()
    removeFiles(null)
    // No file needs them any more.
    if (directory !== undefined) await stored.dropChanges(last)
    held = { rows, bytes: 0, fileError: null }
    return { at: 'database' }
  }

  /** Loads the index, or takes in what changed since; what a thread that died has lost is loaded again, once. */
  async function catchUp(): Promise<void> {
    try {
      await takeIn()
    } catch (error) {
      if (!isCrash(error)) throw error
      vectors = { at: 'nowhere' }
      await takeIn()
    }
  }

  async function takeIn(): Promise<void> {
    if (vectors.at === 'nowhere') {
      await load()
      told = true
    }
    if (!told) return
    told = false
    try {
      await takeInChanges()
    } catch (error) {
      told = true
      throw error
    }
  }

  function loadAgain(): Promise<void> {
    vectors = { at: 'nowhere' }
    return takeIn()
  }

  async function takeInChanges(): Promise<void> {
    if (vectors.at === 'database') {
      const { rows } = await stored.extent()
      // Back below the limit with room to spare: not for a few rows.
      if (rows * bytesPerRow <= maxBytes * 0.9) return loadAgain()
      held = { rows, bytes: 0, fileError: null }
      return
    }
    const { dropped } = await stored.changes()
    if (vectors.at === 'memory' && vectors.position < dropped) return loadAgain()
    while (vectors.at === 'memory') {
      throwIfClosed()
      const changes = await stored.changesAfter(vectors.position)
      const last = changes.at(-1)?.change_id
      if (last === undefined) return
      const ids = [...new Set(changes.map((change) => change.passage_id))]
      const rows = await stored.of(ids)
      // Cut off in between, the matrix is of no use.
      vectors = { at: 'nowhere' }
      const there = new Set(rows.map((row) => row.passage_id))
      const gone = ids.filter((id) => !there.has(id))
      if (gone.length > 0) hold(await run('matrixRemove', { ids: Float64Array.from(gone) }))
      if ((held.rows + rows.length) * bytesPerRow > maxBytes)
        vectors = await leaveMemory((await stored.extent()).rows, last)
      else {
        await addRows(rows)
        vectors = await keepUpTo(last)
      }
    }
  }

  /** Searches the matrix; a thread that died has lost it, so it is loaded again, once. */
  async function searchMatrix(search: () => Promise<ScoredRows>): Promise<ScoredRows> {
    try {
      return await search()
    } catch (error) {
      if (!isCrash(error)) throw error
      vectors = { at: 'nowhere' }
      await catchUp()
      return search()
    }
  }

  async function topInMatrix(query: Float32Array, k: number, sourceIds: readonly string[] | undefined) {
    const search = async (most: number, among: Float64Array | null): Promise<ScoredPassage[]> => {
      const { ids, scores } = await searchMatrix(() => run('matrixTop', { query, k: most, among }))
      return Array.from(ids, (passageId, at) => ({ passageId, score: scores[at]! }))
    }
    if (sourceIds === undefined) return search(k, null)
    if ((await stored.countOf(sourceIds)) >= wideShare * held.rows) {
      const nearest = await search(lookedAt * k, null)
      const fitting = await stored.among(
        nearest.map(({ passageId }) => passageId),
        sourceIds,
      )
      const found = nearest.filter(({ passageId }) => fitting.has(passageId)).slice(0, k)
      // Fewer may leave some out that are farther away than the nearest of all.
      if (found.length === k || nearest.length < lookedAt * k) return found
    }
    return search(k, await stored.passagesOf(sourceIds))
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
        if (vectors.at === 'database') return stored.nearest(query, k, topOptions)
        return topInMatrix(query, k, topOptions.sourceIds)
      }),
    scores: (query, passageIds, { signal } = {}) =>
      inTurn(async () => {
        throwIfCancelled(signal)
        await catchUp()
        if (vectors.at === 'database') return stored.scores(query, passageIds, signal)
        const asked = Float64Array.from(passageIds)
        const { ids, scores } = await searchMatrix(() => run('matrixScores', { query, ids: asked }))
        return new Map(
          Array.from(ids, (id, at): [number, number] => [id, scores[at]!]).filter(([, s]) => !Number.isNaN(s)),
        )
      }),
    changed() {
      told = true
    },
    refresh: () =>
      inTurn(() => {
        told = true
        return catchUp()
      }),
    async refreshFile() {
      if (file !== null && vectors.at !== 'loading' && existsSync(file.path)) await index.refresh()
    },
    warm: () => void inTurn(catchUp).catch(() => undefined),
    stats: () => ({
      mode: vectors.at === 'database' ? 'database' : 'memory',
      rows: held.rows,
      bytes: held.bytes,
      maxBytes,
    }),
    threads: () => [...thread.threads],
    close() {
      closed ??= close()
      return closed
    },
  }
  return index
}

const isCrash = (error: unknown): boolean => error instanceof QuarryError && error.code === 'inference.crashed'

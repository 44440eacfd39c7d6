import { join } from 'node:path'
import { QuarryError } from '../../contract/errors'
import { kindOfModel, listModels } from './search-models'
import { TaskPool } from './task-pool'

/** A cross-encoder of a model directory: reads query and text together. */
export interface Reranker {
  readonly id: string
  /**
   * How well each text answers the query, 0..1, in their order, as far as time allows: the first ones at least.
   * @throws QuarryError `model.missing`, `model.invalid`, `inference.crashed`, `cancelled`
   */
  scores(query: string, texts: readonly string[], signal?: AbortSignal): Promise<Float32Array>
}

/** The cross-encoders in a folder, and the chosen one, which is loaded while it is used. */
export interface Rerankers {
  /** Names of the folders that have one. */
  list(): Promise<string[]>
  /** Null where none is chosen. */
  current(): Reranker | null
  close(): Promise<void>
}

/** Texts of one call: about a second on two cores of 2020 for a model of 278 million parameters. */
const textsPerBatch = 4
/** What reranking may take of a recall: whoever waits sees the first hits of words and vectors meanwhile. */
const deadlineMs = 10_000
/** A model that nobody used so long leaves the memory. */
const unusedMs = 5 * 60_000

/**
 * @param options.folder with a model directory in each of its folders
 * @param options.chosen the name of the folder that is to rerank; null: nothing does
 */
export function createRerankers(options: {
  readonly folder: string
  readonly workersDir: string
  readonly chosen: () => string | null
  readonly onError: (error: unknown) => void
}): Rerankers {
  let open: { readonly id: string; readonly pool: TaskPool; unused: NodeJS.Timeout } | null = null
  const end = async (): Promise<void> => {
    const ended = open
    open = null
    clearTimeout(ended?.unused)
    await ended?.pool.close()
  }
  const endUnused = (): NodeJS.Timeout => setTimeout(() => void end().catch(options.onError), unusedMs).unref()
  const poolOf = (id: string): TaskPool => {
    if (open !== null && open.id !== id) void end().catch(options.onError)
    if (open === null) {
      const modelDirectory = join(options.folder, id)
      const filename = join(options.workersDir, 'inference.js')
      open = {
        ...{ id, unused: endUnused() },
        pool: new TaskPool({ filename, threads: 1, queueLimit: 64, workerData: { modelDirectory } }),
      }
    }
    clearTimeout(open.unused)
    open.unused = endUnused()
    return open.pool
  }
  return {
    list: () => listModels(options.folder, 'crossEncoder'),
    current() {
      const id = options.chosen()
      if (id === null) return null
      return {
        id,
        async scores(query, texts, signal) {
          if ((await kindOfModel(join(options.folder, id))) !== 'crossEncoder') {
            throw new QuarryError('model.missing', `No cross-encoder: ${join(options.folder, id)}`)
          }
          const startedAt = performance.now()
          const scores: number[] = []
          while (scores.length < texts.length && performance.now() - startedAt < deadlineMs) {
            const batch = texts.slice(scores.length, scores.length + textsPerBatch)
            scores.push(...(await poolOf(id).run('crossEncode', { query, texts: batch }, { signal })))
          }
          return Float32Array.from(scores)
        },
      }
    },
    close: end,
  }
}

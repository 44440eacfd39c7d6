import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { Piscina } from 'piscina'
import { fromErrorShape, QuarryError } from '../../../contract/errors'
import type { Extract, ReadAnswer, ReadTask } from '../../../contract/extract'
import type { MediaType } from '../../../contract/source'
import { Turns } from './turns'
import { unpackExtract } from './unpack'

export interface ReaderPoolOptions {
  /** Folder of the built workers, with `readers.js` in it. */
  readonly workersDir: string
  readonly threads?: number
  /** Longest time for one file, counted from when a thread has it. */
  readonly timeoutMs?: number
  /** Heap of one thread; a file that needs more fails with `read.outOfMemory`. */
  readonly maxMemoryMb?: number
  readonly maxFileBytes?: number
  /** Most characters of extracted text of one file. */
  readonly maxTextLength?: number
}

export interface ReadRequest {
  readonly path: string
  readonly name?: string
  readonly mediaTypeHint?: MediaType
  readonly signal?: AbortSignal
}

export interface ReadTextRequest {
  readonly text: string
  readonly name: string
  readonly mediaType: 'markdown' | 'text'
  readonly signal?: AbortSignal
}

export interface ReaderPool {
  /** Reads a file and cuts it into passages. Throws QuarryErrors: `read.*`, `input.empty`, `cancelled`. */
  read(request: ReadRequest): Promise<Extract>
  /** The same for text that is in no file, such as a dropped note. */
  readText(request: ReadTextRequest): Promise<Extract>
  /** Files that died or hung and cost a thread, which was replaced. */
  threadsLost(): number
  close(): Promise<void>
}

/**
 * Readers in their own threads, one file at a time each: a file that hangs, eats memory or kills its thread costs
 * itself alone, and the thread is replaced.
 */
export function createReaderPool(options: ReaderPoolOptions): ReaderPool {
  const threads = options.threads ?? Math.max(1, Math.min(4, availableParallelism() - 1))
  const timeoutMs = options.timeoutMs ?? 120_000
  const maxMemoryMb = options.maxMemoryMb ?? 1024
  const piscina = new Piscina({
    filename: join(options.workersDir, 'readers.js'),
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 30_000,
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
  })
  // The task that a dying thread had is rejected; without a listener the event of the same error would be thrown.
  piscina.on('error', () => {})
  // A file waits here and not in Piscina's queue, so that its time limit starts when a thread has it.
  const turns = new Turns(threads)
  const closing = new AbortController()
  let threadsLost = 0

  const run = async (task: ReadTask, signal: AbortSignal | undefined): Promise<Extract> => {
    const stop = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal])
    const release = await turns.take(stop)
    const limit = AbortSignal.timeout(timeoutMs)
    try {
      const answer = (await piscina.run(task, { signal: AbortSignal.any([stop, limit]) })) as ReadAnswer
      if (!answer.ok) throw fromErrorShape(answer.error)
      return await unpackExtract(answer.extract)
    } catch (error) {
      if (error instanceof QuarryError) throw error
      if (stop.aborted) throw new QuarryError('cancelled', 'Cancelled.', { cause: error })
      threadsLost++
      throw deathOf(error, limit.aborted, timeoutMs, maxMemoryMb)
    } finally {
      release()
    }
  }

  const limits = {
    maxFileBytes: options.maxFileBytes ?? 256 * 1024 * 1024,
    maxTextLength: options.maxTextLength ?? 32_000_000,
  }
  return {
    read: ({ path, name, mediaTypeHint, signal }) =>
      run(
        {
          source: { kind: 'file', path },
          name: name ?? basename(path),
          mediaTypeHint: mediaTypeHint ?? null,
          ...limits,
        },
        signal,
      ),
    readText: ({ text, name, mediaType, signal }) =>
      run({ source: { kind: 'text', text, mediaType }, name, mediaTypeHint: mediaType, ...limits }, signal),
    threadsLost: () => threadsLost,
    async close() {
      closing.abort()
      await piscina.destroy()
    },
  }
}

/** Why a thread died, as the file's error. */
function deathOf(error: unknown, isTimeout: boolean, timeoutMs: number, maxMemoryMb: number): QuarryError {
  if (isTimeout) {
    return new QuarryError('read.timeout', `Reading it took longer than ${Math.round(timeoutMs / 1000)} seconds.`, {
      remedy: 'Split it into smaller files, or save it in another format.',
      cause: error,
    })
  }
  if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new QuarryError('read.outOfMemory', `Reading it needs more than ${maxMemoryMb} MB of memory.`, {
      remedy: 'Split it into smaller files, or save it in another format.',
      cause: error,
    })
  }
  const message = error instanceof Error ? error.message : String(error)
  return new QuarryError('internal', `The reader stopped: ${message}`, { cause: error })
}

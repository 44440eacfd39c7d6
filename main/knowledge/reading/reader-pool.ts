import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Piscina } from 'piscina'
import { fromErrorShape, QuarryError } from '../../../contract/errors'
import type { Extract, ReadAnswer, ReadFileIdentity, ReadTask } from '../../../contract/extract'
import type { MediaType } from '../../../contract/source'
import { endInOrder } from '../../threads'
import { batchFileBytes, type ReadOutcome, takeBatch, type WaitingRead } from './read-batch'
import { unpackExtract } from './unpack'

/**
 * Longest time for a batch of small files; what takes longer is read again file by file, each with its own time.
 * A batch that is full takes a tenth of a second.
 */
const batchTimeoutMs = 15_000

/** Files handed on between two turns of the loop: a few milliseconds' work. */
const settledPerTurn = 8

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
  /** Size when it was last seen: small files that wait together go to a thread together. */
  readonly sizeBytes?: number
  readonly mediaTypeHint?: MediaType
  readonly signal?: AbortSignal
}

export interface ReadTextRequest {
  readonly text: string
  readonly name: string
  readonly mediaType: 'markdown' | 'text'
  readonly signal?: AbortSignal
}

/** An extract, and what the file was that it was made of. */
export interface ReadFile extends Extract {
  readonly file: ReadFileIdentity
}

export interface ReaderPool {
  /** Reads a file and cuts it into passages. Throws QuarryErrors: `read.*`, `input.empty`, `cancelled`. */
  read(request: ReadRequest): Promise<ReadFile>
  /** The same for text that is in no file, such as a dropped note. */
  readText(request: ReadTextRequest): Promise<Extract>
  /** Threads that died or hung and were replaced. */
  threadsLost(): number
  close(): Promise<void>
}

/**
 * Readers in their own threads. A thread has one file at a time, or some small ones one after the other, as a
 * message for each would cost more than reading it. A file that hangs, eats memory or kills its thread costs itself
 * alone: the thread is replaced, and small files that went with it are read again, each on its own.
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
  const ending = endInOrder(piscina)
  // The task that a dying thread had is rejected; without a listener the event of the same error would be thrown.
  piscina.on('error', () => {})
  // Files wait here and not in Piscina's queue, so that their time limit starts when a thread has them.
  const waiting: WaitingRead[] = []
  let freeThreads = threads
  let isScheduled = false
  let isClosed = false
  let closed: Promise<void> | null = null
  let threadsLost = 0

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    // Files that are asked for in the same turn of the loop go together.
    setImmediate(() => {
      isScheduled = false
      while (freeThreads > 0 && waiting.length > 0) {
        freeThreads--
        void runBatch(takeBatch(waiting)).finally(() => {
          freeThreads++
          schedule()
        })
      }
    })
  }

  async function runBatch(batch: readonly WaitingRead[]): Promise<void> {
    const unwanted = new AbortController()
    let wanted = batch.filter((read) => !read.isSettled).length
    if (wanted === 0) return
    for (const read of batch) {
      read.onUnwanted = () => {
        wanted--
        if (wanted === 0) unwanted.abort()
      }
    }
    const limitMs = batch.length > 1 ? Math.min(timeoutMs, batchTimeoutMs) : timeoutMs
    const limit = AbortSignal.timeout(limitMs)
    // In a batch a file that grew meanwhile is over the limit, and gets a thread of its own.
    const tasks = batch.map(({ task }) => (batch.length > 1 ? { ...task, maxFileBytes: batchFileBytes } : task))
    let answers: ReadAnswer[]
    try {
      answers = (await piscina.run(tasks, { signal: AbortSignal.any([unwanted.signal, limit]) })) as ReadAnswer[]
    } catch (error) {
      if (wanted === 0) return
      if (isClosed) {
        for (const read of batch) read.cancel()
        return
      }
      threadsLost++
      if (batch.length > 1) for (const read of batch.toReversed()) again(read)
      else batch[0]!.reject(deathOf(error, limit.aborted, limitMs, maxMemoryMb))
      return
    }
    for (const [index, read] of batch.entries()) {
      // What waits for each goes on at once: a portion at a time, so that the thread stays free.
      if (index > 0 && index % settledPerTurn === 0) await nextTurn()
      await settle(read, answers[index]!, batch.length > 1)
    }
  }

  async function settle(read: WaitingRead, answer: ReadAnswer, isInBatch: boolean): Promise<void> {
    if (read.isSettled) return
    if (answer.ok) read.resolve({ extract: await unpackExtract(answer.extract), file: answer.file })
    else if (isInBatch && answer.error.code === 'read.tooLarge') again(read)
    else read.reject(fromErrorShape(answer.error))
  }

  /** Next in line, and alone. */
  function again(read: WaitingRead): void {
    if (read.isSettled) return
    read.isAlone = true
    waiting.unshift(read)
    schedule()
  }

  function enqueue(task: ReadTask, sizeBytes: number | null, signal: AbortSignal | undefined): Promise<ReadOutcome> {
    return new Promise((resolve, reject) => {
      if (isClosed || signal?.aborted) return reject(new QuarryError('cancelled', 'Cancelled.'))
      const cancel = () => {
        const at = waiting.indexOf(read)
        if (at >= 0) waiting.splice(at, 1)
        read.reject(new QuarryError('cancelled', 'Cancelled.'))
        read.onUnwanted?.()
      }
      const settled = () => {
        read.isSettled = true
        signal?.removeEventListener('abort', cancel)
      }
      const read: WaitingRead = {
        task,
        sizeBytes,
        isAlone: sizeBytes === null,
        isSettled: false,
        onUnwanted: null,
        cancel,
        resolve: (outcome) => {
          settled()
          resolve(outcome)
        },
        reject: (error) => {
          settled()
          reject(error)
        },
      }
      signal?.addEventListener('abort', cancel, { once: true })
      waiting.push(read)
      schedule()
    })
  }

  const limits = {
    maxFileBytes: options.maxFileBytes ?? 256 * 1024 * 1024,
    maxTextLength: options.maxTextLength ?? 32_000_000,
  }
  return {
    async read({ path, name, sizeBytes, mediaTypeHint, signal }) {
      const task = {
        source: { kind: 'file' as const, path },
        name: name ?? basename(path),
        mediaTypeHint: mediaTypeHint ?? null,
        ...limits,
      }
      const { extract, file } = await enqueue(task, sizeBytes ?? null, signal)
      if (file === null) throw new QuarryError('internal', 'A file was read, and nothing told what it was.')
      return { ...extract, file }
    },
    async readText({ text, name, mediaType, signal }) {
      const task = { source: { kind: 'text' as const, text, mediaType }, name, mediaTypeHint: mediaType, ...limits }
      return (await enqueue(task, null, signal)).extract
    },
    threadsLost: () => threadsLost,
    close() {
      isClosed = true
      for (const read of [...waiting]) read.cancel()
      // What a thread reads right now is not waited for: that may take minutes, and is read again.
      closed ??= ending.end(Promise.resolve())
      return closed
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

import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { fromErrorShape, QuarryError } from '../../../contract/errors'
import type { ReadAnswer, ReaderWork, ReadFile, ReadMessage, ReadTask } from '../../../contract/extract'
import type { ReadFact } from '../../../contract/progress'
import type { PassageInContext } from '../../../contract/search-text'
import type { MediaType } from '../../../contract/source'
import { createOccupancy, endInOrder, type ThreadsAtWork } from '../../threads'
import { createWorkLimit } from './work-limit'

/** Most bytes of a file that is read together with others; with more, reading takes longer than the message about it. */
export const smallFileBytes = 100 * 1024
/** Longest time for one of several small files: a tenth of a second's work. What takes longer is to be read alone. */
const togetherTimeoutMs = 15_000

export interface ReaderPoolOptions {
  /** Folder of the built workers, with `readers.js` in it. */
  readonly workersDir: string
  readonly threads?: number
  /** Longest time for one file without progress, counted from when its thread began with it. */
  readonly timeoutMs?: number
  /** Heap of one thread; a file that needs more fails with `read.outOfMemory`. */
  readonly maxMemoryMb?: number
  readonly maxFileBytes?: number
  /** Most characters of extracted text of one file. */
  readonly maxTextLength?: number
}

/** What every read is told besides what it reads. */
export interface ReadOptions {
  /** Scripts that the encoder reads: passages in others get no vector. Default: it reads all. */
  readonly scripts?: readonly string[]
  /** Called a few times a second while a large file is read. */
  readonly onProgress?: (progress: ReadFact) => void
  readonly signal?: AbortSignal
}

export interface FileToRead {
  readonly path: string
  readonly name?: string
  readonly mediaTypeHint?: MediaType
}

export interface TextToRead {
  readonly text: string
  readonly name: string
  readonly mediaType: 'markdown' | 'text'
}

/**
 * What became of one of several files. `apart`: nothing is known of it, as its thread died while it had them all, or it
 * has grown too large to be read beside others; it is to be read by itself.
 */
export type ReadTogether =
  | { readonly kind: 'read'; readonly file: ReadFile }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'apart' }

export interface ReaderPool {
  /** Reads a file and makes of it what the store takes. Throws QuarryErrors: `read.*`, `input.empty`, `cancelled`. */
  read(request: FileToRead & ReadOptions): Promise<ReadFile>
  /** Reads small files one after the other in one thread; answers for each, in order. Throws `cancelled` alone. */
  readTogether(files: readonly FileToRead[], options: ReadOptions): Promise<ReadTogether[]>
  /** The same for text that is in no file, such as a dropped note. */
  readText(request: TextToRead & ReadOptions): Promise<ReadFile>
  /** The search text of each passage, as this version and this runtime build it. Throws `cancelled`. */
  segment(passages: readonly PassageInContext[], signal: AbortSignal): Promise<string[]>
  /** Threads that read right now, of all; null where none does. */
  work(): ThreadsAtWork | null
  /** Threads that died or hung and were replaced. */
  threadsLost(): number
  close(): Promise<void>
}

/** What waits for a thread, or has one. */
interface WaitingWork {
  readonly given: ReaderWork
  readonly onProgress: ((progress: ReadFact) => void) | undefined
  /** Aborted when nobody waits for it any more: then its thread is given up. */
  readonly unwanted: AbortSignal
  isSettled: boolean
  resolve(answers: unknown): void
  reject(error: unknown): void
}

/** The thread that read something died of it, or took too long. */
class ThreadLost extends Error {
  constructor(
    readonly isTimeout: boolean,
    readonly limitMs: number,
    cause: unknown,
  ) {
    super('A reader stopped.', { cause })
  }
}

/**
 * Readers in their own threads. A thread has one file at a time, or some small ones one after the other, as a
 * message for each would cost more than reading it. A file that hangs, eats memory or kills its thread costs itself
 * alone: the thread is replaced, and of small files that went with it nothing is said but that each is to go alone.
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
  const waiting: WaitingWork[] = []
  let freeThreads = threads
  let isClosed = false
  let closed: Promise<void> | null = null
  let threadsLost = 0
  const occupancy = createOccupancy()

  function proceed(): void {
    while (freeThreads > 0 && waiting.length > 0) {
      freeThreads--
      const end = occupancy.begin()
      void run(waiting.shift()!).finally(() => {
        end()
        freeThreads++
        proceed()
      })
    }
  }

  async function run(work: WaitingWork): Promise<void> {
    const { given, onProgress } = work
    const isTogether = given.kind === 'read' && given.tasks.length > 1
    const limit = createWorkLimit(isTogether ? Math.min(timeoutMs, togetherTimeoutMs) : timeoutMs)
    const { port1, port2 } = new MessageChannel()
    port1.on('message', (message: ReadMessage) => {
      if (message.type === 'began') return limit.begin()
      limit.extend()
      onProgress?.(message.progress)
    })
    try {
      const signal = AbortSignal.any([work.unwanted, limit.signal])
      work.resolve(await piscina.run({ given, port: port2 }, { signal, transferList: [port2] }))
    } catch (error) {
      if (work.isSettled) return
      if (isClosed) return work.reject(new QuarryError('cancelled', 'Cancelled.'))
      threadsLost++
      work.reject(new ThreadLost(limit.signal.aborted, limit.ms, error))
    } finally {
      limit.end()
      port1.close()
    }
  }

  function enqueue<Answer>(given: ReaderWork, { signal, onProgress }: ReadOptions): Promise<readonly Answer[]> {
    return new Promise((resolve, reject) => {
      if (isClosed || signal?.aborted) return reject(new QuarryError('cancelled', 'Cancelled.'))
      const unwanted = new AbortController()
      const cancel = () => {
        const at = waiting.indexOf(read)
        if (at >= 0) waiting.splice(at, 1)
        read.reject(new QuarryError('cancelled', 'Cancelled.'))
        unwanted.abort()
      }
      const settled = () => {
        read.isSettled = true
        signal?.removeEventListener('abort', cancel)
      }
      const read: WaitingWork = {
        given,
        onProgress,
        unwanted: unwanted.signal,
        isSettled: false,
        resolve: (answers) => {
          settled()
          resolve(answers as readonly Answer[])
        },
        reject: (error) => {
          settled()
          reject(error)
        },
      }
      signal?.addEventListener('abort', cancel, { once: true })
      waiting.push(read)
      proceed()
    })
  }

  /** One task's answer; its errors are thrown. */
  async function readAlone(task: ReadTask, options: ReadOptions): Promise<ReadFile> {
    let answer: ReadAnswer
    try {
      answer = (await enqueue<ReadAnswer>({ kind: 'read', tasks: [task] }, options))[0]!
    } catch (error) {
      throw error instanceof ThreadLost ? deathOf(error, maxMemoryMb) : error
    }
    if (!answer.ok) throw fromErrorShape(answer.error)
    return answer
  }

  const limits = {
    maxFileBytes: options.maxFileBytes ?? 256 * 1024 * 1024,
    maxTextLength: options.maxTextLength ?? 32_000_000,
  }
  const fileTask = ({ path, name, mediaTypeHint }: FileToRead, { scripts = [] }: ReadOptions): ReadTask => ({
    source: { kind: 'file', path },
    name: name ?? basename(path),
    mediaTypeHint: mediaTypeHint ?? null,
    scripts,
    ...limits,
  })
  return {
    read: (request) => readAlone(fileTask(request, request), request),
    async readTogether(files, options) {
      const maxFileBytes = Math.min(limits.maxFileBytes, smallFileBytes)
      const tasks = files.map((file) => ({ ...fileTask(file, options), maxFileBytes }))
      let answers: readonly ReadAnswer[]
      try {
        answers = await enqueue<ReadAnswer>({ kind: 'read', tasks }, options)
      } catch (error) {
        if (error instanceof ThreadLost) return files.map(() => ({ kind: 'apart' }))
        throw error
      }
      return answers.map((answer) => {
        if (answer.ok) return { kind: 'read', file: answer }
        if (answer.error.code === 'read.tooLarge') return { kind: 'apart' }
        return { kind: 'failed', error: fromErrorShape(answer.error) }
      })
    },
    readText({ text, name, mediaType, ...options }) {
      const source = { kind: 'text' as const, text, mediaType }
      return readAlone({ source, name, mediaTypeHint: mediaType, scripts: options.scripts ?? [], ...limits }, options)
    },
    async segment(passages, signal) {
      try {
        return [...(await enqueue<string>({ kind: 'segment', passages }, { signal }))]
      } catch (error) {
        throw error instanceof ThreadLost ? deathOf(error, maxMemoryMb) : error
      }
    },
    work() {
      const occupied = occupancy.now()
      return occupied && { ...occupied, total: threads }
    },
    threadsLost: () => threadsLost,
    close() {
      isClosed = true
      for (const read of waiting.splice(0)) read.reject(new QuarryError('cancelled', 'Cancelled.'))
      // What a thread reads right now is not waited for: that may take minutes, and is read again.
      closed ??= ending.end(Promise.resolve())
      return closed
    },
  }
}

/** Why a thread died, as the file's error. */
function deathOf({ isTimeout, limitMs, cause }: ThreadLost, maxMemoryMb: number): QuarryError {
  if (isTimeout) {
    return new QuarryError('read.timeout', `Reading it made no progress for ${Math.round(limitMs / 1000)} seconds.`, {
      remedy: 'splitOrOtherFormat',
      cause,
    })
  }
  if ((cause as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new QuarryError('read.outOfMemory', `Reading it needs more than ${maxMemoryMb} MB of memory.`, {
      remedy: 'splitOrOtherFormat',
      cause,
    })
  }
  const message = cause instanceof Error ? cause.message : String(cause)
  return new QuarryError('internal', `The reader stopped: ${message}`, { cause })
}

import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { Piscina } from 'piscina'
import { fromErrorShape, QuarryError } from '../../../contract/errors'
import type { Extract, ReadAnswer, ReadFileIdentity, ReadTask } from '../../../contract/extract'
import type { MediaType } from '../../../contract/source'
import { endInOrder } from '../../threads'
import { unpackExtract } from './unpack'

/** Most bytes of a file that is read together with others; with more, reading takes longer than the message about it. */
export const smallFileBytes = 100 * 1024
/** Longest time for several small files: a tenth of a second's work. What takes longer is to be read file by file. */
const togetherTimeoutMs = 15_000

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

/** An extract, and what the file was that it was made of. */
export interface ReadFile extends Extract {
  readonly file: ReadFileIdentity
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
  /** Reads a file and cuts it into passages. Throws QuarryErrors: `read.*`, `input.empty`, `cancelled`. */
  read(request: ReadRequest): Promise<ReadFile>
  /** Reads small files one after the other in one thread; answers for each, in order. Throws `cancelled` alone. */
  readTogether(
    files: readonly Omit<ReadRequest, 'signal'>[],
    options: { signal?: AbortSignal },
  ): Promise<ReadTogether[]>
  /** The same for text that is in no file, such as a dropped note. */
  readText(request: ReadTextRequest): Promise<Extract>
  /** Threads that died or hung and were replaced. */
  threadsLost(): number
  close(): Promise<void>
}

type SuccessfulRead = ReadAnswer & { readonly ok: true }

/** What waits for a thread, or has one. */
interface WaitingRead {
  readonly tasks: readonly ReadTask[]
  /** Aborted when nobody waits for it any more: then its thread is given up. */
  readonly unwanted: AbortSignal
  isSettled: boolean
  resolve(answers: readonly ReadAnswer[]): void
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
  const waiting: WaitingRead[] = []
  let freeThreads = threads
  let isClosed = false
  let closed: Promise<void> | null = null
  let threadsLost = 0

  function proceed(): void {
    while (freeThreads > 0 && waiting.length > 0) {
      freeThreads--
      void run(waiting.shift()!).finally(() => {
        freeThreads++
        proceed()
      })
    }
  }

  async function run(read: WaitingRead): Promise<void> {
    const limitMs = read.tasks.length > 1 ? Math.min(timeoutMs, togetherTimeoutMs) : timeoutMs
    const limit = AbortSignal.timeout(limitMs)
    try {
      const signal = AbortSignal.any([read.unwanted, limit])
      read.resolve((await piscina.run(read.tasks, { signal })) as ReadAnswer[])
    } catch (error) {
      if (read.isSettled) return
      if (isClosed) return read.reject(new QuarryError('cancelled', 'Cancelled.'))
      threadsLost++
      read.reject(new ThreadLost(limit.aborted, limitMs, error))
    }
  }

  function enqueue(tasks: readonly ReadTask[], signal: AbortSignal | undefined): Promise<readonly ReadAnswer[]> {
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
      const read: WaitingRead = {
        tasks,
        unwanted: unwanted.signal,
        isSettled: false,
        resolve: (answers) => {
          settled()
          resolve(answers)
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
  async function readAlone(task: ReadTask, signal: AbortSignal | undefined): Promise<ReadFile | Extract> {
    let answer: ReadAnswer
    try {
      answer = (await enqueue([task], signal))[0]!
    } catch (error) {
      throw error instanceof ThreadLost ? deathOf(error, maxMemoryMb) : error
    }
    if (!answer.ok) throw fromErrorShape(answer.error)
    return readFileOf(answer)
  }

  const limits = {
    maxFileBytes: options.maxFileBytes ?? 256 * 1024 * 1024,
    maxTextLength: options.maxTextLength ?? 32_000_000,
  }
  const fileTask = ({ path, name, mediaTypeHint }: Omit<ReadRequest, 'signal'>): ReadTask => ({
    source: { kind: 'file', path },
    name: name ?? basename(path),
    mediaTypeHint: mediaTypeHint ?? null,
    ...limits,
  })
  return {
    async read({ signal, ...request }) {
      return asFile(await readAlone(fileTask(request), signal))
    },
    async readTogether(files, { signal }) {
      const maxFileBytes = Math.min(limits.maxFileBytes, smallFileBytes)
      const tasks = files.map((file) => ({ ...fileTask(file), maxFileBytes }))
      let answers: readonly ReadAnswer[]
      try {
        answers = await enqueue(tasks, signal)
      } catch (error) {
        if (error instanceof ThreadLost) return files.map(() => ({ kind: 'apart' }))
        throw error
      }
      const outcomes: ReadTogether[] = []
      for (const answer of answers) {
        if (answer.ok) outcomes.push({ kind: 'read', file: asFile(await readFileOf(answer)) })
        else if (answer.error.code === 'read.tooLarge') outcomes.push({ kind: 'apart' })
        else outcomes.push({ kind: 'failed', error: fromErrorShape(answer.error) })
      }
      return outcomes
    },
    readText({ text, name, mediaType, signal }) {
      const task = { source: { kind: 'text' as const, text, mediaType }, name, mediaTypeHint: mediaType, ...limits }
      return readAlone(task, signal)
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

async function readFileOf(answer: SuccessfulRead): Promise<ReadFile | Extract> {
  const extract = await unpackExtract(answer.extract)
  return answer.file === null ? extract : { ...extract, file: answer.file }
}

function asFile(read: ReadFile | Extract): ReadFile {
  if (!('file' in read)) throw new QuarryError('internal', 'A file was read, and nothing told what it was.')
  return read
}

/** Why a thread died, as the file's error. */
function deathOf({ isTimeout, limitMs, cause }: ThreadLost, maxMemoryMb: number): QuarryError {
  if (isTimeout) {
    return new QuarryError('read.timeout', `Reading it took longer than ${Math.round(limitMs / 1000)} seconds.`, {
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

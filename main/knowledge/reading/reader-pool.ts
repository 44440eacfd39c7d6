import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { fromErrorShape, QuarryError } from '../../../contract/errors'
import type {
  PicturesAnswer,
  PicturesTask,
  ReadAnswer,
  ReaderWork,
  ReadFile,
  ReadMessage,
  ReadTask,
  RedactedText,
} from '../../../contract/library/extract'
import type { RecognitionLanguage } from '../../../contract/library/recognition'
import type { FigurePictures, MediaType } from '../../../contract/library/source'
import type { ReadFact } from '../../../contract/progress'
import type { PassageInContext } from '../../../contract/recall/search-text'
import {
  createWorkLimit,
  createWorkProcesses,
  ProcessLost,
  type StartWorkProcess,
  startChildProcess,
} from '../../processes'
import type { ThreadsAtWork } from '../../threads'

/** Most bytes of a file that is read together with others; with more, reading takes longer than the message about it. */
export const smallFileBytes = 100 * 1024
/** Longest time for one of several small files: a tenth of a second's work. What takes longer is to be read alone. */
const togetherTimeoutMs = 15_000

export interface ReaderPoolOptions {
  /** Folder of the built workers, with `readers.js` in it. */
  readonly workersDir: string
  /** How a process is started. Default: as a child of this one. */
  readonly start?: StartWorkProcess
  /** Files that are read at the same time. */
  readonly places?: number
  /** Longest time for one file without progress, counted from when its reader began with it. */
  readonly timeoutMs?: number
  /** Resident memory of one reader; a file that needs more fails with `read.outOfMemory`. */
  readonly maxMemoryMb?: number
  readonly maxFileBytes?: number
  /** Most characters of extracted text of one file. */
  readonly maxTextLength?: number
}

/** What every read is told besides what it reads. */
export interface ReadOptions {
  /** Scripts that the encoder reads: passages in others get no vector. Default: it reads all. */
  readonly scripts?: readonly string[]
  /** Languages of text to recognise in pictures. Default: none, pictures are not read. */
  readonly recognise?: readonly RecognitionLanguage[]
  /** Called a few times a second while a large file is read. */
  readonly onProgress?: (progress: ReadFact) => void
  readonly signal?: AbortSignal
}

export interface FileToRead {
  readonly path: string
  readonly name?: string
  readonly mediaTypeHint?: MediaType
  /** Fingerprints of what looks like a secret and is none. Default: none is known. */
  readonly notSecrets?: readonly string[]
}

export interface TextToRead {
  readonly text: string
  readonly name: string
  readonly mediaType: 'markdown' | 'text'
  readonly notSecrets?: readonly string[]
}

export type PicturesRequest = Omit<PicturesTask, 'maxFileBytes' | 'maxTextLength'>

/**
 * What became of one of several files. `apart`: nothing is known of it, as its reader died while it had them all, or it
 * has grown too large to be read beside others; it is to be read by itself.
 */
export type ReadTogether =
  | { readonly kind: 'read'; readonly file: ReadFile }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'apart' }

export interface ReaderPool {
  /** Reads a file and makes of it what the store takes. Throws QuarryErrors: `read.*`, `input.empty`, `cancelled`. */
  read(request: FileToRead & ReadOptions): Promise<ReadFile>
  /** Reads small files one after the other in one process; answers for each, in order. Throws `cancelled` alone. */
  readTogether(files: readonly FileToRead[], options: ReadOptions): Promise<ReadTogether[]>
  /** The same for text that is in no file, such as a dropped note. */
  readText(request: TextToRead & ReadOptions): Promise<ReadFile>
  /** The pictures of a figure, of a file that was read. Throws QuarryErrors: `read.*`, `input.empty`, `cancelled`. */
  pictures(request: PicturesRequest): Promise<FigurePictures>
  /** The search text of each passage, as this version and this runtime build it. Throws `cancelled`. */
  segment(passages: readonly PassageInContext[], signal: AbortSignal): Promise<string[]>
  /** Texts with their secrets masked, before anything keeps them. Throws `cancelled`. */
  redact(texts: readonly string[], signal?: AbortSignal): Promise<RedactedText[]>
  /** Readers at work right now, of all; null where none is. */
  work(): ThreadsAtWork | null
  close(): Promise<void>
}

/**
 * Readers in processes of their own. A process has one file at a time, or some small ones one after the other, as a
 * message for each would cost more than reading it. A file that hangs, eats memory or crashes its reader costs itself
 * alone: of small files that went with it nothing is said but that each is to go alone.
 */
export function createReaderPool(options: ReaderPoolOptions): ReaderPool {
  const timeoutMs = options.timeoutMs ?? 60_000
  const maxMemoryMb = options.maxMemoryMb ?? 1024
  const processes = createWorkProcesses<
    ReaderWork,
    ReadMessage,
    ReadAnswer[] | PicturesAnswer[] | string[] | RedactedText[]
  >({
    start: options.start ?? startChildProcess,
    entry: join(options.workersDir, 'readers.js'),
    name: 'reader',
    maxMemoryMb,
    egress: 'offline',
    places: options.places ?? Math.max(1, Math.min(4, availableParallelism() - 1)),
  })

  async function run<Answer>(given: ReaderWork, { signal, onProgress }: ReadOptions): Promise<readonly Answer[]> {
    const isTogether = given.kind === 'read' && given.tasks.length > 1
    const limit = createWorkLimit(isTogether ? Math.min(timeoutMs, togetherTimeoutMs) : timeoutMs)
    const onTold = (message: ReadMessage): void => {
      if (message.type === 'began') limit.begin()
      else {
        limit.extend()
        onProgress?.(message.progress)
      }
    }
    const answers = await processes.run(given, { limit, signal: signal ?? new AbortController().signal, onTold })
    return answers as unknown as readonly Answer[]
  }

  /** The answers to one piece of work that costs itself alone; a lost process is its error. */
  async function runAlone<Answer>(given: ReaderWork, options: ReadOptions): Promise<Answer[]> {
    try {
      return [...(await run<Answer>(given, options))]
    } catch (error) {
      throw error instanceof ProcessLost ? lossOf(error, timeoutMs, maxMemoryMb) : error
    }
  }

  /** One task's answer; its errors are thrown. */
  async function readAlone(task: ReadTask, options: ReadOptions): Promise<ReadFile> {
    const [answer] = (await runAlone<ReadAnswer>({ kind: 'read', tasks: [task] }, options)) as [ReadAnswer]
    if (!answer.ok) throw fromErrorShape(answer.error)
    return answer
  }

  const limits = {
    maxFileBytes: options.maxFileBytes ?? 256 * 1024 * 1024,
    maxTextLength: options.maxTextLength ?? 32_000_000,
  }
  const fileTask = (
    { path, name, mediaTypeHint, notSecrets = [] }: FileToRead,
    { scripts = [], recognise = [] }: ReadOptions,
  ): ReadTask => ({
    source: { kind: 'file', path },
    name: name ?? basename(path),
    mediaTypeHint: mediaTypeHint ?? null,
    scripts,
    recognise,
    notSecrets,
    ...limits,
  })
  return {
    read: (request) => readAlone(fileTask(request, request), request),
    async readTogether(files, options) {
      const maxFileBytes = Math.min(limits.maxFileBytes, smallFileBytes)
      const tasks = files.map((file) => ({ ...fileTask(file, options), maxFileBytes }))
      let answers: readonly ReadAnswer[]
      try {
        answers = await run<ReadAnswer>({ kind: 'read', tasks }, options)
      } catch (error) {
        if (error instanceof ProcessLost) return files.map(() => ({ kind: 'apart' }))
        throw error
      }
      return answers.map((answer) => {
        if (answer.ok) return { kind: 'read', file: answer }
        if (answer.error.code === 'read.tooLarge') return { kind: 'apart' }
        return { kind: 'failed', error: fromErrorShape(answer.error) }
      })
    },
    readText({ text, name, mediaType, notSecrets = [], ...options }) {
      const source = { kind: 'text' as const, text, mediaType }
      const task = {
        source,
        name,
        mediaTypeHint: mediaType,
        scripts: options.scripts ?? [],
        recognise: [],
        notSecrets,
        ...limits,
      }
      return readAlone(task, options)
    },
    async pictures(request) {
      const task = { ...request, ...limits }
      const [answer] = (await runAlone<PicturesAnswer>({ kind: 'pictures', task }, {})) as [PicturesAnswer]
      if (!answer.ok) throw fromErrorShape(answer.error)
      return answer
    },
    segment: (passages, signal) => runAlone<string>({ kind: 'segment', passages }, { signal }),
    redact: (texts, signal) =>
      runAlone<RedactedText>({ kind: 'redact', texts }, signal === undefined ? {} : { signal }),
    work: () => processes.atWork(),
    // What is read right now is not waited for: that may take minutes, and is read again.
    close: () => processes.close(),
  }
}

/** Why a reader ended, as the file's error. */
function lossOf(cause: ProcessLost, timeoutMs: number, maxMemoryMb: number): QuarryError {
  switch (cause.loss) {
    case 'timeLimit': {
      const message = `Reading it made no progress for ${Math.round(timeoutMs / 1000)} seconds.`
      return new QuarryError('read.timeout', message, { remedy: 'splitOrOtherFormat', cause })
    }
    case 'memoryLimit': {
      const message = `Reading it needs more than ${maxMemoryMb} MB of memory.`
      return new QuarryError('read.outOfMemory', message, { remedy: 'splitOrOtherFormat', cause })
    }
    case 'crashed':
      return new QuarryError('read.crashed', `The reader crashed (${cause.exit}).`, {
        remedy: 'splitOrOtherFormat',
        context: { exit: cause.exit },
        cause,
      })
    case 'neverReady':
      return new QuarryError('internal', `The reader did not start: ${cause.message}`, { cause })
  }
}

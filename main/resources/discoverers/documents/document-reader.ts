import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fromErrorShape, QuarryError } from '../../../../contract/errors'
import type { DescribedDocument, DocumentAnswer, DocumentTask } from '../../../../contract/resources/documents'
import {
  createWorkLimit,
  createWorkProcesses,
  ProcessLost,
  type StartWorkProcess,
  startChildProcess,
} from '../../../processes'
import { crashedError } from '../crashed'

/** Largest description that is looked at. A parsed one takes up to ten times its size. */
export const maxDocumentBytes = 64 * 1024 * 1024

export interface DocumentReaderOptions {
  /** Folder of the built workers, with `documents.js` in it. */
  readonly workersDir: string
  /** How a process is started. Default: as a child of this one. */
  readonly start?: StartWorkProcess
  /** Longest time for one document, counted from when its process begins to read it. */
  readonly timeoutMs?: number
  /** Resident memory of a process; a document that needs more fails with `resource.tooLarge`. */
  readonly maxMemoryMb?: number
}

/** Parses descriptions in processes of their own: a hostile one costs itself alone. */
export interface DocumentReader {
  /**
   * What the document is; null where it is not of the kind that is wanted. Throws QuarryErrors: `resource.invalid`
   * (with `context.line` where it is known), `resource.tooLarge`, `resource.timeout`, `resource.notFound`,
   * `resource.corrupt`, `cancelled`.
   */
  read(task: DocumentTask, signal: AbortSignal): Promise<DescribedDocument | null>
  close(): Promise<void>
}

export function createDocumentReader(options: DocumentReaderOptions): DocumentReader {
  const timeoutMs = options.timeoutMs ?? 60_000
  const maxMemoryMb = options.maxMemoryMb ?? 1024
  const processes = createWorkProcesses<DocumentTask, 'began', DocumentAnswer>({
    start: options.start ?? startChildProcess,
    entry: join(options.workersDir, 'documents.js'),
    name: 'descriptions',
    maxMemoryMb,
    egress: 'offline',
    places: Math.max(1, Math.min(2, availableParallelism() - 1)),
  })
  return {
    async read(task, signal) {
      const limit = createWorkLimit(timeoutMs)
      let answer: DocumentAnswer
      try {
        answer = await processes.run(task, { limit, signal, onTold: () => limit.begin() })
      } catch (error) {
        throw error instanceof ProcessLost ? lossOf(error, timeoutMs, maxMemoryMb) : error
      }
      if (!answer.ok) throw fromErrorShape(answer.error)
      return answer.document
    },
    close: () => processes.close(),
  }
}

/** Why the process ended, as the document's error. */
function lossOf(cause: ProcessLost, timeoutMs: number, maxMemoryMb: number): QuarryError {
  switch (cause.loss) {
    case 'timeLimit':
      return new QuarryError(
        'resource.timeout',
        `Reading it took longer than ${Math.round(timeoutMs / 1000)} seconds.`,
        {
          cause,
        },
      )
    case 'memoryLimit':
      return new QuarryError('resource.tooLarge', `Reading it needs more than ${maxMemoryMb} MB of memory.`, {
        remedy: 'split',
        cause,
      })
    case 'crashed':
      return crashedError(cause)
    case 'neverReady':
      return new QuarryError('internal', `The description reader did not start: ${cause.message}`, {
        cause,
      })
  }
}

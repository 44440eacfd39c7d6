import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { DescribedDocument, DocumentAnswer, DocumentRequest, DocumentTask } from '../../../../contract/documents'
import { fromErrorShape, QuarryError } from '../../../../contract/errors'
import { createTurns, endInOrder, startGuardMs } from '../../../threads'

/** Largest description that is looked at. A parsed one takes up to ten times its size. */
export const maxDocumentBytes = 64 * 1024 * 1024

export interface DocumentReaderOptions {
  /** Folder of the built workers, with `documents.js` in it. */
  readonly workersDir: string
  /** Longest time for one document, counted from when its thread begins to read it. */
  readonly timeoutMs?: number
  /** Heap of a thread; a document that needs more fails with `resource.tooLarge`. */
  readonly maxMemoryMb?: number
}

/** Parses descriptions in threads of their own: a hostile one costs itself, and the main thread stays free. */
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
  const threads = Math.max(1, Math.min(2, availableParallelism() - 1))
  const piscina = new Piscina({
    filename: join(options.workersDir, 'documents.js'),
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 10_000,
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
  })
  const ending = endInOrder(piscina)
  // The task that a dying thread had is rejected; without a listener the event of the same error would be thrown.
  piscina.on('error', () => {})
  const closing = new AbortController()
  // Documents wait here and not in Piscina's queue: whoever waits can be given up without a thread.
  const turns = createTurns(threads)
  let closed: Promise<void> | null = null

  async function run(task: DocumentTask, signal: AbortSignal): Promise<DocumentAnswer> {
    const limit = new AbortController()
    const { port1: started, port2 } = new MessageChannel()
    let timer = setTimeout(() => limit.abort(), startGuardMs)
    started.once('message', () => {
      clearTimeout(timer)
      timer = setTimeout(() => limit.abort(), timeoutMs)
    })
    try {
      const request: DocumentRequest = { task, started: port2 }
      return (await piscina.run(request, {
        transferList: [port2],
        signal: AbortSignal.any([signal, closing.signal, limit.signal]),
      })) as DocumentAnswer
    } catch (error) {
      if (signal.aborted || closing.signal.aborted) throw cancelled()
      throw deathOf(error, limit.signal.aborted, timeoutMs, maxMemoryMb)
    } finally {
      clearTimeout(timer)
      started.close()
    }
  }

  return {
    async read(task, signal) {
      if (signal.aborted || closing.signal.aborted) throw cancelled()
      const giveBack = await turns.take(AbortSignal.any([signal, closing.signal]))
      try {
        const answer = await run(task, signal)
        if (!answer.ok) throw fromErrorShape(answer.error)
        return answer.document
      } finally {
        giveBack()
      }
    },
    close() {
      closing.abort()
      closed ??= ending.end(Promise.resolve())
      return closed
    },
  }
}

const cancelled = (): QuarryError => new QuarryError('cancelled', 'Cancelled.')

/** Why a thread died, as the document's error. */
function deathOf(error: unknown, isTimeout: boolean, timeoutMs: number, maxMemoryMb: number): QuarryError {
  if (isTimeout) {
    const message = `Reading it took longer than ${Math.round(timeoutMs / 1000)} seconds.`
    return new QuarryError('resource.timeout', message, { cause: error })
  }
  if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new QuarryError('resource.tooLarge', `Reading it needs more than ${maxMemoryMb} MB of memory.`, {
      remedy: 'split',
      cause: error,
    })
  }
  const message = error instanceof Error ? error.message : String(error)
  return new QuarryError('internal', `The thread that reads descriptions stopped: ${message}`, { cause: error })
}

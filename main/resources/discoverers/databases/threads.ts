import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type {
  DatabaseInspection,
  DatabaseInterrupt,
  DatabaseMessage,
  DatabasePlace,
  DatabaseRows,
  DatabaseTask,
  DatabaseThreadOptions,
  InspectionLimits,
} from '../../../../contract/database-tasks'
import { fromErrorShape, QuarryError } from '../../../../contract/errors'
import { createTurns } from '../../../threads'

/** How long an interrupted engine may take to come to its end before its thread is ended under it. */
const interruptPatienceMs = 2000
/** How long an ended thread may hang in its native module before nobody waits for it any more. */
const endPatienceMs = 5000

const inspectionLimits: InspectionLimits = {
  maxTables: 500,
  maxColumnsPerTable: 1000,
  sampledRows: 200,
  samplesPerColumn: 5,
  sampleLength: 80,
  detailsMs: 8000,
  maxTriedRows: 1_000_000,
  triesMs: 4000,
}

export interface DatabaseThreadsOptions {
  /** Folder of the built workers, with `databases.js` in it. */
  readonly workersDir: string
  /** Asked anew for each thread. */
  readonly egress: () => DatabaseThreadOptions['egress']
  /** Databases looked at at the same time. */
  readonly threads?: number
  /** Longest time for one look, counted from when its thread is started. */
  readonly timeoutMs?: number
  /** JavaScript heap of one thread. */
  readonly maxMemoryMb?: number
  readonly limits?: Partial<InspectionLimits>
}

export interface SelectRequest {
  readonly sql: string
  readonly maxRows: number
  readonly maxCellLength?: number
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

export interface DatabaseThreads {
  /** Throws QuarryErrors: `resource.*`, `egress.denied`, `cancelled`. */
  inspect(place: DatabasePlace, signal: AbortSignal): Promise<DatabaseInspection>
  /** One query, read-only. Throws the same; `resource.invalid` where it is no query or does not stand up. */
  select(place: DatabasePlace, request: SelectRequest): Promise<DatabaseRows>
  close(): Promise<void>
}

type Answer = Extract<DatabaseMessage, { kind: 'inspected' | 'selected' }>

/**
 * A thread for each look at a database, ended with it: whatever a hostile file does to an engine's memory or time, it
 * does to that thread alone.
 */
export function createDatabaseThreads(options: DatabaseThreadsOptions): DatabaseThreads {
  const threads = options.threads ?? 2
  const timeoutMs = options.timeoutMs ?? 20_000
  const maxMemoryMb = options.maxMemoryMb ?? 512
  const limits = { ...inspectionLimits, ...options.limits }
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()
  const turns = createTurns(threads)

  async function run(task: UnplacedTask, limitMs: number, wanted: AbortSignal | undefined): Promise<Answer> {
    const signal = wanted === undefined ? closing.signal : AbortSignal.any([wanted, closing.signal])
    const giveBack = await turns.take(signal)
    try {
      const scratch = await mkdtemp(join(tmpdir(), `quarry-database-${process.pid}-`))
      try {
        if (signal.aborted) throw cancelled()
        return await runThread({
          file: join(options.workersDir, 'databases.js'),
          threadOptions: { egress: options.egress(), task: { ...task, scratch } as DatabaseTask },
          maxMemoryMb,
          limitMs,
          signal,
        })
      } finally {
        await rm(scratch, { recursive: true, force: true })
      }
    } finally {
      giveBack()
    }
  }

  function tracked<Value>(work: Promise<Value>): Promise<Value> {
    running.add(work)
    const done = (): void => void running.delete(work)
    work.then(done, done)
    return work
  }

  return {
    async inspect(place, signal) {
      const answer = await tracked(run({ kind: 'inspect', place, limits }, timeoutMs, signal))
      if (answer.kind !== 'inspected') throw new QuarryError('internal', 'The thread answered something else.')
      return answer.inspection
    },
    async select(place, request) {
      const { sql, maxRows, maxCellLength = 10_000 } = request
      const task = { kind: 'select' as const, place, sql, maxRows, maxCellLength }
      const answer = await tracked(run(task, request.timeoutMs ?? timeoutMs, request.signal))
      if (answer.kind !== 'selected') throw new QuarryError('internal', 'The thread answered something else.')
      return answer.rows
    },
    async close() {
      closing.abort()
      await Promise.allSettled(running)
    },
  }
}

type WithoutScratch<Task> = Task extends unknown ? Omit<Task, 'scratch'> : never
type UnplacedTask = WithoutScratch<DatabaseTask>

const cancelled = (): QuarryError => new QuarryError('cancelled', 'Cancelled.')

interface ThreadRun {
  readonly file: string
  readonly threadOptions: DatabaseThreadOptions
  readonly maxMemoryMb: number
  readonly limitMs: number
  readonly signal: AbortSignal
}

/** Answers once the thread is gone, so that nothing of it still holds the file or the scratch folder; or hangs for good. */
async function runThread({ file, threadOptions, maxMemoryMb, limitMs, signal }: ThreadRun): Promise<Answer> {
  const worker = new Worker(file, {
    name: 'databases',
    workerData: threadOptions,
    // Drivers take hosts, users and passwords from the environment, if there are any: none are meant for this place.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
  })
  let soFar: DatabaseInspection | null = null
  let answer: Exclude<DatabaseMessage, { kind: 'loaded' | 'soFar' }> | null = null
  let death: unknown = null
  let end: 'timeout' | 'cancelled' | null = null
  let isLoaded = false
  let patience: NodeJS.Timeout | undefined
  let abandon = (): void => {}
  const gone = new Promise<void>((resolve) => {
    abandon = resolve
    worker.once('exit', () => resolve())
  })
  // The engine is asked first: ending a thread inside a native module takes the whole process with it.
  const stop = (reason: 'timeout' | 'cancelled'): void => {
    end ??= reason
    if (!isLoaded || patience !== undefined) return
    worker.postMessage({ kind: 'interrupt' } satisfies DatabaseInterrupt)
    patience = setTimeout(() => {
      void worker.terminate()
      patience = setTimeout(abandon, endPatienceMs)
    }, interruptPatienceMs)
  }
  const limit = setTimeout(() => stop('timeout'), limitMs)
  const cancel = (): void => stop('cancelled')
  signal.addEventListener('abort', cancel, { once: true })
  worker.on('message', (message: DatabaseMessage) => {
    if (message.kind === 'soFar') soFar = message.inspection
    else if (message.kind === 'loaded') {
      isLoaded = true
      if (end !== null) stop(end)
    } else answer = message
  })
  worker.on('error', (error) => {
    death = error
  })
  await gone
  clearTimeout(limit)
  clearTimeout(patience)
  signal.removeEventListener('abort', cancel)
  return answerOf({ answer, soFar, death, end, limitMs, maxMemoryMb })
}

interface ThreadEnd {
  readonly answer: Exclude<DatabaseMessage, { kind: 'loaded' | 'soFar' }> | null
  readonly soFar: DatabaseInspection | null
  readonly death: unknown
  readonly end: 'timeout' | 'cancelled' | null
  readonly limitMs: number
  readonly maxMemoryMb: number
}

function answerOf({ answer, soFar, death, end, limitMs, maxMemoryMb }: ThreadEnd): Answer {
  if (end === 'cancelled') throw cancelled()
  if (answer !== null && answer.kind !== 'failed') return answer
  // What was seen until then stands; what is missing is null in it.
  if (end === 'timeout' && soFar !== null) return { kind: 'inspected', inspection: soFar }
  if (end === 'timeout') {
    throw new QuarryError('resource.timeout', `It did not answer within ${Math.round(limitMs / 1000)} seconds.`, {
      remedy: 'Look again when the machine or the server has less to do.',
      context: { retryable: true, limitMs },
    })
  }
  if (answer !== null) throw fromErrorShape(answer.error)
  if ((death as NodeJS.ErrnoException | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    if (soFar !== null) return { kind: 'inspected', inspection: soFar }
    throw new QuarryError('resource.tooLarge', `Looking at it needs more than ${maxMemoryMb} MB of memory.`, {
      remedy: 'Split it into smaller files, or save it in another format.',
      cause: death,
    })
  }
  const reason = death instanceof Error ? `: ${death.message}` : '.'
  throw new QuarryError('internal', `The thread of the databases stopped${reason}`, { cause: death })
}

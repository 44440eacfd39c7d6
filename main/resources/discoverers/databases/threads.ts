import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type {
  DatabaseCell,
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
import { createTurns, runThread, type ThreadEnd } from '../../../threads'

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
  /** Longest time for one look, counted from when its thread has loaded the engine. */
  readonly timeoutMs?: number
  /** JavaScript heap of one thread. */
  readonly maxMemoryMb?: number
  readonly limits?: Partial<InspectionLimits>
}

export interface SelectRequest {
  readonly sql: string
  readonly parameters?: readonly DatabaseCell[]
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
        return await answerOfThread({
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
      const { sql, parameters = [], maxRows, maxCellLength = 10_000 } = request
      const task = { kind: 'select' as const, place, sql, parameters, maxRows, maxCellLength }
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

async function answerOfThread({ file, threadOptions, maxMemoryMb, limitMs, signal }: ThreadRun): Promise<Answer> {
  const worker = new Worker(file, {
    name: 'databases',
    workerData: threadOptions,
    // Drivers take hosts, users and passwords from the environment, if there are any: none are meant for this place.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
  })
  let soFar: DatabaseInspection | null = null
  let answer: Answer | Extract<DatabaseMessage, { kind: 'failed' }> | null = null
  const { stoppedFor, death } = await runThread<DatabaseMessage>({
    thread: worker,
    onMessage(message) {
      if (message.kind === 'soFar') soFar = message.inspection
      else answer = message
    },
    interrupt: () => worker.postMessage({ kind: 'interrupt' } satisfies DatabaseInterrupt),
    workMs: limitMs,
    signal,
  })
  return answerOf({ answer, soFar, stoppedFor, death }, limitMs, maxMemoryMb)
}

interface Outcome extends ThreadEnd {
  readonly answer: Answer | Extract<DatabaseMessage, { kind: 'failed' }> | null
  readonly soFar: DatabaseInspection | null
}

function answerOf({ answer, soFar, stoppedFor, death }: Outcome, limitMs: number, maxMemoryMb: number): Answer {
  if (stoppedFor === 'cancelled') throw cancelled()
  if (answer !== null && answer.kind !== 'failed') return answer
  if (stoppedFor === 'startLimit') {
    throw new QuarryError('resource.timeout', 'The thread that was to look at it did not start.', {
      remedy: 'lookWhenMachineIsFree',
      context: { retryable: true },
    })
  }
  // What was seen until then stands; what is missing is null in it.
  if (stoppedFor === 'workLimit' && soFar !== null) return { kind: 'inspected', inspection: soFar }
  if (stoppedFor === 'workLimit') {
    throw new QuarryError('resource.timeout', `It did not answer within ${Math.round(limitMs / 1000)} seconds.`, {
      remedy: 'lookWhenMachineIsFree',
      context: { retryable: true, limitMs },
    })
  }
  if (answer !== null) throw fromErrorShape(answer.error)
  if ((death as NodeJS.ErrnoException | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    if (soFar !== null) return { kind: 'inspected', inspection: soFar }
    throw new QuarryError('resource.tooLarge', `Looking at it needs more than ${maxMemoryMb} MB of memory.`, {
      remedy: 'splitOrOtherFormat',
      cause: death,
    })
  }
  const reason = death instanceof Error ? `: ${death.message}` : '.'
  throw new QuarryError('internal', `The thread of the databases stopped${reason}`, { cause: death })
}

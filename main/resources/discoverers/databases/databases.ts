import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  DatabaseAnswer,
  DatabaseCell,
  DatabaseInspection,
  DatabasePlace,
  DatabaseRows,
  DatabaseTask,
  DatabaseTold,
  InspectionLimits,
} from '../../../../contract/databases/database-tasks'
import { fromErrorShape, QuarryError } from '../../../../contract/errors'
import type { ProcessEgress } from '../../../../contract/processes/work-process'
import {
  createByEgress,
  createWorkLimit,
  createWorkProcesses,
  ProcessLost,
  type StartWorkProcess,
  startChildProcess,
  type WorkProcesses,
} from '../../../processes'
import { crashedError } from '../crashed'
import { makeScratch } from './scratch'

/** A person reads an answer before the next question: the process waits for it so long. */
const idleMs = 120_000

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

export interface DatabasesOptions {
  /** Folder of the built workers, with `databases.js` in it. */
  readonly workersDir: string
  /** How a process is started. Default: as a child of this one. */
  readonly start?: StartWorkProcess
  /** Whether servers may be connected to; asked anew for each look. Files are looked at offline in any case. */
  readonly egress: () => ProcessEgress
  /** Databases looked at at the same time, of files and of servers. */
  readonly places?: number
  /** Longest time for one look, counted from when its process has loaded. */
  readonly timeoutMs?: number
  /** Resident memory of one process. */
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

export interface Databases {
  /** Throws QuarryErrors: `resource.*`, `egress.denied`, `cancelled`. */
  inspect(place: DatabasePlace, signal: AbortSignal): Promise<DatabaseInspection>
  /** One query, read-only. Throws the same; `resource.invalid` where it is no query or does not stand up. */
  select(place: DatabasePlace, request: SelectRequest): Promise<DatabaseRows>
  /** The same processes, where servers may be connected to by another setting. */
  within(egress: DatabasesOptions['egress']): Databases
  close(): Promise<void>
}

/**
 * A process for each look at a database; it stays for the next one if nothing happened to it. Whatever a hostile file
 * does to an engine's memory, time or code, it does to that process alone.
 */
export function createDatabases(options: DatabasesOptions): Databases {
  const timeoutMs = options.timeoutMs ?? 20_000
  const maxMemoryMb = options.maxMemoryMb ?? 1024
  const limits = { ...inspectionLimits, ...options.limits }
  type Processes = WorkProcesses<DatabaseTask, DatabaseTold, DatabaseAnswer>
  const processesOf = (egress: ProcessEgress): Processes =>
    createWorkProcesses({
      start: options.start ?? startChildProcess,
      entry: join(options.workersDir, 'databases.js'),
      name: 'databases',
      maxMemoryMb,
      egress,
      places: options.places ?? 2,
      idleMs,
      // A server goes on with a query whose connection is only cut.
      canBeInterrupted: egress !== 'offline',
    })
  const byEgress = createByEgress(processesOf)

  async function ask(
    egress: DatabasesOptions['egress'],
    task: UnplacedTask,
    limitMs: number,
    signal = new AbortController().signal,
  ): Promise<Answered> {
    const scratch = await makeScratch()
    let soFar: DatabaseInspection | null = null
    try {
      const processes = byEgress.of(task.place.kind === 'server' ? egress() : 'offline')
      const limit = createWorkLimit(limitMs)
      const onTold = (told: DatabaseTold): void => {
        if (told.kind === 'began') limit.begin()
        else soFar = told.inspection
      }
      const answer = await processes.run({ ...task, scratch } as DatabaseTask, { limit, signal, onTold })
      if (answer.kind === 'failed') throw fromErrorShape(answer.error)
      return answer
    } catch (error) {
      if (!(error instanceof ProcessLost)) throw error
      // What was seen until then stands; what is missing is null in it.
      const isTooMuch = error.loss === 'timeLimit' || error.loss === 'memoryLimit'
      if (isTooMuch && soFar !== null) return { kind: 'inspected', inspection: soFar }
      throw lossOf(error, limitMs, maxMemoryMb)
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  }

  const within = (egress: DatabasesOptions['egress']): Databases => ({
    within,
    async inspect(place, signal) {
      const answer = await ask(egress, { kind: 'inspect', place, limits }, timeoutMs, signal)
      if (answer.kind !== 'inspected') throw new QuarryError('internal', 'The process sent an unexpected answer.')
      return answer.inspection
    },
    async select(place, request) {
      const { sql, parameters = [], maxRows, maxCellLength = 10_000 } = request
      const task = { kind: 'select' as const, place, sql, parameters, maxRows, maxCellLength }
      const answer = await ask(egress, task, request.timeoutMs ?? timeoutMs, request.signal)
      if (answer.kind !== 'selected') throw new QuarryError('internal', 'The process sent an unexpected answer.')
      return answer.rows
    },
    close: () => byEgress.close(),
  })
  return within(options.egress)
}

type Answered = Exclude<DatabaseAnswer, { kind: 'failed' }>
type WithoutScratch<Task> = Task extends unknown ? Omit<Task, 'scratch'> : never
type UnplacedTask = WithoutScratch<DatabaseTask>

/** Why the process ended, as the database's error. */
function lossOf(cause: ProcessLost, limitMs: number, maxMemoryMb: number): QuarryError {
  switch (cause.loss) {
    case 'timeLimit':
      return new QuarryError('resource.timeout', `It did not answer within ${Math.round(limitMs / 1000)} seconds.`, {
        remedy: 'lookWhenMachineIsFree',
        context: { retryable: true, limitMs },
        cause,
      })
    case 'memoryLimit':
      return new QuarryError('resource.tooLarge', `Inspection needs more than ${maxMemoryMb} MB of memory.`, {
        remedy: 'splitOrOtherFormat',
        cause,
      })
    case 'crashed':
      return crashedError(cause)
    case 'neverReady':
      return new QuarryError('resource.timeout', 'The inspection process did not start.', {
        remedy: 'lookWhenMachineIsFree',
        context: { retryable: true },
        cause,
      })
  }
}

import type { Worker } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { fromErrorShape, QuarryError } from '../../contract/errors'
import type {
  InferenceReply,
  InferenceTaskName,
  InferenceTasks,
  InferenceWorkerOptions,
} from '../../contract/processes/inference'
import { createOccupancy, type EndedInOrder, endInOrder, type ThreadsAtWork } from '../threads'

export type Priority = 'interactive' | 'bulk'

export interface TaskOptions {
  readonly priority?: Priority
  readonly signal?: AbortSignal | undefined
  /** Buffers that go over without a copy. Such a task cannot be tried again: what it carried is gone. */
  readonly transfer?: readonly ArrayBuffer[]
  /** False for a task that needs what its thread remembers: the thread that replaces it remembers nothing. */
  readonly retry?: boolean
}

interface Waiting {
  readonly name: InferenceTaskName
  readonly input: unknown
  readonly transfer: readonly ArrayBuffer[] | undefined
  readonly attempts: number
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
}

interface TaskPoolStats {
  readonly threads: number
  readonly waiting: number
  readonly running: number
  readonly tasksDone: number
  readonly crashes: number
}

/**
 * Tasks that wait before another thread starts: to load the model takes one as long as some four batches do. A pool that has
 * done `tasksOfShortLife` is no command's that ends at once, and starts one for whatever waits.
 */
const tasksPerStart = 3
const tasksOfShortLife = 24

/**
 * A Piscina pool of inference threads behind a bounded queue of its own: what a person waits for goes before bulk
 * work, a cancelled task leaves the queue (one that runs is left to finish and its answer dropped, as ending it would
 * cost the thread its loaded model), and a task whose thread died is run once more by the thread that replaces it.
 */
export class TaskPool {
  readonly #pool: Piscina
  readonly #ending: EndedInOrder
  readonly #threads: number
  readonly #queueLimit: number
  readonly #waiting: Record<Priority, Waiting[]> = { interactive: [], bulk: [] }
  /** What runs, with the end of its work in a thread. */
  readonly #running = new Map<Waiting, Promise<void>>()
  readonly #occupancy = createOccupancy()
  #isWarm = false
  #tasksDone = 0
  #crashes = 0
  #closed: Promise<void> | null = null

  constructor(options: { filename: string; threads: number; queueLimit: number; workerData: InferenceWorkerOptions }) {
    this.#threads = options.threads
    this.#queueLimit = options.queueLimit
    // The runtime's own telemetry, of the model and the machine, leaves by native code: no guard of Node's sockets sees it.
    process.env.ORT_DISABLE_TELEMETRY = '1'
    this.#pool = new Piscina({
      filename: options.filename,
      // Threads start with their first task: a command that lists sessions needs none.
      minThreads: 0,
      maxThreads: options.threads,
      idleTimeout: Number.POSITIVE_INFINITY,
      concurrentTasksPerWorker: 1,
      workerData: options.workerData,
    })
    this.#ending = endInOrder(this.#pool)
    // A thread that dies between two tasks fails nobody: Piscina replaces it, and the next task notices nothing.
    this.#pool.on('error', () => {
      this.#crashes += 1
    })
  }

  /** The live threads, for tests that end one. */
  get threads(): readonly Worker[] {
    return this.#pool.threads
  }

  /** Tasks that wait or run. */
  get depth(): number {
    return this.#waiting.interactive.length + this.#waiting.bulk.length + this.#running.size
  }

  get stats(): TaskPoolStats {
    return {
      threads: this.#threads,
      waiting: this.depth - this.#running.size,
      running: this.#running.size,
      tasksDone: this.#tasksDone,
      crashes: this.#crashes,
    }
  }

  /** Threads that work right now, of all; null where none does. */
  get work(): ThreadsAtWork | null {
    const occupied = this.#occupancy.now()
    return occupied && { ...occupied, total: this.#threads }
  }

  /**
   * Runs one task.
   * @throws QuarryError `inference.queueFull`, `inference.crashed` (twice), `cancelled`, or what the task failed with
   */
  run<Name extends InferenceTaskName>(
    name: Name,
    input: InferenceTasks[Name]['input'],
    { priority = 'interactive', signal, transfer, retry = true }: TaskOptions = {},
  ): Promise<InferenceTasks[Name]['output']> {
    if (this.#closed !== null) return Promise.reject(closed())
    if (signal?.aborted) return Promise.reject(cancelled())
    const queue = this.#waiting[priority]
    if (queue.length >= this.#queueLimit) {
      return Promise.reject(
        new QuarryError('inference.queueFull', `More than ${this.#queueLimit} tasks wait for the encoder.`),
      )
    }
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        const at = queue.indexOf(waiting)
        if (at >= 0) queue.splice(at, 1)
        reject(cancelled())
      }
      const settled = (): void => signal?.removeEventListener('abort', abort)
      const waiting: Waiting = {
        name,
        input,
        transfer,
        attempts: retry && transfer === undefined ? 2 : 1,
        resolve: (value) => {
          settled()
          resolve(value)
        },
        reject: (error) => {
          settled()
          reject(error)
        },
      }
      signal?.addEventListener('abort', abort, { once: true })
      queue.push(waiting)
      this.#dispatch()
    })
  }

  /** Runs a task in every thread at once, and from now on uses all of them, however little waits. */
  async warm(name: 'describe'): Promise<void> {
    this.#isWarm = true
    await Promise.all(Array.from({ length: this.#threads }, () => this.run(name, null)))
  }

  /** Fails what waits and what runs, and ends the threads once they have loaded and their work is behind them. */
  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    for (const queue of Object.values(this.#waiting)) {
      for (const waiting of queue.splice(0)) waiting.reject(closed())
    }
    for (const running of this.#running.keys()) running.reject(closed())
    await this.#ending.end(Promise.all(this.#running.values()))
  }

  /** Threads that may work at once, one that is yet to start among them. */
  get #activeLimit(): number {
    const waiting = this.#waiting.interactive.length + this.#waiting.bulk.length
    const startsAnother = this.#isWarm || waiting >= (this.#tasksDone < tasksOfShortLife ? tasksPerStart : 1)
    const started = Math.max(1, this.#pool.threads.length)
    return Math.min(this.#threads, startsAnother ? Math.max(started, this.#running.size + 1) : started)
  }

  #dispatch(): void {
    while (this.#running.size < this.#activeLimit) {
      const next = this.#waiting.interactive.shift() ?? this.#waiting.bulk.shift()
      if (next === undefined) return
      this.#running.set(next, this.#execute(next))
    }
  }

  async #execute(task: Waiting): Promise<void> {
    let settle: () => void
    const end = this.#occupancy.begin()
    try {
      const reply = await this.#attempt(task)
      this.#tasksDone += 1
      settle = reply.ok ? () => task.resolve(reply.value) : () => task.reject(fromErrorShape(reply.error))
    } catch (error) {
      settle = () => task.reject(error)
    }
    this.#running.delete(task)
    end()
    this.#dispatch()
    settle()
  }

  async #attempt({
    name,
    input,
    transfer,
    attempts,
  }: Pick<Waiting, 'name' | 'input' | 'transfer' | 'attempts'>): Promise<InferenceReply<never>> {
    const options = { name, ...(transfer === undefined ? {} : { transferList: [...transfer] }) }
    let cause: unknown
    for (let attempt = 0; attempt < attempts; attempt++) {
      try {
        return (await this.#pool.run(input, options)) as InferenceReply<never>
      } catch (error) {
        // Tasks answer their failures, so this is the death of the thread, or the end of the pool.
        if (this.#closed !== null) throw closed()
        this.#crashes += 1
        cause = error
      }
    }
    throw new QuarryError('inference.crashed', `The encoder thread died during ${name}.`, { cause })
  }
}

const closed = (): QuarryError => new QuarryError('cancelled', 'The encoder is closed.')
const cancelled = (): QuarryError => new QuarryError('cancelled', 'Cancelled.')

import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { fromErrorShape, QuarryError } from '../../contract/errors'
import type {
  EngineModules,
  StoreCounters,
  StoreReply,
  StoreRequest,
  StoreWorkerOptions,
  WireValue,
} from '../../contract/processes/store-protocol'
import type { StatementOptions } from './database'

/** A request without the number that the connection gives it. */
type Unnumbered<Request> = Request extends { readonly id: number } ? Omit<Request, 'id'> : never

interface Waiting {
  resolve(reply: Extract<StoreReply, { kind: 'rows' | 'counters' }>): void
  reject(error: QuarryError): void
}

/** What the first thread of this process compiled: each later one opens in half the time. */
let compiledEngine: EngineModules | undefined

/** How many of the last round trips the latency is taken from. */
const latencySamples = 32

/** The port to one store thread: numbers requests, matches replies, fails all of them when the thread is gone. */
export class WorkerConnection {
  /** Resolves with the reason once the thread is gone; null after `close`. */
  readonly ended: Promise<QuarryError | null>
  readonly created: 'no' | 'template' | 'initdb'
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  readonly #tookMs: number[] = []
  #nextId = 1
  #end: (reason: QuarryError | null) => void = () => undefined
  #failure: QuarryError | null = null
  #closing: Promise<void> | null = null

  private constructor(worker: Worker, created: 'no' | 'template' | 'initdb') {
    this.#worker = worker
    this.created = created
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
    worker.on('message', (reply: StoreReply) => this.#receive(reply))
    worker.on('error', (error) => {
      this.#fail(new QuarryError('store.closed', `The store's thread failed: ${error.message}`, { cause: error }))
    })
    worker.on('exit', (exitCode) => {
      const because = this.#closing === null ? `ended with code ${exitCode}` : 'was closed'
      this.#fail(new QuarryError('store.closed', `The store's thread ${because}.`), this.#closing !== null)
    })
  }

  /**
   * Starts a thread that opens the cluster, and waits until it is open.
   * @throws QuarryError `store.corrupt`, `store.diskFull`, `store.readOnly`, or `store.closed` if the thread dies
   */
  static async open(workersDir: string, options: StoreWorkerOptions): Promise<WorkerConnection> {
    const workerData: StoreWorkerOptions = { ...options, modules: compiledEngine }
    const worker = new Worker(join(workersDir, 'store.js'), { name: 'store', workerData })
    try {
      const reply = await firstReply(worker)
      if (reply.kind === 'openFailed') throw fromErrorShape(reply.error)
      if (reply.kind !== 'opened') throw new QuarryError('internal', 'The store sent an unexpected answer.')
      compiledEngine = reply.modules
      return new WorkerConnection(worker, reply.created)
    } catch (error) {
      await worker.terminate()
      throw error
    }
  }

  /** Why the thread is gone, or null while it works. */
  get failure(): QuarryError | null {
    return this.#failure
  }

  /** Median of the last round trips, in ms; 0 before the first. */
  latencyMs(): number {
    const sorted = this.#tookMs.toSorted((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? 0
  }

  async counters(): Promise<StoreCounters> {
    const reply = await this.#ask({ kind: 'counters' })
    if (reply.kind !== 'counters') throw new QuarryError('internal', 'The store sent an unexpected answer.')
    return reply.counters
  }

  async query<Row extends object>(
    sql: string,
    parameters: readonly WireValue[],
    transactionId: number | null,
    { signal, prepared = false }: StatementOptions = {},
  ): Promise<Row[]> {
    const reply = await this.#ask({ kind: 'query', transactionId, sql, parameters, prepared }, signal)
    return (reply.kind === 'rows' ? reply.rows : []) as Row[]
  }

  async script(sql: string, transactionId: number | null): Promise<void> {
    await this.#ask({ kind: 'script', transactionId, sql })
  }

  /** Waits for its turn; answers the transaction's number. */
  async begin(signal?: AbortSignal): Promise<number> {
    const transactionId = this.#nextId
    await this.#ask({ kind: 'begin' }, signal)
    return transactionId
  }

  async commit(transactionId: number): Promise<void> {
    await this.#ask({ kind: 'commit', transactionId })
  }

  async rollback(transactionId: number): Promise<void> {
    await this.#ask({ kind: 'rollback', transactionId })
  }

  /** Lets everything that was asked before finish, writes a checkpoint and ends the thread. */
  async close(): Promise<void> {
    this.#closing ??= this.#close()
    await this.#closing
  }

  async #close(): Promise<void> {
    try {
      if (this.#failure === null) await this.#ask({ kind: 'close' })
    } finally {
      await this.#worker.terminate()
    }
  }

  #ask(
    request: Unnumbered<StoreRequest>,
    signal?: AbortSignal,
  ): Promise<Extract<StoreReply, { kind: 'rows' | 'counters' }>> {
    if (this.#failure !== null) return Promise.reject(this.#failure)
    if (signal?.aborted) return Promise.reject(new QuarryError('cancelled', 'Cancelled.'))
    const id = this.#nextId
    this.#nextId += 1
    const asked = performance.now()
    return new Promise((resolve, reject) => {
      const cancel = (): void => this.#worker.postMessage({ kind: 'cancel', id } satisfies StoreRequest)
      const settle = (): void => {
        this.#waiting.delete(id)
        signal?.removeEventListener('abort', cancel)
      }
      this.#waiting.set(id, {
        resolve: (reply) => {
          settle()
          this.#tookMs.push(performance.now() - asked)
          if (this.#tookMs.length > latencySamples) this.#tookMs.shift()
          resolve(reply)
        },
        reject: (error) => {
          settle()
          reject(error)
        },
      })
      signal?.addEventListener('abort', cancel, { once: true })
      try {
        this.#worker.postMessage({ ...request, id } as StoreRequest)
      } catch (cause) {
        settle()
        reject(new QuarryError('store.query', 'A parameter has an unsupported type.', { cause }))
      }
    })
  }

  #receive(reply: StoreReply): void {
    if (reply.kind === 'fatal') {
      this.#fail(fromErrorShape(reply.error))
      void this.#worker.terminate()
    }
    if (reply.kind === 'rows' || reply.kind === 'counters') this.#waiting.get(reply.id)?.resolve(reply)
    else if (reply.kind === 'failed') this.#waiting.get(reply.id)?.reject(fromErrorShape(reply.error))
  }

  #fail(reason: QuarryError, expected = false): void {
    if (this.#failure !== null) return
    this.#failure = reason
    for (const waiting of [...this.#waiting.values()]) waiting.reject(reason)
    this.#end(expected ? null : reason)
  }
}

function firstReply(worker: Worker): Promise<StoreReply> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', (cause) => {
      reject(new QuarryError('store.closed', `The store's thread failed to start: ${cause.message}`, { cause }))
    })
    worker.once('exit', (exitCode) => {
      reject(new QuarryError('store.closed', `The store's thread ended with code ${exitCode} before it was open.`))
    })
  })
}

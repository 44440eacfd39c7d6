import '../egress/offline'
import { setFlagsFromString } from 'node:v8'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { QuarryError, toErrorShape } from '../../contract/errors'
import type { StoreReply, StoreRequest, StoreWorkerOptions } from '../../contract/processes/store-protocol'
import { provideCluster } from './cluster'
import { compileEngine, Engine, EngineDead } from './engine'
import { fileError } from './sql-errors'
import { type QueuedRequest, StatementQueue } from './statement-queue'

/**
 * The store's thread: PGlite, which runs each statement to its end without giving the thread back, must not do that
 * where windows and actors live.
 */
async function serve(port: MessagePort, options: StoreWorkerOptions): Promise<void> {
  const send = (reply: StoreReply, transferable: ArrayBuffer[] = []): void => port.postMessage(reply, transferable)
  const queue = new StatementQueue()
  let engine: Engine
  try {
    const compiling = options.modules === undefined ? compileEngine() : Promise.resolve(options.modules)
    // Awaited below: where the cluster cannot be provided, that is what is told.
    compiling.catch(() => undefined)
    const created = await provideCluster(options.clusterDirectory, options.templateDirectory, compiling)
    const modules = await compiling
    engine = await Engine.open(options.clusterDirectory, options.owner, modules)
    send({ kind: 'opened', created, modules })
  } catch (error) {
    send({ kind: 'openFailed', error: error instanceof EngineDead ? error.shape : fileError(error) })
    port.close()
    return
  }

  let running = false
  let idleTimer: NodeJS.Timeout | undefined

  /** Rolls a transaction back that nobody continues: all others wait for it. */
  const watchIdle = (): void => {
    clearTimeout(idleTimer)
    if (queue.openTransaction === null) return
    idleTimer = setTimeout(() => {
      if (running || queue.openTransaction === null) return
      abandoned.add(queue.openTransaction)
      queue.ended()
      running = true
      void engine.script('rollback').then(proceed, stop)
    }, options.transactionIdleTimeoutMs)
  }
  /** Transactions that were rolled back for idling: their later statements are told so. */
  const abandoned = new Set<number>()

  const run = async (request: QueuedRequest): Promise<void> => {
    if (request.kind === 'rollback' && request.transactionId !== queue.openTransaction) {
      send({ kind: 'rows', id: request.id, rows: [] })
      return
    }
    if (
      'transactionId' in request &&
      request.transactionId !== null &&
      request.transactionId !== queue.openTransaction
    ) {
      const reason = abandoned.has(request.transactionId)
        ? `was rolled back: no statement came for ${options.transactionIdleTimeoutMs} ms`
        : 'has ended'
      throw new QuarryError('store.query', `The transaction ${reason}.`)
    }
    switch (request.kind) {
      case 'query': {
        const { rows, transferable } = await engine.query(request.sql, request.parameters, request.prepared)
        send({ kind: 'rows', id: request.id, rows }, transferable)
        return
      }
      case 'script':
        await engine.script(request.sql)
        break
      case 'begin':
        await engine.script('begin')
        queue.opened(request.id)
        break
      case 'commit': {
        queue.ended()
        const { tag } = await engine.script('commit')
        // PostgreSQL answers a commit of a failed transaction with ROLLBACK and no error.
        if (tag !== 'COMMIT')
          throw new QuarryError('store.query', 'A statement failed, so the transaction was rolled back.')
        break
      }
      case 'rollback':
        queue.ended()
        await engine.script('rollback')
        break
      case 'close':
        await engine.close()
        send({ kind: 'rows', id: request.id, rows: [] })
        port.close()
        return
    }
    send({ kind: 'rows', id: request.id, rows: [] })
  }

  const stop = (error: unknown): void => {
    const shape = error instanceof EngineDead ? error.shape : toErrorShape(error)
    send({ kind: 'fatal', error: shape })
    port.close()
  }

  const proceed = (): void => {
    const request = queue.take()
    if (request === null) {
      running = false
      watchIdle()
      return
    }
    running = true
    clearTimeout(idleTimer)
    // A turn of the event loop between two statements lets cancellations in.
    const next = (): void => void setImmediate(proceed)
    run(request).then(next, (error: unknown) => {
      if (error instanceof EngineDead) {
        stop(error)
        return
      }
      send({ kind: 'failed', id: request.id, error: toErrorShape(error) })
      next()
    })
  }

  port.on('message', (request: StoreRequest) => {
    if (request.kind === 'counters') {
      const counters = { fsyncs: engine.fsyncs, queries: engine.queries }
      send({ kind: 'counters', id: request.id, counters })
    } else if (request.kind === 'cancel') {
      if (queue.cancel(request.id)) {
        send({ kind: 'failed', id: request.id, error: { code: 'cancelled', message: 'Cancelled.' } })
      }
    } else {
      queue.add(request)
      if (!running) proceed()
    }
  })
}

/**
 * V8 compiles a function of WebAssembly anew, optimised, once it has run so many bytes of it; by default 13 million,
 * which some hundred functions of PostgreSQL reach while it starts. On two cores that work stands in the way of the
 * start itself: the first answers come up to half a second later, and what is hot afterwards is optimised all the same.
 */
setFlagsFromString('--wasm-tiering-budget=2000000000')

if (parentPort === null) throw new Error('The store runs in a worker thread.')
// As long as the port is listened to the thread has something to wait for. Without it Node takes it for idle while the
// engine opens, and holds it until V8's background threads have compiled all they were asked to: a tenth of a second of
// each start, and for ever where such a task is never run.
parentPort.ref()
await serve(parentPort, workerData as StoreWorkerOptions)

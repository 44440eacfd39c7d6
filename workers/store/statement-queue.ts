import type { StoreRequest } from '../../contract/processes/store-protocol'

/** A request that runs a statement and so has to wait for its turn. */
export type QueuedRequest = Exclude<StoreRequest, { kind: 'cancel' } | { kind: 'counters' }>

function transactionOf(request: QueuedRequest): number | null {
  return 'transactionId' in request ? request.transactionId : null
}

/**
 * The order of statements on the one connection: first come, first served, except that while a transaction is open
 * only its own statements run. Pure: knows nothing of the engine.
 */
export class StatementQueue {
  #waiting: QueuedRequest[] = []
  #openTransaction: number | null = null

  get openTransaction(): number | null {
    return this.#openTransaction
  }

  get length(): number {
    return this.#waiting.length
  }

  add(request: QueuedRequest): void {
    this.#waiting.push(request)
  }

  opened(transactionId: number): void {
    this.#openTransaction = transactionId
  }

  ended(): void {
    this.#openTransaction = null
  }

  /** The next request that may run now, taken off the queue. */
  take(): QueuedRequest | null {
    const open = this.#openTransaction
    const index = open === null ? 0 : this.#waiting.findIndex((request) => transactionOf(request) === open)
    return index < 0 ? null : (this.#waiting.splice(index, 1)[0] ?? null)
  }

  /** Takes a waiting request off the queue; false where it has run already. */
  cancel(id: number): boolean {
    const index = this.#waiting.findIndex((request) => request.id === id)
    if (index < 0) return false
    this.#waiting.splice(index, 1)
    return true
  }
}

import { QuarryError } from '../../contract/errors'
import type { StoreCounters, WireValue } from '../../contract/store-protocol'
import type { Database, KeywordQuery, ScoredPassage, SqlExecutor, SqlValue, StatementOptions } from './database'
import { rarityOfWords, searchKeywords } from './keyword-search'
import { maintain } from './maintain'
import type { WorkerConnection } from './worker-connection'

/**
 * A structured clone of a view copies the whole buffer behind it: a row of a matrix would carry the matrix along.
 */
function wireValue(value: SqlValue | undefined, index: number): WireValue {
  if (value === undefined) throw new QuarryError('store.query', `Parameter $${index + 1} is undefined.`)
  if (value instanceof Float32Array || value instanceof Uint8Array) {
    return value.byteLength === value.buffer.byteLength ? value : value.slice()
  }
  return value
}

/** The database port over the store's thread. */
export class PGliteDatabase implements Database {
  #connection: WorkerConnection
  #reopening: Promise<void> | null = null
  #closed = false
  readonly #reopen: () => Promise<WorkerConnection>

  /** `reopen` starts a new thread on the same cluster, after the engine gave up on a full disk. */
  constructor(connection: WorkerConnection, reopen: () => Promise<WorkerConnection>) {
    this.#connection = connection
    this.#reopen = reopen
  }

  async query<Row extends object>(
    sql: string,
    parameters: readonly SqlValue[] = [],
    { signal }: StatementOptions = {},
  ): Promise<Row[]> {
    const connection = await this.#working()
    return connection.query<Row>(sql, parameters.map(wireValue), null, signal)
  }

  async transaction<Value>(
    work: (transaction: SqlExecutor) => Promise<Value>,
    { signal }: StatementOptions = {},
  ): Promise<Value> {
    const connection = await this.#working()
    const transactionId = await connection.begin(signal)
    let value: Value
    try {
      value = await work({
        query: (sql, parameters = [], options = {}) =>
          connection.query(sql, parameters.map(wireValue), transactionId, options.signal),
      })
    } catch (error) {
      await rollBack(connection, transactionId, error)
      throw error
    }
    await connection.commit(transactionId)
    return value
  }

  searchKeywords(query: KeywordQuery, options: StatementOptions = {}): Promise<ScoredPassage[]> {
    return searchKeywords(this, query, options)
  }

  rarityOfWords(words: readonly string[], options: StatementOptions = {}): Promise<Map<string, number>> {
    return rarityOfWords(this, words, options)
  }

  maintain(options: StatementOptions = {}): Promise<string[]> {
    return maintain(this, options)
  }

  /** Runs several statements without parameters in one transaction; for migrations. */
  async runScript(sql: string): Promise<void> {
    await (await this.#working()).script(sql, null)
  }

  /** Median of the last round trips to the store's thread and back, in ms. */
  latencyMs(): number {
    return this.#connection.latencyMs()
  }

  async counters(): Promise<StoreCounters> {
    return (await this.#working()).counters()
  }

  async close(): Promise<void> {
    this.#closed = true
    // Whoever asked for the new connection is told why there is none.
    await this.#reopening?.catch(() => undefined)
    await this.#connection.close()
  }

  /**
   * The connection, reopened where the engine gave up on a full disk: it panics when it cannot write its log, and
   * recovers from that log once there is room. After another death it stays closed and says why.
   */
  async #working(): Promise<WorkerConnection> {
    if (this.#closed) throw new QuarryError('store.closed', 'The store is closed.')
    if (this.#connection.failure?.code === 'store.diskFull') {
      this.#reopening ??= this.#replaceConnection().finally(() => {
        this.#reopening = null
      })
      await this.#reopening
    }
    return this.#connection
  }

  /** The old thread is gone before the new one opens the same files. */
  async #replaceConnection(): Promise<void> {
    await this.#connection.close()
    this.#connection = await this.#reopen()
  }
}

/** Rolls back after `reason`; a rollback that fails too is reported with it, unless the thread is gone anyway. */
async function rollBack(connection: WorkerConnection, transactionId: number, reason: unknown): Promise<void> {
  try {
    await connection.rollback(transactionId)
  } catch (error) {
    if (connection.failure !== null) return
    throw new AggregateError([reason, error], 'A transaction failed, and so did rolling it back.', { cause: reason })
  }
}

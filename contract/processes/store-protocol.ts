import type { ErrorShape } from '../error-shape'

/**
 * What crosses the port between the store's client and its worker thread. Both ends are built together and run in one
 * process, so plain types suffice: nothing here comes from outside.
 */

/** A parameter as it crosses the port, structured-cloned; `SqlValue` of the database port is the same. */
export type WireValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Float32Array
  | Uint8Array
  | Date
  | readonly string[]
  | readonly number[]

/** PostgreSQL and its initdb in WebAssembly, compiled: threads of one process share what was made of them. */
export interface EngineModules {
  readonly pgliteWasmModule: WebAssembly.Module
  readonly initdbWasmModule: WebAssembly.Module
}

/** What the thread opens: its `workerData`. */
export interface StoreWorkerOptions {
  /** As a thread before compiled them; undefined where this is the process's first. */
  readonly modules?: EngineModules | undefined
  /** The PostgreSQL cluster; made from the template, or by initdb, where it does not exist. */
  readonly clusterDirectory: string
  /** Where templates of new clusters are kept, one per combination of versions. null: initdb each time. */
  readonly templateDirectory: string | null
  /** A transaction without a statement for so long is rolled back, since every other query waits for it. */
  /** Id of this process as the owner of rows, random for each start. */
  readonly owner: string
  readonly transactionIdleTimeoutMs: number
}

export type StoreRequest =
  | {
      readonly kind: 'query'
      readonly id: number
      /** The `id` of the transaction's `begin`, or null outside one. */
      readonly transactionId: number | null
      readonly sql: string
      readonly parameters: readonly WireValue[]
      /** Kept parsed and planned under its text. */
      readonly prepared: boolean
    }
  /** Several statements without parameters, in one implicit transaction where none is open. */
  | { readonly kind: 'script'; readonly id: number; readonly transactionId: number | null; readonly sql: string }
  | { readonly kind: 'begin'; readonly id: number }
  | { readonly kind: 'commit'; readonly id: number; readonly transactionId: number }
  | { readonly kind: 'rollback'; readonly id: number; readonly transactionId: number }
  /** Drops a query or a `begin` that still waits; one that runs finishes. */
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'counters'; readonly id: number }
  /** After everything that was asked before: checkpoint, close, end the thread. */
  | { readonly kind: 'close'; readonly id: number }

export interface StoreCounters {
  /** Calls of fsync(2) on files of the cluster since it was opened. */
  readonly fsyncs: number
  readonly queries: number
}

export type StoreReply =
  /** The first message: the cluster is open, or `openFailed`. `created`: by this start. */
  | {
      readonly kind: 'opened'
      readonly created: 'no' | 'template' | 'initdb'
      readonly modules: EngineModules
    }
  | { readonly kind: 'openFailed'; readonly error: ErrorShape }
  /** Float32Arrays of one reply are views of a few shared buffers, which are transferred, not copied. */
  | { readonly kind: 'rows'; readonly id: number; readonly rows: readonly object[] }
  | { readonly kind: 'counters'; readonly id: number; readonly counters: StoreCounters }
  | { readonly kind: 'failed'; readonly id: number; readonly error: ErrorShape }
  /** The engine is dead (a panic): every query fails with this, the thread ends. */
  | { readonly kind: 'fatal'; readonly error: ErrorShape }

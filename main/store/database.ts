import type { WireValue } from '../../contract/store-protocol'

/** What may be bound to a parameter. A Float32Array is bound as a pgvector value, in binary. */
export type SqlValue = WireValue

export interface StatementOptions {
  /** Drops a statement that still waits for its turn (`cancelled`); one that already runs finishes. */
  readonly signal?: AbortSignal | undefined
}

export interface SqlExecutor {
  /**
   * Runs one statement with bound parameters ($1 …, at most 65,535) and answers its rows as objects by column name:
   * integers of all widths, numeric and floats as number (an integer beyond 2^53 is an error), json and jsonb parsed,
   * timestamptz as an ISO 8601 string in UTC with milliseconds, bytea as Uint8Array, arrays as arrays, vector as
   * Float32Array, everything else as PostgreSQL writes it. The vectors of one answer are views of shared buffers:
   * copy what is kept for long.
   * @throws QuarryError `store.query` (context: sqlState, constraint), `store.diskFull`, `store.closed`, `cancelled`
   */
  query<Row extends object>(sql: string, parameters?: readonly SqlValue[], options?: StatementOptions): Promise<Row[]>
}

/**
 * The one database port. Its driver today is PGlite in its own thread; nothing above knows which it is.
 * Errors are QuarryErrors with a `store.*` code.
 */
export interface Database extends SqlExecutor {
  /**
   * Runs `work` in one transaction: commits when it resolves, rolls back when it throws. Other queries wait, so `work`
   * must only use the executor that it is given, and must not wait for anything slow: after a minute without a
   * statement it is rolled back.
   */
  transaction<Value>(work: (transaction: SqlExecutor) => Promise<Value>, options?: StatementOptions): Promise<Value>
  /** Closes the database; queries under way finish first, later ones fail with `store.closed`. */
  close(): Promise<void>
}

/** NUL and half surrogates as `JSON.stringify` escapes them, after an even number of backslashes. */
const unstorableEscape = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g

/**
 * A value for a parameter of type jsonb: `values ($1::jsonb)` with `asJson({ … })`. What PostgreSQL cannot keep (NUL,
 * half of a surrogate pair, as errors quote them from broken files) becomes U+FFFD.
 */
export function asJson(value: unknown): string {
  return JSON.stringify(value ?? null).replace(unstorableEscape, '$1\\ufffd')
}

/** What may be bound to a parameter. A Float32Array is bound as a pgvector value, in binary. */
export type SqlValue =
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

export interface SqlExecutor {
  /** Runs one statement with bound parameters ($1 …) and answers its rows. jsonb comes back parsed, bigint as number. */
  query<Row extends object>(sql: string, parameters?: readonly SqlValue[]): Promise<Row[]>
}

/**
 * The one database port. Its driver today is PGlite in its own thread; nothing above knows which it is.
 * Errors are QuarryErrors with a `store.*` code.
 */
export interface Database extends SqlExecutor {
  /** Runs `work` in one transaction: commits when it resolves, rolls back when it throws. Other queries wait. */
  transaction<Value>(work: (transaction: SqlExecutor) => Promise<Value>): Promise<Value>
  /** Closes the database; queries under way finish first, later ones fail with `store.closed`. */
  close(): Promise<void>
}

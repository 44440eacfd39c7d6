import type { WireValue } from '../../contract/processes/store-protocol'

/** What may be bound to a parameter. A Float32Array is bound as a pgvector value, in binary. */
export type SqlValue = WireValue

export interface StatementOptions {
  /** Drops a statement that still waits for its turn (`cancelled`); one that already runs finishes. */
  readonly signal?: AbortSignal | undefined
  /**
   * Keeps the statement parsed, and its plan once it ran a few times: for one whose text never differs, that runs often and
   * is planned the same whatever it is asked.
   */
  readonly prepared?: boolean
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

/** A search of a project's passages by words. */
export interface KeywordQuery {
  readonly projectId: string
  /** Separated by spaces, as in `passages.search_text`; a word that is written twice counts twice. */
  readonly words: string
  readonly limit: number
  /** Only passages of these sources. */
  readonly sourceIds?: readonly string[] | undefined
}

export interface ScoredPassage {
  readonly passageId: number
  readonly score: number
}

/** A search of a project's sections by words, for some of its passages; `limit` counts sections. */
export interface SectionQuery extends KeywordQuery {
  readonly passageIds: readonly number[]
}

/**
 * The one database port: PostgreSQL with pgvector, and named operations for what each driver does in its own way. Its
 * driver today is PGlite in its own thread; nothing above knows which it is. `test/integration/store/port-contract.ts`
 * is what a driver must keep. Errors are QuarryErrors with a `store.*` code.
 */
export interface Database extends SqlExecutor {
  /**
   * Runs `work` in one transaction: commits when it resolves, rolls back when it throws. Other queries wait, so `work`
   * must only use the executor that it is given, and must not wait for anything slow: after a minute without a
   * statement it is rolled back.
   */
  transaction<Value>(work: (transaction: SqlExecutor) => Promise<Value>, options?: StatementOptions): Promise<Value>
  /** The passages that match words best, by BM25 over title, heading path and text, best first; all scores are positive. */
  searchKeywords(query: KeywordQuery, options?: StatementOptions): Promise<ScoredPassage[]>
  /** Of these passages those that stand in one of the sections that match words best, each with its section's BM25. */
  searchSections(query: SectionQuery, options?: StatementOptions): Promise<ScoredPassage[]>
  /** How rare words (as the index stems them) are in all passages, in the unit of the keyword scores. */
  rarityOfWords(words: readonly string[], options?: StatementOptions): Promise<Map<string, number>>
  /**
   * Frees the space of deleted rows and refreshes the planner's statistics where much has changed, one short statement
   * after the other; for a quiet moment. Answers the tables; none where the server does this by itself.
   */
  maintain(options?: StatementOptions): Promise<string[]>
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

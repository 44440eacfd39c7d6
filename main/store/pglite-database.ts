import { QuarryError } from '../../contract/errors'
import type { StoreCounters, WireValue } from '../../contract/processes/store-protocol'
import type {
  Database,
  KeywordQuery,
  ScoredPassage,
  SectionQuery,
  SqlExecutor,
  SqlValue,
  StatementOptions,
} from './database'
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
    options: StatementOptions = {},
  ): Promise<Row[]> {
    const connection = await this.#working()
    return connection.query<Row>(sql, parameters.map(wireValue), null, options)
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
          connection.query(sql, parameters.map(wireValue), transactionId, options),
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

  searchSections(query: SectionQuery, options: StatementOptions = {}): Promise<ScoredPassage[]> {
    return searchSections(this, query, options)
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

/**
 * Autovacuum's own thresholds (PostgreSQL's defaults): 50 rows and 20% dead, or 50 rows and 10% changed since the last
 * ANALYZE. https://www.postgresql.org/docs/18/runtime-config-vacuum.html
 */
const dueTables = `
select relname as name, n_dead_tup > 50 + 0.2 * n_live_tup as dead
from pg_stat_user_tables
where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
order by relname`

/**
 * Does what autovacuum does elsewhere: PGlite has no background processes, so without this deleted rows keep their
 * space and the planner knows no sizes. One statement for each table, so that others come in between; for a quiet
 * moment, as after an ingest.
 * @returns the tables that were worked on
 * @throws QuarryError `cancelled`, or as `Database.query`
 */
async function maintain(database: SqlExecutor, options: StatementOptions): Promise<string[]> {
  // Counts of the last second are still the backend's own until it is told to hand them over.
  await database.query('select pg_stat_force_next_flush()', [], options)
  const tables = await database.query<{ name: string; dead: boolean }>(dueTables, [], options)
  for (const { name, dead } of tables) {
    await database.query(`${dead ? 'vacuum (analyze)' : 'analyze'} "${name}"`, [], options)
  }
  return tables.map(({ name }) => name)
}

/**
 * `bm25_get_current_score` reads what the index scan computed: writing the operator into the select list would score
 * every row a second time, from its text (10 against 180 ms for 300 of 3,800 passages). It is 0 after any other plan,
 * and in a small library the planner would rather sort all rows: hence sorting is off for this query.
 */
async function searchKeywords(
  database: Pick<Database, 'transaction'>,
  query: KeywordQuery,
  options: StatementOptions,
): Promise<ScoredPassage[]> {
  const { sql, parameters } = bestByWords('passages', ['passage_id as "passageId"'], query)
  return scanned<ScoredPassage>(database, sql, parameters, options)
}

/**
 * Two statements: within another one the scan computes each score anew from the section's text (500 against 10 ms for
 * 200 sections), which the extension's planner only spares a statement of its own.
 */
async function searchSections(
  database: Pick<Database, 'transaction' | 'query'>,
  query: SectionQuery,
  options: StatementOptions,
): Promise<ScoredPassage[]> {
  const { sql, parameters } = bestByWords('sections', ['source_id', 'first_ordinal', 'last_ordinal'], query)
  const sections = await scanned<ScoredSection>(database, sql, parameters, options)
  if (sections.length === 0) return []
  return database.query<ScoredPassage>(
    `select p.passage_id as "passageId", s.score
     from json_to_recordset($3::json) as s(source_id text, first_ordinal integer, last_ordinal integer, score float8)
     join passages p on p.source_id = s.source_id and p.ordinal between s.first_ordinal and s.last_ordinal
     where p.project_id = $1 and p.passage_id = any($2::bigint[])`,
    [query.projectId, [...query.passageIds], JSON.stringify(sections)],
    options,
  )
}

interface ScoredSection {
  readonly source_id: string
  readonly first_ordinal: number
  readonly last_ordinal: number
  readonly score: number
}

/** The rows of a table that match words best, each with its score. */
function bestByWords(
  table: 'passages' | 'sections',
  columns: readonly string[],
  { words, projectId, limit, sourceIds }: KeywordQuery,
): { sql: string; parameters: SqlValue[] } {
  return {
    sql: `select ${columns.join(', ')}, -bm25_get_current_score() as score from ${table}
          where project_id = $2 ${sourceIds === undefined ? '' : 'and source_id = any($4::text[])'}
          order by search_text <@> to_bm25query($1, '${table}_search') limit $3`,
    parameters: [words, projectId, limit, ...(sourceIds === undefined ? [] : [[...sourceIds]])],
  }
}

async function scanned<Row extends { readonly score: number }>(
  database: Pick<Database, 'transaction'>,
  sql: string,
  parameters: readonly SqlValue[],
  options: StatementOptions,
): Promise<Row[]> {
  const rows = await database.transaction(async (transaction) => {
    await transaction.query(`select set_config('enable_sort', 'off', true)`)
    return transaction.query<Row>(sql, parameters)
  }, options)
  return rows.filter(({ score }) => score > 0)
}

/** A text of the one word, scored by that word, is its inverse document frequency times a constant. */
async function rarityOfWords(
  executor: SqlExecutor,
  words: readonly string[],
  options: StatementOptions,
): Promise<Map<string, number>> {
  const rows = await executor.query<{ word: string; rarity: number }>(
    `select word, -(word <@> to_bm25query(word, 'passages_search')) as rarity from unnest($1::text[]) as word`,
    [words],
    options,
  )
  return new Map(rows.map(({ word, rarity }) => [word, rarity]))
}

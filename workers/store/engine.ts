import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_textsearch } from '@electric-sql/pglite-pg_textsearch'
import { vector } from '@electric-sql/pglite-pgvector'
import type { ErrorShape } from '../../contract/error-shape'
import { QuarryError, type QuarryErrorOptions } from '../../contract/errors'
import type { EngineModules, WireValue } from '../../contract/processes/store-protocol'
import { type ColumnDecoder, decoderOf, readRow, VectorArena } from './columns'
import { bindValue } from './parameters'
import { engineError, statementError } from './sql-errors'
import { SyncedNodeFS } from './synced-file-system'
import {
  bindMessage,
  type Column,
  MessageReader,
  parseMessage,
  readColumns,
  readErrorFields,
  readParameterTypes,
  scriptMessage,
  syncMessage,
} from './wire'

/** Compiles what PGlite would else compile for each cluster anew. */
export async function compileEngine(): Promise<EngineModules> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  const compiled = async (name: string) => WebAssembly.compile(await readFile(join(folder, name)))
  const [pgliteWasmModule, initdbWasmModule] = await Promise.all([compiled('pglite.wasm'), compiled('initdb.wasm')])
  return { pgliteWasmModule, initdbWasmModule }
}

/**
 * PGlite's own start parameters without `-F`, which would turn fsync off, and with the store's settings: buffers (vectors
 * are searched outside the database; recall in a library of 318 MB takes as long with 16 MB as with 32 or 128, and a start
 * 0.1 s of processor time less than with 32) and a small log (of 658 MB on disk 370 were log).
 */
const startParams: string[] = [
  '--single',
  '-O',
  '-j',
  ...[
    'search_path=public',
    'exit_on_error=false',
    'log_checkpoints=false',
    'max_worker_processes=0',
    'max_parallel_workers=0',
    'max_parallel_workers_per_gather=0',
    'max_parallel_maintenance_workers=0',
    'io_method=sync',
    'fsync=on',
    'synchronous_commit=on',
    'wal_sync_method=fsync',
    'full_page_writes=on',
    'shared_buffers=16MB',
    'maintenance_work_mem=128MB',
    'work_mem=32MB',
    'min_wal_size=32MB',
    'max_wal_size=128MB',
    'timezone=UTC',
    'datestyle=ISO',
    'jit=off',
  ].flatMap((setting) => ['-c', setting]),
]

const keptLogLines = 60

/** The engine cannot go on: it panicked, or did not answer a statement to its end. */
export class EngineDead extends Error {
  constructor(readonly shape: ErrorShape) {
    super(shape.message)
    this.name = 'EngineDead'
  }
}

export interface StatementResult {
  readonly rows: object[]
  /** What to transfer with the rows: the buffers behind their vectors. */
  readonly transferable: ArrayBuffer[]
  /** As PostgreSQL names what it did: 'COMMIT', 'INSERT 0 5' … of the last statement. */
  readonly tag: string
}

/** A statement as the engine understood it. */
interface PreparedStatement {
  /** '': of the last one that was parsed. */
  readonly name: string
  readonly parameterTypes: readonly number[]
  readonly columns: readonly Column[]
}

interface Answer {
  readonly parameterTypes: number[]
  readonly columns: Column[]
  readonly tag: string
  readonly ready: boolean
  readonly error: ErrorShape | null
}

/** PostgreSQL in WebAssembly over a directory, one statement at a time, spoken to in its wire protocol. */
export class Engine {
  queries = 0
  readonly #pglite: PGlite
  readonly #fileSystem: SyncedNodeFS
  readonly #log: string[]
  readonly #reader = new MessageReader()
  #vectorType: number | null = null
  /** Statements that are kept, by their text. */
  readonly #prepared = new Map<string, PreparedStatement>()

  private constructor(pglite: PGlite, fileSystem: SyncedNodeFS, log: string[]) {
    this.#pglite = pglite
    this.#fileSystem = fileSystem
    this.#log = log
  }

  /**
   * Opens the cluster in `directory` for the process `owner`, recovering it from its log where a crash left it; runs initdb in an empty one.
   * @throws EngineDead with `store.corrupt`, `store.diskFull` or `store.readOnly`
   */
  static async open(directory: string, owner: string, modules: EngineModules): Promise<Engine> {
    const log: string[] = []
    try {
      const fileSystem = new SyncedNodeFS(directory)
      const onStderr = (line: string): boolean => {
        log.push(line)
        if (log.length > keptLogLines) log.shift()
        return false
      }
      const pglite = await PGlite.create({
        ...modules,
        fs: fileSystem,
        extensions: { vector, pg_textsearch },
        startParams: [...startParams, '-c', `quarry.owner=${owner}`],
        onStderr,
      })
      const engine = new Engine(pglite, fileSystem, log)
      await engine.#findVectorType()
      return engine
    } catch (thrown) {
      if (thrown instanceof EngineDead) throw thrown
      throw new EngineDead(engineError('store.corrupt', log, thrown))
    }
  }

  get fsyncs(): number {
    return this.#fileSystem.fsyncs
  }

  /**
   * Runs one statement.
   * @param isKept stays parsed, and once it ran a few times planned, for the next time
   * @throws QuarryError for a statement that failed; EngineDead where the engine is gone
   */
  async query(sql: string, parameters: readonly WireValue[], isKept = false): Promise<StatementResult> {
    this.queries += 1
    const { name, columns, parameterTypes } = this.#prepared.get(sql) ?? (await this.#prepare(sql, isKept))
    if (parameterTypes.length !== parameters.length) {
      await this.#exchange(syncMessage, null)
      const message = `The statement takes ${parameterTypes.length} parameters, ${parameters.length} were given.`
      throw new QuarryError('store.query', message)
    }
    const decoders = columns.map((column) => decoderOf(column.type, this.#vectorType))
    const bound = parameters.map((value, index) => bindValue(value, parameterTypes[index] ?? 0))
    const rows: object[] = []
    const arena = new VectorArena()
    const collect = { names: columns.map((column) => column.name), decoders, rows, arena }
    const message = bindMessage(
      bound,
      decoders.map((decoder) => decoder.binary),
      name,
    )
    const answer = await this.#exchange(message, collect)
    if (answer.error !== null) throw await this.#failed(answer)
    if (!answer.ready) throw this.#dead()
    return { rows, transferable: arena.buffers, tag: answer.tag }
  }

  async #prepare(sql: string, isKept: boolean): Promise<PreparedStatement> {
    const name = isKept ? `kept${this.#prepared.size + 1}` : ''
    const { error, columns, parameterTypes, ready } = await this.#exchange(parseMessage(sql, name), null)
    if (error !== null) throw await this.#failed({ error, ready })
    const statement = { name, columns, parameterTypes }
    if (isKept) this.#prepared.set(sql, statement)
    return statement
  }

  /** Runs several statements without parameters, in one implicit transaction where none is open. */
  async script(sql: string): Promise<{ readonly tag: string }> {
    this.queries += 1
    const answer = await this.#exchange(scriptMessage(sql), null)
    if (answer.error !== null) throw await this.#failed(answer)
    if (!answer.ready) throw this.#dead()
    if (this.#vectorType === null) await this.#findVectorType()
    return { tag: answer.tag }
  }

  async close(): Promise<void> {
    await this.script('checkpoint')
    await this.#pglite.close()
  }

  async #findVectorType(): Promise<void> {
    const { rows } = await this.query("select oid from pg_type where typname = 'vector' and typtype = 'b'", [])
    this.#vectorType = (rows[0] as { oid: number } | undefined)?.oid ?? null
  }

  /** Sends a message and reads everything that the engine says to it. */
  async #exchange(
    message: Uint8Array,
    collect: {
      readonly names: readonly string[]
      readonly decoders: readonly ColumnDecoder[]
      readonly rows: object[]
      readonly arena: VectorArena
    } | null,
  ): Promise<Answer> {
    let parameterTypes: number[] = []
    let columns: Column[] = []
    let tag = ''
    let ready = false
    let error: ErrorShape | null = null
    let unreadable: unknown = null
    const onMessage = (type: string, body: Buffer): void => {
      if (type === 'D' && collect !== null) {
        try {
          collect.rows.push(readRow(body, collect.names, collect.decoders, collect.arena))
        } catch (thrown) {
          unreadable ??= thrown
        }
      } else if (type === 't') parameterTypes = readParameterTypes(body)
      else if (type === 'T') columns = readColumns(body)
      else if (type === 'C') tag = body.toString('utf8', 0, body.length - 1)
      else if (type === 'Z') ready = true
      else if (type === 'E') error ??= statementError(readErrorFields(body))
    }
    const onRawData = (bytes: Uint8Array): void => this.#reader.push(bytes, onMessage)
    try {
      await this.#pglite.execProtocolRawStream(message, { syncToFs: false, onRawData })
    } catch (thrown) {
      throw new EngineDead(engineError('store.closed', this.#log, thrown))
    }
    if (unreadable !== null) {
      const reason = unreadable instanceof Error ? unreadable.message : String(unreadable)
      error ??= { code: 'store.query', message: `A row could not be read: ${reason}` }
    }
    return { parameterTypes, columns, tag, ready, error }
  }

  /** After an error the engine skips to the next Sync; one that does not come back to ready is dead. */
  async #failed(answer: Pick<Answer, 'ready' | 'error'>): Promise<Error> {
    const ready = answer.ready || (await this.#exchange(syncMessage, null)).ready
    if (!ready) return this.#dead()
    const { code, message, ...options } = answer.error ?? statementError(new Map())
    return new QuarryError(code, message, options as QuarryErrorOptions)
  }

  #dead(): EngineDead {
    const thrown = new Error('it stopped in the middle of a statement')
    return new EngineDead(engineError('store.closed', this.#log, thrown))
  }
}

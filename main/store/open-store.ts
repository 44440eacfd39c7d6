import { constants } from 'node:fs'
import { access, mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { QuarryError } from '../../contract/errors'
import type { StoreCounters, StoreWorkerOptions } from '../../contract/store-protocol'
import type { Database } from './database'
import { type DirectoryLock, lockDirectory } from './lock'
import { maintain } from './maintain'
import { migrate } from './migrate'
import { migrations as allMigrations, type Migration } from './migrations'
import { PGliteDatabase } from './pglite-database'
import { postgresMajor, readVersionFile, refuseNewerVersion, writeVersionFile } from './version-file'
import { type StoreThread, WorkerConnection } from './worker-connection'

export interface StoreOptions {
  /** The data directory; made where it does not exist. Holds `pg/`, `lock`, `version.json` and `dumps/`. */
  readonly directory: string
  /** Where the built worker files are (`store.js`). */
  readonly workersDir: string
  /** Where the template of new clusters is kept; built there on the first use. Without it each first start runs initdb. */
  readonly templateDirectory?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Told once if the store's thread dies without having been closed. */
  readonly onFailure?: ((error: QuarryError) => void) | undefined
  /** A transaction without a statement for so long is rolled back. Default one minute. */
  readonly transactionIdleTimeoutMs?: number | undefined
  /** For tests of migrations: others than the product's. */
  readonly migrations?: readonly Migration[] | undefined
}

export interface Store {
  readonly database: Database
  /** Number of the schema's last migration. */
  readonly version: number
  readonly directory: string
  /** How the cluster came to be: it existed ('no'), or this start made it. */
  readonly created: 'no' | 'template' | 'initdb'
  /** Median of the last round trips to the store's thread, in ms; 0 before the first. */
  latencyMs(): number
  counters(): Promise<StoreCounters>
  /** Frees the space of deleted rows and tells the planner sizes; for a quiet moment. Answers the tables. */
  maintain(signal?: AbortSignal): Promise<string[]>
  /** Lets queries under way finish, closes the cluster, gives the lock back. */
  close(): Promise<void>
}

/**
 * Opens the store of a data directory, alone: takes its lock, opens or makes the cluster, migrates it.
 * @throws QuarryError `store.locked`, `store.newerVersion` (nothing touched), `store.readOnly`, `store.diskFull`,
 * `store.corrupt`, `store.closed` (the thread died), `cancelled`
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const directory = resolve(options.directory)
  const migrations = options.migrations ?? allMigrations
  throwIfCancelled(options.signal)
  const thread = WorkerConnection.start(options.workersDir)
  try {
    return await openAlone(directory, migrations, thread, options)
  } catch (error) {
    await thread.worker.terminate()
    throw error
  }
}

async function openAlone(
  directory: string,
  migrations: readonly Migration[],
  thread: StoreThread,
  options: StoreOptions,
): Promise<Store> {
  await refuseNewerVersion(directory, migrations.length)
  const lock = await onDisk(directory, async () => {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await requireWritable(directory)
    return lockDirectory(directory)
  })
  try {
    return await openLocked(directory, lock, migrations, thread, options)
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function openLocked(
  directory: string,
  lock: DirectoryLock,
  migrations: readonly Migration[],
  thread: StoreThread,
  { workersDir, templateDirectory, signal, onFailure, transactionIdleTimeoutMs = 60_000 }: StoreOptions,
): Promise<Store> {
  // Again, now that nobody else can write it.
  await refuseNewerVersion(directory, migrations.length)
  await removeUnfinished(directory)
  const workerOptions: StoreWorkerOptions = {
    clusterDirectory: join(directory, 'pg'),
    templateDirectory: templateDirectory === undefined ? null : resolve(templateDirectory),
    transactionIdleTimeoutMs,
  }
  const connect = async (started: StoreThread): Promise<WorkerConnection> => {
    const connection = await WorkerConnection.open(started, workerOptions)
    void connection.ended.then((reason) => {
      if (reason !== null) onFailure?.(reason)
    })
    return connection
  }
  const connection = await connect(thread)
  const database = new PGliteDatabase(connection, () => connect(WorkerConnection.start(workersDir)))
  try {
    throwIfCancelled(signal)
    const version = await migrate(database, migrations)
    await onDisk(directory, () => recordVersion(directory, version))
    return {
      database,
      version,
      directory,
      created: connection.created,
      latencyMs: () => database.latencyMs(),
      counters: () => database.counters(),
      maintain: (during) => maintain(database, during),
      async close() {
        try {
          await database.close()
        } finally {
          await lock.release()
        }
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new QuarryError('cancelled', 'Cancelled.')
}

async function recordVersion(directory: string, schemaVersion: number): Promise<void> {
  const recorded = await readVersionFile(directory)
  if (recorded?.schemaVersion === schemaVersion && recorded.postgresMajor === postgresMajor) return
  await writeVersionFile(directory, { schemaVersion, postgresMajor })
}

/** What a first start that was cut off left behind: never a whole cluster, see workers/store/cluster.ts. */
async function removeUnfinished(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (name.startsWith('pg.unfinished-')) await rm(join(directory, name), { recursive: true, force: true })
  }
}

/** The engine would fail on the first of these that it cannot write, with a message about its own insides. */
async function requireWritable(directory: string): Promise<void> {
  await access(directory, constants.W_OK | constants.X_OK)
  for (const inside of ['pg', 'pg/pg_wal', 'pg/global/pg_control']) {
    try {
      await access(join(directory, inside), constants.W_OK)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
}

const readOnlyCodes = new Set(['EROFS', 'EACCES', 'EPERM'])
const diskFullCodes = new Set(['ENOSPC', 'EDQUOT'])

/** Runs file work of the data directory and names its errors. */
async function onDisk<Value>(directory: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (cause instanceof QuarryError) throw cause
    if (readOnlyCodes.has(code)) {
      throw new QuarryError('store.readOnly', `The data folder ${directory} cannot be written (${code}).`, {
        remedy: 'Make it writable for you, or choose another one.',
        cause,
      })
    }
    if (diskFullCodes.has(code)) {
      throw new QuarryError('store.diskFull', `The disk of the data folder ${directory} is full (${code}).`, {
        remedy: 'Free some space on that disk, then start again: nothing that was acknowledged is lost.',
        cause,
      })
    }
    throw cause
  }
}

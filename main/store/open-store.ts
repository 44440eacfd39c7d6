import { randomUUID } from 'node:crypto'
import { accessSync, constants, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { QuarryError } from '../../contract/errors'
import type { StoreCounters, StoreWorkerOptions } from '../../contract/processes/store-protocol'
import { throwIfCancelled } from '../threads'
import type { Database } from './database'
import { type DirectoryLock, lockDirectory } from './lock'
import { migrate } from './migrate'
import { migrations as allMigrations, type Migration } from './migrations'
import { holdLease } from './owner-lease'
import { PGliteDatabase } from './pglite-database'
import { makePrivateFolder } from './private-files'
import { postgresMajor, readVersionFile, refuseNewerVersion, writeVersionFile } from './version-file'
import { WorkerConnection } from './worker-connection'

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
  refuseNewerVersion(directory, migrations.length)
  const lock = await onDisk(directory, () => {
    makePrivateFolder(directory)
    requireWritable(directory)
    return lockDirectory(directory)
  })
  try {
    return await openLocked(directory, lock, migrations, options)
  } catch (error) {
    lock.release()
    throw error
  }
}

async function openLocked(
  directory: string,
  lock: DirectoryLock,
  migrations: readonly Migration[],
  { workersDir, templateDirectory, signal, onFailure, transactionIdleTimeoutMs = 60_000 }: StoreOptions,
): Promise<Store> {
  // Again, now that nobody else can write it.
  refuseNewerVersion(directory, migrations.length)
  removeUnfinished(directory)
  const workerOptions: StoreWorkerOptions = {
    clusterDirectory: join(directory, 'pg'),
    templateDirectory: templateDirectory === undefined ? null : resolve(templateDirectory),
    owner: randomUUID(),
    transactionIdleTimeoutMs,
  }
  const connect = async (): Promise<WorkerConnection> => {
    const connection = await WorkerConnection.open(workersDir, workerOptions)
    void connection.ended.then((reason) => {
      if (reason !== null) onFailure?.(reason)
    })
    return connection
  }
  const connection = await connect()
  const database = new PGliteDatabase(connection, connect)
  try {
    throwIfCancelled(signal)
    const version = await migrate(database, migrations)
    await onDisk(directory, () => recordVersion(directory, version))
    // Its directory is locked, so whoever owned rows of it before is dead.
    const lease = migrations === allMigrations ? await holdLease(database, { alone: true }) : null
    return {
      database,
      version,
      directory,
      created: connection.created,
      latencyMs: () => database.latencyMs(),
      counters: () => database.counters(),
      async close() {
        try {
          // Where it cannot be written any more, the next start frees what this one owned.
          await lease?.end().catch(() => undefined)
          await database.close()
        } finally {
          lock.release()
        }
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

function recordVersion(directory: string, schemaVersion: number): void {
  const recorded = readVersionFile(directory)
  if (recorded?.schemaVersion === schemaVersion && recorded.postgresMajor === postgresMajor) return
  writeVersionFile(directory, { schemaVersion, postgresMajor })
}

/** What a first start that was cut off left behind: never a whole cluster, see workers/store/cluster.ts. */
function removeUnfinished(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (name.startsWith('pg.unfinished-')) rmSync(join(directory, name), { recursive: true, force: true })
  }
}

/** The engine would fail on the first of these that it cannot write, with a message about its own insides. */
function requireWritable(directory: string): void {
  accessSync(directory, constants.W_OK | constants.X_OK)
  for (const inside of ['pg', 'pg/pg_wal', 'pg/global/pg_control']) {
    try {
      accessSync(join(directory, inside), constants.W_OK)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
}

const readOnlyCodes = new Set(['EROFS', 'EACCES', 'EPERM'])
const diskFullCodes = new Set(['ENOSPC', 'EDQUOT'])

/** Runs file work of the data directory and names its errors. */
async function onDisk<Value>(directory: string, work: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (cause instanceof QuarryError) throw cause
    if (readOnlyCodes.has(code)) {
      throw new QuarryError('store.readOnly', `The data folder ${directory} is not writable (${code}).`, {
        remedy: 'makeWritable',
        cause,
      })
    }
    if (diskFullCodes.has(code)) {
      throw new QuarryError('store.diskFull', `The disk with the data folder ${directory} is full (${code}).`, {
        remedy: 'freeSpaceStart',
        cause,
      })
    }
    throw cause
  }
}

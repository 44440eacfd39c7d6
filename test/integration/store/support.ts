import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { type Database, openStore, type Store, type StoreOptions } from '../../../main/store'
import { migrate } from '../../../main/store/migrate'
import { migrations } from '../../../main/store/migrations'
import type { PGliteDatabase } from '../../../main/store/pglite-database'
import { bareTemplateDirectory, templateDirectory, workersDir } from '../../prepared-store'

export { bareTemplateDirectory, templateDirectory, workersDir }

/** A directory of its own, gone after the test. */
export async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'quarry-store-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** An open store; closed after the test if the test did not. */
export async function open(directory: string, options: Partial<StoreOptions> = {}): Promise<Store> {
  const isOlder = options.migrations !== undefined && options.migrations.length < migrations.length
  const store = await openStore({
    directory,
    workersDir,
    templateDirectory: isOlder ? bareTemplateDirectory : templateDirectory,
    ...options,
  })
  onTestFinished(() => store.close())
  return store
}

/** Ends with the process; its folder goes with those of all tests. */
let engine: Promise<Store> | undefined

/** All that migrations made, but not what belongs to an extension; settings of the connection as at its start. */
const dropEverything = `reset all; do $$ declare one record; begin
  for one in select oid::regclass as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
  loop execute format('drop table %s cascade', one.name); end loop;
  for one in select oid::regprocedure as name from pg_proc
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  loop execute format('drop function %s cascade', one.name); end loop;
end $$`

export interface OlderDatabase {
  readonly database: Database
  /** Migrates it to the last version, or to that of the named migration. */
  upgrade(through?: string): Promise<void>
}

/**
 * An empty database as the version before the named migration made it; of the present version without a name. All of a
 * process are one after the other in one engine, whose start costs a second of processor time: each ends the former one.
 */
export async function databaseBefore(name?: string): Promise<OlderDatabase> {
  engine ??= mkdtemp(join(tmpdir(), 'quarry-store-')).then((directory) =>
    openStore({ directory, workersDir, templateDirectory: bareTemplateDirectory, migrations: [] }),
  )
  const database = (await engine).database as PGliteDatabase
  const versionOf = (migration: string): number => {
    const found = migrations.find((one) => one.name === migration)
    if (found === undefined) throw new Error(`There is no migration "${migration}".`)
    return found.version
  }
  const upgrade = async (through?: string): Promise<void> => {
    await migrate(database, through === undefined ? migrations : migrations.slice(0, versionOf(through)))
  }
  await database.runScript(dropEverything)
  await migrate(database, name === undefined ? migrations : migrations.slice(0, versionOf(name) - 1))
  return { database, upgrade }
}

export const emptyDatabase = (): Promise<OlderDatabase> => databaseBefore()

/** Every file of a directory with the hash of its content: equal before and after means untouched. */
export async function fingerprint(directory: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    found[path] = entry.isFile()
      ? createHash('sha256')
          .update(await readFile(path))
          .digest('hex')
      : 'directory'
  }
  return found
}

/** Rows that passages need around them. */
export async function addSource(store: Pick<Store, 'database'>, sourceId = 's1'): Promise<void> {
  await store.database.query(
    `insert into sources (source_id, project_id, kind, name, state) values ($1, 'default', 'note', 'A note', 'indexed')`,
    [sourceId],
  )
}

export async function addPassage(
  store: Pick<Store, 'database'>,
  ordinal: number,
  searchText: string,
  sourceId = 's1',
): Promise<number> {
  const [row] = await store.database.query<{ passage_id: number }>(
    `insert into passages (project_id, source_id, ordinal, start_offset, end_offset, line_start, line_end, text,
       text_hash, words, search_text)
     values ('default', $1, $2, 0, 1, 1, 1, $3, 'h', 1, $3) returning passage_id`,
    [sourceId, ordinal, searchText],
  )
  if (row === undefined) throw new Error('No passage was inserted.')
  return row.passage_id
}

export interface Child {
  readonly process: ChildProcess
  /** The next line that it prints; null after its end. */
  line(): Promise<string | null>
  readonly exited: Promise<number | null>
}

/** Starts the child, as it is or by a shell command that sets up mounts first (`"$@"` is the child). */
export function startChild(script: string, parameters: readonly string[], mounts: string | null = null): Child {
  const command = [process.execPath, script, ...parameters]
  const started =
    mounts === null
      ? spawn(process.execPath, command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] })
      : spawn('unshare', [...unshareFlags, 'sh', '-ec', `${mounts}\nexec "$@"`, 'sh', ...command], {
          stdio: ['pipe', 'pipe', 'inherit'],
        })
  const lines = createInterface({ input: started.stdout })[Symbol.asyncIterator]()
  const exited = new Promise<number | null>((settle) => started.once('exit', settle))
  onTestFinished(() => void started.kill('SIGKILL'))
  return {
    process: started,
    exited,
    line: async () => {
      const next = await lines.next()
      return next.done === true ? null : next.value
    },
  }
}

const unshareFlags = process.getuid?.() === 0 ? ['--mount'] : ['--mount', '--map-root-user']

/** Whether this system lets a test mount file systems of its own (Linux, with user namespaces or as root). */
export function canMount(): boolean {
  const probe = 'mount -t tmpfs -o size=1m tmpfs "$1"'
  const result = spawnSync('unshare', [...unshareFlags, 'sh', '-ec', probe, 'sh', tmpdir()], { stdio: 'ignore' })
  return result.status === 0
}

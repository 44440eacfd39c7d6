import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'
import { onTestFinished, vi } from 'vitest'
import { openStore, type Store, type StoreOptions } from '../../../main/store'

export const workersDir = resolve('out/workers')
/** Shared by all tests: built once, then copied. */
export const templateDirectory = resolve('.cache/test-template')

/** Each start of the engine costs a second of processor time, many on a busy machine. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

/** A directory of its own, gone after the test. */
export async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'quarry-store-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** An open store; closed after the test if the test did not. */
export async function open(directory: string, options: Partial<StoreOptions> = {}): Promise<Store> {
  const store = await openStore({ directory, workersDir, templateDirectory, ...options })
  onTestFinished(() => store.close())
  return store
}

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

/** A program beside the tests, built so that plain Node runs it. Answers its path. */
export async function buildProgram(name: 'store-child' | 'lock-racer'): Promise<string> {
  const outDir = resolve('.cache/test-store')
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: false,
      rollupOptions: {
        input: { [name]: resolve(`test/integration/store/${name}.ts`) },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  })
  return join(outDir, `${name}.mjs`)
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

import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import sqlite from 'node-sqlite3-wasm'
import type { DatabaseCell, DatabasePlace, DatabaseRows } from '../../contract/databases/database-tasks'
import { QuarryError } from '../../contract/errors'
import type { TableSchema } from '../../contract/resources/resource'
import { startChildProcess } from '../../main/processes'
import { createDiscoverers } from '../../main/resources'
import { askDatabase, createText2Sql, profileDatabase } from '../../main/text2sql'
import { serverFolder, startServer } from './measure/real-server'
import { simplestQuery } from './measure/simplest-query'
import { statementsOf } from './measure/statements-of'

/**
 * Asks the questions of a set over databases: each file is discovered, its questions become queries without a model, and
 * the queries run read-only in the database process.
 *
 *   npm run bench -- sql --set DIR --out run.json [--simplest FILE] [--server postgresql|mysql]
 *
 * Writes {"<id>": {"sql", "columns", "rows", "declined", "ms"}}; --simplest writes what the simplest program answers
 * (names of tables and columns as they are written, count and sum) on the same questions in the same run. --server asks the
 * same of a PostgreSQL or MariaDB server of this machine's packages, started for the run; it says when there is none.
 */

interface QuestionSet {
  readonly databases: readonly { readonly name: string; readonly file: string }[]
  readonly questions: readonly { readonly id: string; readonly db: string; readonly question: string }[]
}

interface Answer {
  readonly sql: string | null
  readonly columns: readonly string[]
  readonly rows: readonly (readonly DatabaseCell[])[] | null
  readonly declined: string | null
  readonly ms: number
}

interface Looked {
  readonly place: DatabasePlace
  readonly tables: readonly TableSchema[]
}

const maxRows = 10_000
const secrets = { get: async () => null, set: async () => 'session' as const, remove: async () => undefined }

/** Runs the benchmark; answers the exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      set: { type: 'string' },
      out: { type: 'string' },
      simplest: { type: 'string' },
      server: { type: 'string' },
    },
  })
  if (values.set === undefined || values.out === undefined) {
    console.error('usage: npm run bench -- sql --set DIR --out run.json [--simplest FILE] [--server postgresql|mysql]')
    return 2
  }
  const set = JSON.parse(await readFile(join(values.set, 'set.json'), 'utf8')) as QuestionSet
  const openDatabases = () =>
    createDiscoverers({ workersDir: resolve('out/workers'), start: startChildProcess, egress: () => 'local' })
  const set_ = openDatabases()
  const { discoverers, databases } = set_
  const engine = values.server === 'mysql' ? 'mysql' : values.server === 'postgresql' ? 'postgresql' : null
  const folder = engine === null ? null : await serverFolder(engine)
  if (engine !== null && folder === null) {
    console.error(
      `No ${engine === 'mysql' ? 'MariaDB' : 'PostgreSQL'} server is installed on this machine: nothing was asked.`,
    )
    await set_.close()
    return 3
  }
  const server = engine === null || folder === null ? null : await startServer(engine, folder)
  const scratch = await mkdtemp(join(tmpdir(), 'quarry-sql-'))
  const signal = new AbortController().signal
  const inspected = async (place: DatabasePlace): Promise<Looked> => ({
    place,
    tables: (await databases.inspect(place, signal)).tables,
  })
  async function discoveredFile(path: string): Promise<Looked> {
    const head = (await readFile(path)).subarray(0, 65_536)
    const target = { kind: 'path' as const, path, isDirectory: false, sizeBytes: (await stat(path)).size, head }
    const discoverer = discoverers.find((one) => one.recognises(target))
    const discovery = await discoverer?.discover(target, { signal, secrets })
    const metadata = discovery?.drafts[0]?.metadata
    if (metadata?.type !== 'database') throw new Error(`${path} is no database.`)
    const place = { kind: 'file', engine: metadata.engine, path, password: null } as DatabasePlace
    return { place, tables: metadata.tables }
  }
  const times: { coldMs: number; warmMs: number }[] = []
  const answers: Record<string, Answer> = {}
  const simplest: Record<string, Answer> = {}
  try {
    for (const { name, file } of set.databases) {
      const source = resolve(values.set, file)
      const { place, tables } =
        server === null
          ? await discoveredFile(await databaseOf(source, scratch))
          : await inspected(await server.create(name, await statementsOf(source)))
      const select = (sql: string, parameters: readonly DatabaseCell[] = []): Promise<DatabaseRows> =>
        databases.select(place, { sql, parameters, maxRows })
      const profile = await profileDatabase(
        { name, engine: place.engine, tables },
        async (sql) => (await select(sql)).rows,
      )
      const text2sql = createText2Sql(profile)
      times.push(await timesOf(place, databases, () => openDatabases()))
      for (const { id, question } of set.questions.filter(({ db }) => db === name)) {
        answers[id] = await timed(async () => {
          const asked = await askDatabase(text2sql, question, ({ sql, parameters }) => select(sql, parameters))
          if (asked.kind === 'declined') {
            return { sql: null, columns: [], rows: null, declined: [asked.reason, ...asked.words].join(' ') }
          }
          const { sql, parameters } = asked.statement
          const { columns, rows } = asked.rows
          return {
            sql: parameters.length === 0 ? sql : `${sql} -- ${JSON.stringify(parameters)}`,
            columns,
            rows,
            declined: null,
          }
        })
        const plain = simplestQuery(question, tables)
        simplest[id] = await timed(async () => {
          if (plain === null) return { sql: null, columns: [], rows: null, declined: 'no name fits' }
          const { columns, rows } = await select(plain)
          return { sql: plain, columns, rows, declined: null }
        })
      }
    }
  } finally {
    await set_.close()
    await server?.stop()
    await rm(scratch, { recursive: true })
  }
  const [coldMs, warmMs] = [median(times.map((one) => one.coldMs)), median(times.map((one) => one.warmMs))]
  console.log(JSON.stringify({ coldMs, warmMs, ratio: coldMs / warmMs }))
  await writeFile(values.out, JSON.stringify(answers, null, 1))
  if (values.simplest !== undefined) await writeFile(values.simplest, JSON.stringify(simplest, null, 1))
  return 0
}

/** One query by a process that is started for it, and by one that waits for it: medians of a few, in turn. */
async function timesOf(
  place: DatabasePlace,
  databases: Selecting,
  open: () => { readonly databases: Selecting; close(): Promise<void> },
): Promise<{ coldMs: number; warmMs: number }> {
  const query = { sql: 'SELECT 1', maxRows: 1 }
  const timeOf = async (asked: Selecting): Promise<number> => {
    const startedMs = performance.now()
    await asked.select(place, query)
    return performance.now() - startedMs
  }
  const [cold, warm]: [number[], number[]] = [[], []]
  await timeOf(databases)
  for (let round = 0; round < 3; round += 1) {
    const fresh = open()
    cold.push(await timeOf(fresh.databases))
    await fresh.close()
    for (let again = 0; again < 3; again += 1) warm.push(await timeOf(databases))
  }
  return { coldMs: median(cold), warmMs: median(warm) }
}
type Selecting = { select(place: DatabasePlace, query: { sql: string; maxRows: number }): Promise<DatabaseRows> }

const median = (times: readonly number[]): number =>
  times.toSorted((left, right) => left - right)[times.length >> 1] ?? Number.NaN

/** The database of a set: a file, or one made of the statements of a `.sql`. */
async function databaseOf(path: string, scratch: string): Promise<string> {
  if (!path.endsWith('.sql')) return path
  const made = join(scratch, basename(path).replace(/sql$/, 'sqlite'))
  const database = new sqlite.Database(made)
  database.exec(await readFile(path, 'utf8'))
  database.close()
  return made
}

async function timed(run: () => Promise<Omit<Answer, 'ms'>>): Promise<Answer> {
  const startedMs = performance.now()
  try {
    return { ...(await run()), ms: performance.now() - startedMs }
  } catch (error) {
    const declined = error instanceof QuarryError ? `${error.code} ${error.message}` : String((error as Error).stack)
    return { sql: null, columns: [], rows: null, declined, ms: performance.now() - startedMs }
  }
}

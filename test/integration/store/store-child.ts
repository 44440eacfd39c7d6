import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { QuarryError, toErrorShape } from '../../../contract/errors'
import { openStore, registerModel } from '../../../main/store'

/** What a test does to a store from another process: killed in the middle, on a full disk, on a read-only one. */
const [task = '', directory = '', workersDir = '', templateDirectory = ''] = process.argv.slice(2)
const print = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`)
const options = { directory, workersDir, templateDirectory }

/** Opens, says so, and holds the store until its standard input ends. */
async function hold(): Promise<void> {
  const store = await openStore(options)
  print({ opened: store.created, pid: process.pid })
  for await (const line of createInterface({ input: process.stdin })) print({ echo: line })
  await store.close()
}

/** Inserts passages one by one for ever and prints each number once it is acknowledged. */
async function insert(): Promise<void> {
  const { database } = await openStore(options)
  await registerModel(database, { id: 'm', dimensions: 512 })
  await database.query(
    `insert into sources (source_id, project_id, kind, name, state) values ('s1', 'default', 'note', 'n', 'indexed')
     on conflict do nothing`,
  )
  const [last] = await database.query<{ ordinal: number }>('select coalesce(max(ordinal), 0) as ordinal from passages')
  for (let ordinal = (last?.ordinal ?? 0) + 1; ; ordinal += 1) {
    await database.transaction(async (transaction) => {
      const [row] = await transaction.query<{ passage_id: number }>(
        `insert into passages (project_id, source_id, ordinal, start_offset, end_offset, line_start, line_end, text,
           text_hash, words, search_text)
         values ('default', 's1', $1, 0, 1, 1, 1, $2, 'h', 1, $2) returning passage_id`,
        [ordinal, `common words and number${ordinal}`],
      )
      await transaction.query(
        `insert into passage_vectors (passage_id, model, dimensions, embedding) values ($1, 'm', 512, $2)`,
        [row?.passage_id ?? 0, new Float32Array(512).fill(ordinal)],
      )
    })
    print(ordinal)
  }
}

/** Fills the disk until the store says so, frees some of it, and tells what the store says and keeps at each point. */
async function fillDisk(): Promise<void> {
  const ballast = join(directory, 'ballast')
  const store = await openStore(options)
  const { database } = store
  await database.query('create table blobs (n integer primary key, bytes bytea not null)')
  await database.query('alter table blobs alter column bytes set storage external')
  const { bavail, bsize } = await statfs(directory)
  await writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 24 * 1024 * 1024), 1))
  let acknowledged = 0
  let failure: QuarryError | null = null
  while (failure === null && acknowledged < 1_000) {
    try {
      await database.query('insert into blobs values ($1, $2)', [acknowledged + 1, new Uint8Array(256 * 1024).fill(7)])
      acknowledged += 1
    } catch (error) {
      if (!(error instanceof QuarryError)) throw error
      failure = error
    }
  }
  print({ at: 'full', acknowledged, code: failure?.code, message: failure?.message })
  try {
    for (let n = 1; n <= 40; n += 1) {
      await database.query('insert into blobs values ($1, $2)', [10_000 + n, new Uint8Array(256 * 1024).fill(8)])
      acknowledged += 1
    }
    print({ at: 'still full', code: null })
  } catch (error) {
    print({ at: 'still full', code: toErrorShape(error).code })
  }
  await rm(ballast)
  const [row] = await database.query<{ rows: number }>('select count(*) as rows from blobs')
  await database.query('insert into blobs values (0, $1)', [new Uint8Array(256 * 1024)])
  print({ at: 'freed', rows: row?.rows, acknowledged })
  await store.close()
  const again = await openStore(options)
  const [kept] = await again.database.query<{ rows: number }>('select count(*) as rows from blobs')
  print({ at: 'reopened', rows: kept?.rows, acknowledged })
  await again.close()
}

/** Opens and prints the error. */
async function openAndReport(): Promise<void> {
  try {
    const store = await openStore(options)
    await store.close()
    print({ code: null })
  } catch (error) {
    print(toErrorShape(error))
  }
}

const tasks: Record<string, () => Promise<void>> = { hold, insert, fillDisk, openAndReport }
await tasks[task]?.()

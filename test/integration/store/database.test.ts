import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { QuarryError } from '../../../contract/errors'
import { openStore, registerModel, type Store } from '../../../main/store'
import { describePort } from './port-contract'
import { addPassage, addSource, newDirectory, open, templateDirectory, workersDir } from './support'

let store: Store
let directory: string
beforeAll(async () => {
  await mkdir(resolve('.cache'), { recursive: true })
  directory = await mkdtemp(resolve('.cache/test-database-'))
  store = await openStore({ directory, workersDir, templateDirectory })
  await store.database.query('create table notes (n integer primary key, body text)')
  await addSource(store)
})
afterAll(async () => {
  await store.close()
  await rm(directory, { recursive: true })
})

describePort(() => store.database)

describe('transactions', () => {
  it('keep others waiting, which then see all of it', async () => {
    const { database } = store
    const order: string[] = []
    const transaction = database.transaction(async (inside) => {
      await inside.query(`insert into notes values (40, 'a')`)
      const outside = database.query<{ rows: number }>('select count(*) as rows from notes where n in (40, 41)')
      void outside.then(([row]) => order.push(`outside ${row?.rows}`))
      await inside.query(`insert into notes values (41, 'b')`)
      order.push('inside')
      return { outside }
    })
    await (await transaction).outside
    expect(order).toEqual(['inside', 'outside 2'])
  })

  it('that nobody continues are rolled back, so that the rest goes on', async () => {
    const { database } = await open(await newDirectory(), { transactionIdleTimeoutMs: 300 })
    await database.query('create table notes (n integer primary key)')
    let resume: () => void = () => undefined
    const resumed = new Promise<void>((resolve) => {
      resume = resolve
    })
    const forgotten = database.transaction(async (transaction) => {
      await transaction.query('insert into notes values (1)')
      await resumed
      await transaction.query('insert into notes values (2)')
    })
    const checked = expect(forgotten).rejects.toThrow('no statement came')
    expect(await database.query('select n from notes')).toEqual([])
    resume()
    await checked
    expect(await database.query('select n from notes')).toEqual([])
  })
})

describe('cancelling', () => {
  it('drops what waits, not what runs', async () => {
    const controller = new AbortController()
    const blocked: Promise<unknown>[] = []
    const { database } = store
    await database.transaction(async (transaction) => {
      blocked.push(
        database.query(`insert into notes values (50, 'never')`, [], { signal: controller.signal }),
        database.transaction(async () => undefined, { signal: controller.signal }),
      )
      const settled = Promise.allSettled(blocked)
      controller.abort()
      for (const outcome of await settled) expect(outcome).toMatchObject({ reason: { code: 'cancelled' } })
      await transaction.query('select 1')
    })
    expect(await database.query('select n from notes where n = 50')).toEqual([])
  })
})

describe('vectors', () => {
  it('are compared exactly; deleting a source takes them along', async () => {
    const { database } = store
    await registerModel(database, { id: 'm', dimensions: 512 })
    await addSource(store, 's4')
    const ids: number[] = []
    const parameters: (number | Float32Array)[] = []
    for (let index = 0; index < 20; index += 1) {
      const id = await addPassage(store, index, `dense ${index}`, 's4')
      const vector = new Float32Array(512)
      vector[index] = 1
      ids.push(id)
      parameters.push(id, vector)
    }
    const values = ids.map((_, index) => `($${2 * index + 1}, 'm', 512, $${2 * index + 2})`).join(', ')
    await database.query(
      `insert into passage_vectors (passage_id, model, dimensions, embedding) values ${values}`,
      parameters,
    )
    const query = new Float32Array(512)
    query.set([0, 0, 0.9, 0.1])
    const nearest = await database.query<{ passage_id: number }>(
      `select passage_id from passage_vectors where model = 'm' order by embedding <=> $1 limit 2`,
      [query],
    )
    expect(nearest.map((row) => row.passage_id)).toEqual([ids[2], ids[3]])
    await database.query(`delete from sources where source_id = 's4'`)
    const [left] = await database.query(
      `select (select count(*) from passages where source_id = 's4') as passages,
         (select count(*) from passage_vectors) as vectors`,
    )
    expect(left).toEqual({ passages: 0, vectors: 0 })
  })
})

describe('maintenance', () => {
  it('frees the space of deleted rows, once, and tells the planner how many there are', async () => {
    const own = await open(await newDirectory())
    await addSource(own)
    await own.database.query(
      `insert into passages (project_id, source_id, ordinal, start_offset, end_offset, line_start, line_end, text,
         text_hash, words, search_text)
       select 'default', 's1', n, 0, 1, 1, 1, '', 'h', 1, '' from generate_series(1, 400) n`,
    )
    await own.database.query('delete from passages where ordinal > 100')
    expect(await own.database.maintain()).toContain('passages')
    expect(await own.database.maintain()).not.toContain('passages')
    const [table] = await own.database.query<{ rows: number }>(
      `select reltuples as rows from pg_class where relname = 'passages'`,
    )
    expect(table?.rows).toBe(100)
  })
})

describe('durability', () => {
  it('costs at least one call of fsync for each commit', async () => {
    const before = await store.counters()
    for (let n = 1_000; n < 1_050; n += 1) await store.database.query('insert into notes values ($1, null)', [n])
    const after = await store.counters()
    expect(after.fsyncs - before.fsyncs).toBeGreaterThanOrEqual(50)
    await store.database.query('select count(*) from notes')
    expect((await store.counters()).fsyncs).toBe(after.fsyncs)
  })

  it('is set as the store needs it', async () => {
    const names = [
      'fsync',
      'full_page_writes',
      'max_wal_size',
      'shared_buffers',
      'synchronous_commit',
      'wal_sync_method',
    ]
    const rows = await store.database.query<{ name: string; value: string }>(
      `select name, current_setting(name) as value from unnest($1::text[]) name order by name`,
      [names],
    )
    expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      max_wal_size: '128MB',
      shared_buffers: '16MB',
      synchronous_commit: 'on',
      wal_sync_method: 'fsync',
    })
  })
})

describe('the end', () => {
  it('lets what was asked finish, then refuses', async () => {
    const own = await open(await newDirectory())
    const asked = Array.from({ length: 20 }, (_, n) => own.database.query<{ n: number }>('select $1::int as n', [n]))
    const closing = own.close()
    expect((await Promise.all(asked)).map(([row]) => row?.n)).toEqual(Array.from({ length: 20 }, (_, n) => n))
    await closing
    await expect(own.database.query('select 1')).rejects.toMatchObject({ code: 'store.closed' })
    await own.close()
  })

  it('of the thread by a crash fails every query and is told', async () => {
    const crashing = await newDirectory()
    const faultyWorkers = resolve('.cache/test-crashing-workers')
    await mkdir(faultyWorkers, { recursive: true })
    const thread = `import { parentPort } from 'node:worker_threads'
parentPort.on('message', (request) => { if (request.sql === 'crash') throw new Error('the thread broke') })
await import(${JSON.stringify(resolve(workersDir, 'store.js'))})`
    await writeFile(resolve(faultyWorkers, 'store.js'), thread)
    const told: QuarryError[] = []
    const own = await openStore({
      directory: crashing,
      workersDir: faultyWorkers,
      templateDirectory,
      onFailure: (error) => told.push(error),
    })
    onTestFinished(() => own.close())
    const outcomes = await Promise.allSettled([own.database.query('crash'), own.database.query('select 1')])
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: 'store.closed' } })
    await expect(own.database.query('select 1')).rejects.toMatchObject({
      code: 'store.closed',
      message: expect.stringContaining('the thread broke'),
    })
    expect(told).toHaveLength(1)
    await own.close()
    await open(crashing)
  })
})

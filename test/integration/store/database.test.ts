import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import { asJson, openStore, type Store } from '../../../main/store'
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

describe('values', () => {
  it('go in and come back as what they are', async () => {
    const vector = Float32Array.from({ length: 512 }, (_, index) => Math.fround(Math.sin(index)))
    const [row] = await store.database.query(
      `select $1::text as text, $2::bigint as big, $3::double precision as double, $4::boolean as yes, $5::text as none,
         $6::jsonb as json, $7::text[] as words, $8::integer[] as numbers, $9::bytea as bytes,
         $10::timestamptz as time, $11::vector as vector, $12::real[] as reals, sum(n) as sum, $13::bigint as later
       from generate_series(1, 3) n`,
      [
        '向量 “quoted” \\ text\n',
        9_007_199_254_740_991n,
        0.1,
        true,
        null,
        asJson({ deep: [1, { x: null }], text: "it's" }),
        ['a', 'with "quotes"', 'and \\', '', 'NULL'],
        [3, -1],
        new Uint8Array([0, 1, 255]),
        new Date('2026-11-21T22:21:26.123Z'),
        vector,
        new Float32Array([0.5, -2]),
        7,
      ],
    )
    expect(row).toEqual({
      text: '向量 “quoted” \\ text\n',
      big: 9_007_199_254_740_991,
      double: 0.1,
      yes: true,
      none: null,
      json: { deep: [1, { x: null }], text: "it's" },
      words: ['a', 'with "quotes"', 'and \\', '', 'NULL'],
      numbers: [3, -1],
      bytes: new Uint8Array([0, 1, 255]),
      time: '2026-11-21T22:21:26.123Z',
      vector,
      reals: [0.5, -2],
      sum: 6,
      later: 7,
    })
  })

  it('beyond what a number holds exactly are an error, not another number', async () => {
    await expect(store.database.query('select 9007199254740993 as big')).rejects.toMatchObject({ code: 'store.query' })
    expect(await store.database.query('select 1 as after')).toEqual([{ after: 1 }])
  })

  it('that are rows of a matrix are bound without the matrix', async () => {
    const matrix = Float32Array.from({ length: 6 }, (_, index) => index)
    const [row] = await store.database.query<{ v: Float32Array }>('select $1::vector as v', [matrix.subarray(2, 4)])
    expect(Array.from(row?.v ?? [])).toEqual([2, 3])
    expect(matrix).toHaveLength(6)
  })

  it('that are undefined are refused by number', async () => {
    const parameters = ['a', undefined] as unknown as string[]
    await expect(store.database.query('select $1::text, $2::text', parameters)).rejects.toThrow('$2')
  })

  it('larger than the engine writes at once come back whole', async () => {
    const text = 'Zürich 向量 '.repeat(400_000)
    const rows = await store.database.query<{ text: string }>('select $1::text as text from generate_series(1, 3)', [
      text,
    ])
    expect(rows.map((row) => row.text === text)).toEqual([true, true, true])
  })
})

describe('errors', () => {
  it('carry the SQLSTATE and the constraint, and leave the connection usable', async () => {
    await store.database.query(`insert into notes values (1, 'one')`)
    const failing = store.database.query(`insert into notes values (1, 'again')`)
    await expect(failing).rejects.toBeInstanceOf(QuarryError)
    await expect(failing).rejects.toMatchObject({
      code: 'store.query',
      context: { sqlState: '23505', constraint: 'notes_pkey' },
    })
    await expect(store.database.query('selec')).rejects.toMatchObject({ context: { sqlState: '42601' } })
    await expect(store.database.query('select $1::int', [])).rejects.toThrow('takes 1 parameters, 0 were given')
    await expect(store.database.query('select 1 / $1::int as x', [0])).rejects.toMatchObject({
      context: { sqlState: '22012' },
    })
    expect(await store.database.query('select count(*) as notes from notes')).toEqual([{ notes: 1 }])
  })
})

describe('transactions', () => {
  it('commit when the work resolves and roll back when it throws', async () => {
    const { database } = store
    const value = await database.transaction(async (transaction) => {
      await transaction.query(`insert into notes values (10, 'kept')`)
      return 'done'
    })
    expect(value).toBe('done')
    const failing = database.transaction(async (transaction) => {
      await transaction.query(`insert into notes values (11, 'lost')`)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await database.query('select n from notes where n in (10, 11)')).toEqual([{ n: 10 }])
  })

  it('keep others waiting, which then see all of it', async () => {
    const { database } = store
    const order: string[] = []
    const transaction = database.transaction(async (inside) => {
      await inside.query(`insert into notes values (20, 'a')`)
      const outside = database.query<{ rows: number }>('select count(*) as rows from notes where n in (20, 21)')
      void outside.then(([row]) => order.push(`outside ${row?.rows}`))
      await inside.query(`insert into notes values (21, 'b')`)
      order.push('inside')
      return { outside }
    })
    await (await transaction).outside
    expect(order).toEqual(['inside', 'outside 2'])
  })

  it('are not committed where a statement failed that the work swallowed', async () => {
    const swallowing = store.database.transaction(async (transaction) => {
      await transaction.query(`insert into notes values (30, 'lost')`)
      await transaction.query('select nonsense').catch(() => undefined)
    })
    await expect(swallowing).rejects.toMatchObject({
      code: 'store.query',
      message: expect.stringContaining('rolled back'),
    })
    expect(await store.database.query('select n from notes where n = 30')).toEqual([])
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
    const { database } = store
    const controller = new AbortController()
    const blocked: Promise<unknown>[] = []
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
    const late = database.query('select 1', [], { signal: controller.signal })
    await expect(late).rejects.toMatchObject({ code: 'cancelled' })
    expect(await database.query('select n from notes where n = 50')).toEqual([])
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
      shared_buffers: '128MB',
      synchronous_commit: 'on',
      wal_sync_method: 'fsync',
    })
  })
})

describe('search', () => {
  it('finds words by BM25 in one index for English and Chinese, best first', async () => {
    const { database } = store
    await addPassage(store, 1, 'The quick brown foxes jumped over the dogs')
    await addPassage(store, 2, '向量 检索 系统 的 研究')
    await addPassage(store, 3, 'An index makes databases answer quickly')
    await addPassage(store, 4, '研究 方法 与 研究 计划')
    const search = async (words: string): Promise<number[]> => {
      const rows = await database.query<{ ordinal: number; score: number }>(
        `select ordinal, search_text <@> to_bm25query($1, 'passages_search') as score from passages
         order by search_text <@> to_bm25query($1, 'passages_search') limit 5`,
        [words],
      )
      for (const row of rows) expect(row.score).toBeLessThan(0)
      return rows.map((row) => row.ordinal)
    }
    expect(await search('fox')).toEqual([1])
    expect(await search('indexes for a database')).toEqual([3])
    expect(await search('研究')).toEqual([4, 2])
    expect(await search('向量 检索')).toEqual([2])
    expect(await search('nowhere')).toEqual([])
  })

  it('keeps vectors inline and finds the nearest exactly; deleting a source takes everything along', async () => {
    const { database } = store
    const [column] = await database.query<{ storage: string }>(
      `select attstorage::text as storage from pg_attribute
       where attrelid = 'passage_vectors'::regclass and attname = 'embedding'`,
    )
    expect(column?.storage).toBe('p')
    await addSource(store, 's2')
    const ids: number[] = []
    const parameters: (number | Float32Array)[] = []
    for (let index = 0; index < 20; index += 1) {
      const id = await addPassage(store, index, `dense ${index}`, 's2')
      const vector = new Float32Array(512)
      vector[index] = 1
      ids.push(id)
      parameters.push(id, vector)
    }
    const values = ids.map((_, index) => `($${2 * index + 1}, 'm', $${2 * index + 2})`).join(', ')
    await database.query(`insert into passage_vectors (passage_id, model, embedding) values ${values}`, parameters)
    const query = new Float32Array(512)
    query.set([0, 0, 0.9, 0.1])
    const nearest = await database.query<{ passage_id: number }>(
      `select passage_id from passage_vectors where model = 'm' order by embedding <=> $1 limit 2`,
      [query],
    )
    expect(nearest.map((row) => row.passage_id)).toEqual([ids[2], ids[3]])
    await database.query(`delete from sources where source_id = 's2'`)
    const [left] = await database.query(
      `select (select count(*) from passages where source_id = 's2') as passages,
         (select count(*) from passage_vectors) as vectors`,
    )
    expect(left).toEqual({ passages: 0, vectors: 0 })
    const found = await database.query(
      `select source_id from passages order by search_text <@> to_bm25query('dense', 'passages_search') limit 1`,
    )
    expect(found).toEqual([])
  })
})

describe('maintenance', () => {
  it('frees the space of deleted rows, once, and keeps the keyword index right', async () => {
    const own = await open(await newDirectory())
    await addSource(own)
    await own.database.query(
      `insert into passages (project_id, source_id, ordinal, start_offset, end_offset, line_start, line_end, text,
         text_hash, words, search_text)
       select 'default', 's1', n, 0, 1, 1, 1, '', 'h', 1, 'orchard number' || n from generate_series(1, 400) n`,
    )
    await own.database.query('delete from passages where ordinal > 100')
    expect(await own.maintain()).toContain('passages')
    expect(await own.maintain()).not.toContain('passages')
    const [table] = await own.database.query<{ rows: number }>(
      `select reltuples as rows from pg_class where relname = 'passages'`,
    )
    expect(table?.rows).toBe(100)
    const found = await own.database.query(
      `select ordinal from passages order by search_text <@> to_bm25query('number7 number350', 'passages_search') limit 3`,
    )
    expect(found).toEqual([{ ordinal: 7 }])
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

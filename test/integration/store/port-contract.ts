import { describe, expect, it } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import { asJson, type Database, type SqlExecutor } from '../../../main/store'
import { addPassage, addSource } from './support'

/**
 * What every driver of the database port keeps. `opened` answers an open database with the present schema, a source
 * `s1` and a table `notes (n integer primary key, body text)`; its rows are this suite's to change.
 */
export function describePort(opened: () => Database): void {
  describe('values', () => {
    it('go in and come back as what they are', async () => {
      const vector = Float32Array.from({ length: 512 }, (_, index) => Math.fround(Math.sin(index)))
      const [row] = await opened().query(
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
      await expect(opened().query('select 9007199254740993 as big')).rejects.toMatchObject({ code: 'store.query' })
      expect(await opened().query('select 1 as after')).toEqual([{ after: 1 }])
    })

    it('that are rows of a matrix are bound without the matrix', async () => {
      const matrix = Float32Array.from({ length: 6 }, (_, index) => index)
      const [row] = await opened().query<{ v: Float32Array }>('select $1::vector as v', [matrix.subarray(2, 4)])
      expect(Array.from(row?.v ?? [])).toEqual([2, 3])
      expect(matrix).toHaveLength(6)
    })

    it('that are undefined are refused by number', async () => {
      const parameters = ['a', undefined] as unknown as string[]
      await expect(opened().query('select $1::text, $2::text', parameters)).rejects.toThrow('$2')
    })

    it('larger than the engine writes at once come back whole', async () => {
      const text = 'Zürich 向量 '.repeat(400_000)
      const rows = await opened().query<{ text: string }>('select $1::text as text from generate_series(1, 3)', [text])
      expect(rows.map((row) => row.text === text)).toEqual([true, true, true])
    })
  })

  describe('errors', () => {
    it('carry the SQLSTATE and the constraint, and leave the connection usable', async () => {
      await opened().query(`insert into notes values (1, 'one')`)
      const failing = opened().query(`insert into notes values (1, 'again')`)
      await expect(failing).rejects.toBeInstanceOf(QuarryError)
      await expect(failing).rejects.toMatchObject({
        code: 'store.query',
        context: { sqlState: '23505', constraint: 'notes_pkey' },
      })
      await expect(opened().query('selec')).rejects.toMatchObject({ context: { sqlState: '42601' } })
      await expect(opened().query('select $1::int', [])).rejects.toMatchObject({ code: 'store.query' })
      await expect(opened().query('select 1 / $1::int as x', [0])).rejects.toMatchObject({
        context: { sqlState: '22012' },
      })
      expect(await opened().query('select count(*) as notes from notes')).toEqual([{ notes: 1 }])
    })
  })

  describe('statements that are kept', () => {
    const sql = 'insert into notes values ($1, $2) returning n, body'
    const insert = (executor: SqlExecutor, n: number, body: string | null) =>
      executor.query(sql, [n, body], { prepared: true })

    it('answer each time for what they are given, in transactions and out of them', async () => {
      for (let n = 60; n < 70; n += 1)
        expect(await insert(opened(), n, `note ${n}`)).toEqual([{ n, body: `note ${n}` }])
      expect(await opened().transaction((transaction) => insert(transaction, 70, null))).toEqual([
        { n: 70, body: null },
      ])
    })

    it('go on after one of them failed, and after a transaction that began with one was rolled back', async () => {
      await insert(opened(), 71, null)
      await expect(insert(opened(), 71, null)).rejects.toMatchObject({ code: 'store.query' })
      const misspelt = () => opened().query('select nothing from notes', [], { prepared: true })
      await expect(misspelt()).rejects.toMatchObject({ code: 'store.query' })
      await expect(misspelt()).rejects.toMatchObject({ code: 'store.query' })
      const failing = opened().transaction(async (transaction) => {
        await transaction.query('select n, body from notes where n = $1', [71], { prepared: true })
        throw new Error('changed my mind')
      })
      await expect(failing).rejects.toThrow('changed my mind')
      expect(await opened().query('select n, body from notes where n = $1', [71], { prepared: true })).toEqual([
        { n: 71, body: null },
      ])
    })

    it('know what their tables became meanwhile', async () => {
      await opened().query('create table changing (n integer)')
      await opened().query('insert into changing values ($1)', [1], { prepared: true })
      const counted = () => opened().query('select count(*)::integer as rows from changing', [], { prepared: true })
      for (let time = 0; time < 7; time += 1) expect(await counted()).toEqual([{ rows: 1 }])
      await opened().query('create index changing_n on changing (n)')
      await opened().query('alter table changing add column body text')
      await opened().query('insert into changing values ($1)', [2], { prepared: true })
      expect(await counted()).toEqual([{ rows: 2 }])
      await opened().query('drop table changing')
    })
  })

  describe('transactions', () => {
    it('commit when the work resolves and roll back when it throws', async () => {
      const value = await opened().transaction(async (transaction) => {
        await transaction.query(`insert into notes values (10, 'kept')`)
        return 'done'
      })
      expect(value).toBe('done')
      const failing = opened().transaction(async (transaction) => {
        await transaction.query(`insert into notes values (11, 'lost')`)
        throw new Error('changed my mind')
      })
      await expect(failing).rejects.toThrow('changed my mind')
      expect(await opened().query('select n from notes where n in (10, 11)')).toEqual([{ n: 10 }])
    })

    it('are seen by others whole or not at all', async () => {
      const seen = await opened().transaction(async (transaction) => {
        await transaction.query(`insert into notes values (20, 'a')`)
        const outside = opened().query<{ rows: number }>('select count(*) as rows from notes where n in (20, 21)')
        await transaction.query(`insert into notes values (21, 'b')`)
        return { outside }
      })
      const [row] = await seen.outside
      expect([0, 2]).toContain(row?.rows)
    })

    it('are not committed where a statement failed that the work swallowed', async () => {
      const swallowing = opened().transaction(async (transaction) => {
        await transaction.query(`insert into notes values (30, 'lost')`)
        await transaction.query('select nonsense').catch(() => undefined)
      })
      await expect(swallowing).rejects.toMatchObject({
        code: 'store.query',
        message: expect.stringContaining('rolled back'),
      })
      expect(await opened().query('select n from notes where n = 30')).toEqual([])
    })
  })

  describe('cancelling', () => {
    it('before a statement is sent leaves it undone', async () => {
      const signal = AbortSignal.abort()
      const insert = opened().query(`insert into notes values (51, 'never')`, [], { signal })
      await expect(insert).rejects.toMatchObject({ code: 'cancelled' })
      await expect(opened().transaction(async () => undefined, { signal })).rejects.toMatchObject({ code: 'cancelled' })
      expect(await opened().query('select n from notes where n = 51')).toEqual([])
    })
  })

  describe('the owner of rows', () => {
    it('is this process, entered with a lease, on each connection', async () => {
      const [owner] = await opened().query(
        'select lease_until > now() as holds from process_owners where owner = current_owner()',
      )
      expect(owner).toEqual({ holds: true })
    })
  })

  describe('search by words', () => {
    it('finds English and Chinese by BM25, best first', async () => {
      const database = opened()
      const ids = new Map<number, number>()
      for (const [index, text] of [
        'The quick brown foxes jumped over the dogs',
        '向量 检索 系统 的 研究',
        'An index makes databases answer quickly',
        '研究 方法 与 研究 计划',
      ].entries()) {
        ids.set(await addPassage({ database }, index + 1, text), index + 1)
      }
      const search = async (words: string, limit = 5, sourceIds?: string[]): Promise<(number | undefined)[]> => {
        const found = await database.searchKeywords({ projectId: 'default', words, limit, sourceIds })
        for (const { score } of found) expect(score).toBeGreaterThan(0)
        expect(found).toEqual(found.toSorted((a, b) => b.score - a.score))
        return found.map(({ passageId }) => ids.get(passageId))
      }
      expect(await search('fox')).toEqual([1])
      expect(await search('indexes for a database')).toEqual([3])
      expect(await search('研究')).toEqual([4, 2])
      expect(await search('研究', 1)).toEqual([4])
      expect(await search('向量 检索')).toEqual([2])
      expect(await search('nowhere')).toEqual([])
      expect(await search('fox', 5, ['another source'])).toEqual([])
      expect(await database.searchKeywords({ projectId: 'another', words: 'fox', limit: 5 })).toEqual([])
      const rarity = await database.rarityOfWords(['fox', '研究', 'nowhere'])
      expect(rarity.get('fox')).toBeGreaterThan(rarity.get('研究') ?? Number.NaN)
    })

    it('scores passages by the best of the sections that they stand in', async () => {
      const database = opened()
      await addSource({ database }, 's4')
      const ids: number[] = []
      for (let n = 0; n < 30; n += 1) {
        ids.push(await addPassage({ database }, n, n === 3 ? 'heron and otter' : n > 20 ? 'otter' : 'reed', 's4'))
      }
      await database.query(
        `insert into sections (project_id, source_id, first_ordinal, last_ordinal, search_text)
         select * from sections_of_passages where project_id = 'default' and source_id = 's4'`,
      )
      const parts = `select first_ordinal as first, last_ordinal as last from sections where source_id = 's4' order by 1`
      expect(await database.query(parts)).toEqual([
        { first: 0, last: 14 },
        { first: 15, last: 29 },
      ])
      const search = async (words: string, limit: number, passages: readonly number[]) => {
        const passageIds = passages.map((n) => ids[n]!)
        const found = await database.searchSections({ projectId: 'default', words, limit, passageIds })
        return new Map(found.map(({ passageId, score }) => [ids.indexOf(passageId), score]))
      }
      // Passages of one section score alike, those of another or that were not asked for have no part in it.
      const heron = await search('heron', 5, [0, 14, 29])
      expect([...heron.keys()].sort((a, b) => a - b)).toEqual([0, 14])
      expect(heron.get(0)).toBe(heron.get(14))
      const otter = await search('otter', 5, [0, 29])
      expect(otter.get(29)).toBeGreaterThan(otter.get(0)!)
      expect([...(await search('otter', 1, [0, 29])).keys()]).toEqual([29])
      await database.query(`delete from sources where source_id = 's4'`)
      expect(await search('otter', 5, [0, 29])).toEqual(new Map())
    })

    it('finds nothing of a source that was deleted', async () => {
      const database = opened()
      await addSource({ database }, 's2')
      for (let n = 0; n < 20; n += 1) await addPassage({ database }, n, `dense ${n}`, 's2')
      expect(await database.searchKeywords({ projectId: 'default', words: 'dense', limit: 30 })).toHaveLength(20)
      await database.query(`delete from sources where source_id = 's2'`)
      expect(await database.query(`select 1 as one from passages where source_id = 's2'`)).toEqual([])
      expect(await database.searchKeywords({ projectId: 'default', words: 'dense', limit: 30 })).toEqual([])
    })
  })

  describe('maintenance', () => {
    it('leaves the keyword index right after much was deleted', async () => {
      const database = opened()
      await addSource({ database }, 's3')
      await database.query(
        `insert into passages (project_id, source_id, ordinal, start_offset, end_offset, line_start, line_end, text,
         text_hash, words, search_text)
       select 'default', 's3', n, 0, 1, 1, 1, '', 'h', 1, 'orchard number' || n from generate_series(1, 400) n`,
      )
      await database.query(`delete from passages where source_id = 's3' and ordinal > 100`)
      await database.maintain()
      const found = await database.searchKeywords({ projectId: 'default', words: 'number7 number350', limit: 3 })
      const rows = await database.query('select ordinal from passages where passage_id = any($1::bigint[])', [
        found.map(({ passageId }) => passageId),
      ])
      expect(rows).toEqual([{ ordinal: 7 }])
    })
  })
}

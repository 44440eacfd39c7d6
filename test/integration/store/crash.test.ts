import { beforeAll, describe, expect, it } from 'vitest'
import { builtChild } from '../built-child'
import { newDirectory, open, startChild, templateDirectory, workersDir } from './support'

let script: string
beforeAll(async () => {
  script = await builtChild('store/store-child')
})

describe('a store whose process was killed', () => {
  it('has every acknowledged row, its vector and its place in the keyword index, three times over', async () => {
    const directory = await newDirectory()
    let acknowledged = 0
    for (const kills of [60, 25, 90]) {
      const child = startChild(script, ['insert', directory, workersDir, templateDirectory])
      for (let seen = 0; seen < kills; seen += 1) acknowledged = Number(await child.line())
      child.process.kill('SIGKILL')
      await child.exited
      // What it printed until the kill took effect was acknowledged as well.
      for (let line = await child.line(); line !== null; line = await child.line()) {
        if (/^\d+$/.test(line)) acknowledged = Math.max(acknowledged, Number(line))
      }
    }
    const { database } = await open(directory)
    const [rows] = await database.query<{ passages: number; vectors: number; highest: number }>(
      `select (select count(*) from passages) as passages, (select max(ordinal) from passages) as highest,
         (select count(*) from passage_vectors) as vectors`,
    )
    // The one in flight at each kill may be there or not; none may be there by half.
    expect(rows?.highest).toBeGreaterThanOrEqual(acknowledged)
    expect(rows?.passages).toBe(rows?.highest)
    expect(rows?.vectors).toBe(rows?.passages)
    for (const ordinal of [1, acknowledged]) {
      const found = await database.query(
        `select ordinal from passages order by search_text <@> to_bm25query($1, 'passages_search') limit 1`,
        [`number${ordinal}`],
      )
      expect(found).toEqual([{ ordinal }])
    }
  })
})

describe('the lock of a data directory', () => {
  it('is held against another process, says by whom, and is given back at the end', async () => {
    const directory = await newDirectory()
    const child = startChild(script, ['hold', directory, workersDir, templateDirectory])
    const opened = JSON.parse((await child.line()) ?? '{}') as { pid: number }
    await expect(open(directory)).rejects.toMatchObject({
      code: 'store.locked',
      message: expect.stringContaining(`process ${opened.pid}`),
      remedy: { kind: 'closeOtherQuarry' },
      context: { pid: opened.pid, sameProcess: false },
    })
    child.process.stdin?.end()
    expect(await child.exited).toBe(0)
    const { database } = await open(directory)
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  })
})

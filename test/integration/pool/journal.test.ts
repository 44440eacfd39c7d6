import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createPool } from '../../../main/pool'
import { openStore, type SqlValue } from '../../../main/store'
import { watchedDatabase } from '../../fixtures/watched-database'
import { openFreshStore, templateDirectory, workersDir } from '../research/setting'

it('no line is left behind, however close to the end of a write it comes', async () => {
  const store = await openFreshStore()
  let atEnd: (() => void) | null = null
  const database = watchedDatabase(store.database, {
    async query<Row extends object>(sql: string, parameters?: readonly SqlValue[]) {
      const rows = await store.database.query<Row>(sql, parameters)
      if (sql.includes('insert into pool_requests')) atEnd?.()
      return rows
    },
  })
  try {
    const pool = await createPool({ database, executors: 1 })
    await pool.settled()
    for (let steps = 0; steps < 12; steps += 1) {
      let left = steps
      const later = (): void => {
        left -= 1
        if (left > 0) queueMicrotask(later)
        else pool.releaseResources(`t${steps}`, { kind: 'completed' })
      }
      let resolve = (): void => undefined
      const granted = new Promise<void>((done) => {
        resolve = done
      })
      atEnd = () => {
        atEnd = null
        later()
        resolve()
      }
      await pool.allocateResources(`t${steps}`, [{ type: 'executor' }], {
        label: 't',
        sessionId: null,
        signal: new AbortController().signal,
      })
      await granted
      await new Promise(setImmediate)
      await pool.settled()
      expect(await database.query('select state from allocations where task_id = $1', [`t${steps}`])).toEqual([
        { state: 'completed' },
      ])
    }
    await pool.close()
  } finally {
    await store.close()
  }
})

it('the journal of the pool is kept for a week', async () => {
  const store = await openFreshStore()
  const { database } = store
  try {
    for (const [id, daysAgo] of [
      ['old', 8],
      ['recent', 6],
    ] as const) {
      const at = new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000).toISOString()
      await database.query(
        `insert into allocations (allocation_id, task_id, member_id, label, state, started_at, ended_at)
         values ($1, $1, 'executor-1', 'l', 'completed', $2, $2)`,
        [id, at],
      )
    }
    const pool = await createPool({ database, executors: 1 })
    await pool.dropOldJournal()
    await pool.close()
    expect(await database.query('select task_id from allocations')).toEqual([{ task_id: 'recent' }])
  } finally {
    await store.close()
  }
})

it('that a task holds something waits for no sync; that it returned it, or waits, is synced with all before it', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'quarry-journal-'))
  const store = await openStore({ directory, workersDir, templateDirectory })
  const fsyncsOf = async (work: () => unknown): Promise<number> => {
    const before = (await store.counters()).fsyncs
    await work()
    await pool.settled()
    return (await store.counters()).fsyncs - before
  }
  const ask = (taskId: string, onWaiting?: () => void) =>
    pool.allocateResources(taskId, [{ type: 'executor' }], {
      label: 'l',
      sessionId: null,
      signal: new AbortController().signal,
      ...(onWaiting && { onWaiting }),
    })
  const pool = await createPool({ database: store.database, executors: 1 })
  try {
    await pool.settled()
    expect(await fsyncsOf(() => ask('first'))).toBe(0)
    expect(await fsyncsOf(() => pool.executing('first'))).toBe(0)
    let second: Promise<unknown> = Promise.resolve()
    expect(
      await fsyncsOf(
        () =>
          new Promise<void>((resolve) => {
            second = ask('second', resolve)
          }),
      ),
    ).toBeGreaterThan(0)
    expect(await fsyncsOf(() => pool.releaseResources('first', { kind: 'completed' }))).toBeGreaterThan(0)
    await second
  } finally {
    await pool.close()
    await store.close()
    await rm(directory, { recursive: true, force: true })
  }
})

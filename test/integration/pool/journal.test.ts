import { expect, it } from 'vitest'
import { createPool } from '../../../main/pool'
import { watchedDatabase } from '../../fixtures/watched-database'
import { openFreshStore } from '../research/setting'

it('no line is left behind, however close to the end of a write it comes', async () => {
  const store = await openFreshStore()
  let atEnd: (() => void) | null = null
  const database = watchedDatabase(store.database, {
    async transaction(work) {
      const value = await store.database.transaction(work)
      atEnd?.()
      return value
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

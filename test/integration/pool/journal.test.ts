import { expect, it } from 'vitest'
import { createPool } from '../../../main/pool'
import { openFreshStore } from '../research/setting'

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
      await database.query(`insert into pool_events (task_id, type, created_at) values ($1, 'completed', $2)`, [id, at])
    }
    const pool = await createPool({ database, executors: 1 })
    await pool.dropOldJournal()
    await pool.close()
    expect(await database.query('select task_id from allocations')).toEqual([{ task_id: 'recent' }])
    expect(await database.query('select task_id from pool_events where task_id is not null')).toEqual([
      { task_id: 'recent' },
    ])
  } finally {
    await store.close()
  }
})

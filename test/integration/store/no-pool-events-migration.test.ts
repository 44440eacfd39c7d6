import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('events of the pool go with their table, and what was allocated stays', async () => {
  const { database, upgrade } = await databaseBefore('no pool events')
  await database.query(`insert into pool_events (task_id, type, created_at) values ('s/a', 'completed', now())`)
  await database.query(
    `insert into allocations (allocation_id, task_id, member_id, label, state, started_at, ended_at)
     values ('a', 's/a', 'executor-1', 'l', 'completed', now(), now())`,
  )
  await upgrade()
  expect(await database.query(`select relname from pg_class where relname like 'pool_events%'`)).toEqual([])
  expect(await database.query('select task_id, state from allocations')).toEqual([
    { task_id: 's/a', state: 'completed' },
  ])
})

import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('steps keep where they come from, and may come from a plugin', async () => {
  const { database, upgrade } = await databaseBefore('steps of plugins')
  await database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine)
     values ('s', 'default', 't', 'q', 'done', '{}', 'extractive')`,
  )
  await database.query(`insert into plans (plan_id, session_id, project_id, version) values ('p', 's', 'default', 1)`)
  const add = (origin: string, position: number) =>
    database.query(
      `insert into steps (step_id, plan_id, session_id, project_id, position, title, query, origin, state)
       values ($1, 'p', 's', 'default', $2, 'a', 'a', $1, 'observed')`,
      [origin, position],
    )
  await add('person', 0)
  await expect(add('plugin', 1)).rejects.toThrow('steps_origin_check')
  await upgrade()
  await add('plugin', 1)
  await expect(add('nobody', 2)).rejects.toThrow('steps_origin_check')
  expect(await database.query('select origin from steps order by position')).toEqual([
    { origin: 'person' },
    { origin: 'plugin' },
  ])
})

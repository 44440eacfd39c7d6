import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('steps of the version before left nothing unasked', async () => {
  const { database, upgrade } = await databaseBefore('unasked resources')
  await database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine)
     values ('s', 'default', 't', 'q', 'done', '{}', 'extractive')`,
  )
  await database.query(`insert into plans (plan_id, session_id, project_id, version) values ('p', 's', 'default', 1)`)
  await database.query(
    `insert into steps (step_id, plan_id, session_id, project_id, position, title, query, origin, state)
     values ('a', 'p', 's', 'default', 0, 'a', 'a', 'question', 'observed')`,
  )
  await upgrade()
  expect(await database.query('select unasked from steps')).toEqual([{ unasked: [] }])
})

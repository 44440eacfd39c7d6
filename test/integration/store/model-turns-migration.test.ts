import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('sessions of the version before have no turns, and take theirs with them', async () => {
  const { database, upgrade } = await databaseBefore('model turns')
  await database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine)
     values ('s', 'default', 't', 'q', 'done', '{}', 'extractive')`,
  )
  await upgrade()
  expect(await database.query('select * from model_turns')).toEqual([])
  await database.query(
    `insert into model_turns (project_id, session_id, role, about, engine, prompt, key, request, started_at)
     values ('default', 's', 'write', '', 'model:1/tiny', 'write/1/en', 'k', '{"messages":[]}', now())`,
  )
  await database.query(`delete from sessions where session_id = 's'`)
  expect(await database.query('select * from model_turns')).toEqual([])
})

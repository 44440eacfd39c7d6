import { expect, it } from 'vitest'
import { readAnswer } from '../../../main/research/repository/turns'
import { databaseBefore } from './support'

it('turns of the version before are read as they were: they called nothing', async () => {
  const { database, upgrade } = await databaseBefore('turn calls')
  await database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine)
     values ('s', 'default', 't', 'q', 'done', '{}', 'extractive')`,
  )
  await database.query(
    `insert into model_turns (project_id, session_id, role, about, engine, prompt, key, request, answer, finish, started_at)
     values ('default', 's', 'write', '', 'model:1/tiny', 'write/1/en', 'k', '{"messages":[]}', 'Said.', 'stop', now())`,
  )
  await upgrade()
  expect(await readAnswer(database, { sessionId: 's', key: 'k' })).toEqual({ text: 'Said.', finish: 'stop' })
})

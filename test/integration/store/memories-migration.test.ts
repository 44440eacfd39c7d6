import { expect, it } from 'vitest'
import { registerModel } from '../../../main/store'
import { databaseBefore } from './support'

it('what sessions answered is of a version of their report, and goes with it; what a person told stays', async () => {
  const { database, upgrade } = await databaseBefore('memories')
  await database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine)
     values ('s', 'default', 't', 'q', 'done', '{}', 'extractive')`,
  )
  await database.query(
    `insert into reports (session_id, version, project_id, body) values ('s', 1, 'default', '{"sections": []}')`,
  )
  // No version wrote any: what stands here tells neither its session nor what it rests on.
  await database.query(
    `insert into learning_records (record_id, project_id, question, answer) values ('r', 'default', 'Q', 'A')`,
  )
  await upgrade()
  expect(await database.query('select record_id from learning_records')).toEqual([])
  expect(await database.query('select body from reports')).toHaveLength(1)
  await registerModel(database, { id: 'm', dimensions: 2 })
  await database.query(
    `insert into learning_records (record_id, project_id, session_id, version, question, cited, confidence)
     values ('l', 'default', 's', 1, 'Q', '[1]', 1)`,
  )
  await database.query(
    `insert into memories (memory_id, project_id, text, importance, origin, session_id, embedding, model)
     values ('m', 'default', 'Remember.', 0.8, 'person', 's', $1, 'm')`,
    [new Float32Array([1, 0])],
  )
  await database.query('delete from sessions')
  expect(await database.query('select record_id from learning_records')).toEqual([])
  expect(await database.query('select memory_id, session_id from memories')).toEqual([
    { memory_id: 'm', session_id: null },
  ])
})

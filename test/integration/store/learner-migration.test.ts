import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('learning records of the version before are of their sessions, and those of the background of none', async () => {
  const { database, upgrade } = await databaseBefore('learner')
  await database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine)
     values ('s', 'default', 't', 'q', 'done', '{}', 'extractive')`,
  )
  await database.query(
    `insert into learning_records (record_id, project_id, session_id, version, question, cited, confidence)
     values ('r', 'default', 's', 1, 'q', '[1]', 0.8)`,
  )
  await upgrade()
  expect(await database.query('select origin, body, sources, session_id from learning_records')).toEqual([
    { origin: 'session', body: null, sources: [], session_id: 's' },
  ])
  const insert = (columns: string, values: string) =>
    database.query(
      `insert into learning_records (record_id, project_id, question, cited, confidence, ${columns})
       values ('b', 'default', 'q', '[1]', 0.8, ${values})`,
    )
  await expect(insert('origin', `'background'`)).rejects.toMatchObject({ code: 'store.query' })
  await insert('origin, body', `'background', '{}'`)
  await database.query(
    `insert into learner_questions (question_id, project_id, question_key, question, raised_by, raised_hash, state, asked_at, record_id)
     values ('n', 'default', 'k', 'q', '{}', 'h', 'kept', now(), 'b')`,
  )
  await database.query(`delete from learning_records where record_id = 'b'`)
  expect(await database.query('select record_id from learner_questions')).toEqual([{ record_id: null }])
})

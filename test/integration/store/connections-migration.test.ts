import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('a line of the log stays where its session goes, without saying whose it was', async () => {
  const { database, upgrade } = await databaseBefore('connections')
  await database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine)
     values ('s', 'default', 't', 'q', 'done', '{}', 'extractive')`,
  )
  await upgrade()
  expect(await database.query('select * from connections')).toEqual([])
  await database.query(
    `insert into connections (at, kind, host, port, decision, count, process, of_project, of_session)
     values (now(), 'connection', 'example.org', 443, 'refused', 1, 'requests', 'default', 's')`,
  )
  await database.query(`delete from sessions where session_id = 's'`)
  expect(await database.query('select host, of_project, of_session from connections')).toEqual([
    { host: 'example.org', of_project: 'default', of_session: null },
  ])
})

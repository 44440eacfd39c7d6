import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('steps of the version before are research steps without a criterion, and only known types are kept', async () => {
  const { database, upgrade } = await databaseBefore('step types')
  await database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine)
     values ('s', 'default', 't', 'q', 'done', '{}', 'extractive')`,
  )
  await database.query(`insert into plans (plan_id, session_id, project_id, version) values ('p', 's', 'default', 1)`)
  const add = (position: number, columns = '', values = '') =>
    database.query(
      `insert into steps (step_id, plan_id, session_id, project_id, position, title, query, origin, state${columns})
       values ($1, 'p', 's', 'default', $2, 'a', 'a', 'question', 'observed'${values})`,
      [String(position), position],
    )
  await add(0)
  await upgrade()
  await add(1, ', type, done_when', `, 'processing', '"A mean is there."'`)
  await expect(add(2, ', type', `, 'guessing'`)).rejects.toThrow('steps_type_check')
  expect(await database.query('select type, done_when from steps order by position')).toEqual([
    { type: 'research', done_when: '' },
    { type: 'processing', done_when: 'A mean is there.' },
  ])
})

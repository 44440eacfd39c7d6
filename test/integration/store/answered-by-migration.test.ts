import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('answers of the version before stay, without a column that said the same of each', async () => {
  const { database, upgrade } = await databaseBefore('answered by')
  await database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine)
     values ('s', 'default', 't', 'q', 'done', '{}', 'extractive')`,
  )
  await database.query(`insert into plans (plan_id, session_id, project_id, version) values ('p', 's', 'default', 1)`)
  await database.query(
    `insert into steps (step_id, plan_id, session_id, project_id, position, title, query, origin, state)
     values ('a', 'p', 's', 'default', 0, 'a', 'a', 'question', 'observed')`,
  )
  await database.query(
    `insert into tool_call_history (call_id, project_id, session_id, plan_id, step_id, tool, input, state)
     values ('1', 'default', 's', 'p', 'a', 'save', '{}', 'done'), ('2', 'default', 's', 'p', 'a', 'save', '{}', 'awaitingConfirmation')`,
  )
  await database.query(
    `insert into confirmations (confirmation_id, project_id, session_id, plan_id, step_id, call_id, reason, answer,
       answered_at, answered_by)
     values ('c', 'default', 's', 'p', 'a', '1', 'asks', 'allow', now(), 'person'),
            ('d', 'default', 's', 'p', 'a', '2', 'asks', null, null, null)`,
  )
  await upgrade()
  expect(
    await database.query(
      `select confirmation_id as id, answer, answered_at is not null as "isAnswered",
         to_jsonb(confirmations) ? 'answered_by' as "saysWho" from confirmations order by 1`,
    ),
  ).toEqual([
    { id: 'c', answer: 'allow', isAnswered: true, saysWho: false },
    { id: 'd', answer: null, isAnswered: false, saysWho: false },
  ])
})

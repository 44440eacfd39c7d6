import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('keeps calls and open questions of the version before, and takes a question for arguments', async () => {
  const { database, upgrade } = await databaseBefore('questions of calls')
  await database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine)
     values ('s', 'default', 't', 'q', 'paused', '{}', 'extractive')`,
  )
  await database.query(`insert into plans (plan_id, session_id, project_id, version) values ('p', 's', 'default', 1)`)
  await database.query(
    `insert into steps (step_id, plan_id, session_id, project_id, position, title, query, origin, state)
     values ('a', 'p', 's', 'default', 0, 'a', 'a', 'question', 'awaitingConfirmation')`,
  )
  await database.query(
    `insert into tool_call_history (call_id, project_id, session_id, plan_id, step_id, ordinal, input_hash, tool, effect,
       input, state)
     values ('1', 'default', 's', 'p', 'a', 1, 'h', 'save', 'changes', '{"a": 1}', 'inDoubt'),
            ('2', 'default', 's', 'p', 'a', 2, 'h', 'getOrder', 'reads', '{}', 'awaitingConfirmation')`,
  )
  const question = (id: string, call: string, reason: string) =>
    database.query(
      `insert into confirmations (confirmation_id, project_id, session_id, plan_id, step_id, call_id, reason)
       values ($1, 'default', 's', 'p', 'a', $2, $3)`,
      [id, call, reason],
    )
  await question('c', '1', 'inDoubt')
  await expect(question('d', '2', 'missing')).rejects.toThrow()
  await upgrade()
  await question('d', '2', 'missing')
  await expect(question('e', '2', 'other')).rejects.toThrow()
  expect(await database.query('select call_id, reason, lacking from confirmations order by call_id')).toEqual([
    { call_id: '1', reason: 'inDoubt', lacking: null },
    { call_id: '2', reason: 'missing', lacking: null },
  ])
  expect(await database.query('select call_id, input, exchanges from tool_call_history order by call_id')).toEqual([
    { call_id: '1', input: { a: 1 }, exchanges: [] },
    { call_id: '2', input: {}, exchanges: [] },
  ])
})

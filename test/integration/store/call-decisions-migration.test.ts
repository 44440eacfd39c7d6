import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('keeps calls and open questions of the version before, without a decision that nobody made', async () => {
  const { database, upgrade } = await databaseBefore('call decisions')
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
     values ('1', 'default', 's', 'p', 'a', 1, 'h', 'recall', 'reads', '{"query": "drag"}', 'done'),
            ('2', 'default', 's', 'p', 'a', 2, 'h', 'save', 'changes', '{}', 'inDoubt')`,
  )
  await database.query(
    `insert into confirmations (confirmation_id, project_id, session_id, plan_id, step_id, call_id, reason)
     values ('c', 'default', 's', 'p', 'a', '2', 'inDoubt')`,
  )
  await upgrade()
  expect(
    await database.query(
      'select call_id, server, tier, decision, risk, steps, reasons, input from tool_call_history order by call_id',
    ),
  ).toEqual([
    {
      call_id: '1',
      server: 'builtin',
      tier: 'L1',
      decision: null,
      risk: null,
      steps: 1,
      reasons: [],
      input: { query: 'drag' },
    },
    { call_id: '2', server: 'builtin', tier: 'L2', decision: null, risk: null, steps: 1, reasons: [], input: {} },
  ])
  expect(await database.query('select scope, input, answer from confirmations')).toEqual([
    { scope: 'once', input: null, answer: null },
  ])
})

import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('sessions of the version before are no branches, and what they asked and called is their own', async () => {
  const { database, upgrade } = await databaseBefore('branches')
  await database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine)
     values ('s', 'default', 't', 'q', 'done', '{}', 'extractive')`,
  )
  await database.query(
    `insert into model_turns (project_id, session_id, role, about, engine, prompt, key, request, started_at)
     values ('default', 's', 'write', '', 'model:1/tiny', 'write/1/en', 'k', '{"messages":[]}', now())`,
  )
  await database.query(
    `insert into tool_call_history (call_id, project_id, session_id, tool, input, state)
     values ('c', 'default', 's', 'recall', '{}', 'done')`,
  )
  await upgrade()
  expect(
    await database.query(
      `select s.branched_from, s.branch_point, m.is_copy as turn, c.is_copy as call
       from sessions s join model_turns m using (session_id) join tool_call_history c using (session_id)`,
    ),
  ).toEqual([{ branched_from: null, branch_point: null, turn: false, call: false }])
  await database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine, branched_from)
     values ('b', 'default', 't', 'q', 'done', '{}', 'extractive', 's')`,
  )
  await database.query(`delete from sessions where session_id = 's'`)
  expect(await database.query('select session_id, branched_from from sessions')).toEqual([
    { session_id: 'b', branched_from: null },
  ])
})

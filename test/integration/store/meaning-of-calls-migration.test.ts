import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('calls of the version before have no vector yet, and a line without words never gets one', async () => {
  const { database, upgrade } = await databaseBefore('meaning of calls')
  await database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine)
     values ('s', 'default', 't', 'q', 'done', '{}', 'extractive')`,
  )
  const add = (id: string, session: string | null, caller: string) =>
    database.query(
      `insert into tool_call_history (call_id, project_id, session_id, caller, tool, input, state)
       values ($1, 'default', $2, $3, 'search', '{"query": "pumps"}', 'done')`,
      [id, session, caller],
    )
  await add('1', 's', 'session')
  await add('2', null, 'program')
  await add('3', null, 'session')
  await upgrade()
  const before = await database.query('select call_id, input, embedding, model from tool_call_history order by call_id')
  expect(before).toEqual(
    ['1', '2', '3'].map((id) => ({ call_id: id, input: { query: 'pumps' }, embedding: null, model: null })),
  )
  const write = (id: string, model: string | null) =>
    database.query('update tool_call_history set embedding = $2, model = $3 where call_id = $1', [
      id,
      new Float32Array([1, 0]),
      model,
    ])
  await write('1', 'm')
  await write('2', 'm')
  await expect(write('3', 'm')).rejects.toThrow('tool_call_history_meaning')
  await expect(write('1', null)).rejects.toThrow('tool_call_history_meaning')
})

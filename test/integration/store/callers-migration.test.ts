import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('calls of the version before were made by sessions, also where those are gone', async () => {
  const { database, upgrade } = await databaseBefore('callers')
  await database.query(
    `insert into tool_call_history (call_id, project_id, tool, effect, input, state, decision)
     values ('1', 'default', 'recall', 'reads', '{}', 'done', 'allow')`,
  )
  await upgrade()
  expect(await database.query('select caller, state from tool_call_history')).toEqual([
    { caller: 'session', state: 'done' },
  ])
})

import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('tables that nobody wrote go with what stands in them, and what people chose stays', async () => {
  const { database, upgrade } = await databaseBefore('unused tables')
  await database.query(`insert into user_preferences (project_id, key, value) values ('default', 'k', '1')`)
  await database.query(`insert into tool_call_metrics (project_id, tool, day) values ('default', 't', now())`)
  await database.query(`insert into services (service_id, project_id, state) values ('s', 'default', 'open')`)
  await database.query(`insert into project_settings (project_id, key, value) values ('default', 'clarify', 'false')`)
  await upgrade()
  const tables = await database.query<{ relname: string }>(
    `select relname from pg_class where relname in ('user_preferences', 'tool_call_metrics', 'services')`,
  )
  expect(tables).toEqual([])
  expect(await database.query('select key, value from project_settings')).toEqual([{ key: 'clarify', value: false }])
})

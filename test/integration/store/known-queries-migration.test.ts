import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('databases of the version before have no corrected readings, and take theirs with them', async () => {
  const { database, upgrade } = await databaseBefore('known queries')
  await database.query(
    `insert into resource_registry (resource_id, project_id, resource_type, name, description, usage_info, metadata,
       flavour, origin, status, texts_hash)
     values ('d', 'default', 'database', 'Shop', '', '', '{}', 'sqlite', '{"kind":"file"}', 'ready', '')`,
  )
  await upgrade()
  expect(await database.query('select * from known_queries')).toEqual([])
  await database.query(
    `insert into known_queries (query_id, project_id, resource_id, question, shape, slots, reading)
     values ('k', 'default', 'd', 'q', 's', '[]', '{}')`,
  )
  await database.query(`delete from resource_registry where resource_id = 'd'`)
  expect(await database.query('select * from known_queries')).toEqual([])
})

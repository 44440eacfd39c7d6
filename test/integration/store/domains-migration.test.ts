import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('domains take the place of a table that nobody wrote; their documents go with the sources', async () => {
  const { database, upgrade } = await databaseBefore('domains')
  await database.query(
    `insert into sources (source_id, project_id, kind, name, state) values ('s', 'default', 'note', 'n', 'indexed')`,
  )
  await database.query(
    `insert into domain_knowledge (domain_id, project_id, domain, summary) values ('d', 'default', 'D', 'S')`,
  )
  await upgrade()
  expect(await database.query(`select 1 from pg_class where relname = 'domain_knowledge'`)).toEqual([])
  await database.query(`insert into domains (domain_id, project_id, name) values ('d', 'default', 'D')`)
  await database.query(`insert into domain_sources values ('d', 's', 'default', 0)`)
  await database.query('delete from sources')
  expect(await database.query('select * from domain_sources')).toEqual([])
  expect(await database.query('select name, edited, removed from domains')).toEqual([
    { name: 'D', edited: [], removed: false },
  ])
})

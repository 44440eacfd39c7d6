import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('finds sources of before by their content, by an index', async () => {
  const { database, upgrade } = await databaseBefore('content hashes')
  await database.query(
    `insert into sources (source_id, project_id, kind, name, state, content_hash)
     select 's' || n, 'default', 'note', 's', 'indexed', 'h' || n
     from generate_series(1, 2000) n`,
  )
  await upgrade()
  const asked = `select source_id from sources where project_id = 'default' and content_hash = any(array['h2'])`
  expect(await database.query(asked)).toEqual([{ source_id: 's2' }])
  await database.query('analyze sources')
  expect(JSON.stringify(await database.query(`explain ${asked}`))).toContain('sources_content')
})

import { expect, it } from 'vitest'
import { migrations } from '../../../main/store/migrations'
import { newDirectory, open } from './support'

it('resources of a version that noted no looks were last looked at when they were added', async () => {
  const directory = await newDirectory()
  const earlier = migrations.slice(
    0,
    migrations.findIndex(({ name }) => name === 'resource-looks'),
  )
  const before = await open(directory, { migrations: earlier })
  await before.database.query(
    `insert into resource_registry (resource_id, project_id, resource_type, name, description, usage_info, metadata,
       flavour, origin, status, texts_hash, created_at)
     values ('tool:a', 'default', 'tool', 'a', '', '', '{}', 'folder', '{}', 'ready', 'h', '2026-01-02T00:00:00Z')`,
  )
  await before.close()
  const { database } = await open(directory)
  const rows = await database.query('select last_looked_at = created_at as is_equal from resource_registry')
  expect(rows).toEqual([{ is_equal: true }])
})

import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('looks at tables of text and workbooks again, whose figures and days had been text', async () => {
  const { database, upgrade } = await databaseBefore('tables read anew')
  const engines = ['csv', 'json', 'excel', 'parquet', 'sqlite']
  for (const engine of engines) {
    await database.query(
      `insert into resource_registry (project_id, resource_id, resource_type, name, description, usage_info, metadata, flavour,
         origin, origin_stamp, status, texts_hash)
       values ('default', $1, 'database', $1, '', '', $2, '', '{"kind": "file"}', 'stamp', 'ready', '')`,
      [engine, JSON.stringify({ type: 'database', engine })],
    )
  }
  await upgrade()
  const rows = await database.query<{ resource_id: string; origin_stamp: string | null }>(
    'select resource_id, origin_stamp from resource_registry order by resource_id',
  )
  expect(rows.map((row) => [row.resource_id, row.origin_stamp])).toEqual([
    ['csv', null],
    ['excel', null],
    ['json', null],
    ['parquet', 'stamp'],
    ['sqlite', 'stamp'],
  ])
})

it('looks at descriptions of APIs again, whose operations told less', async () => {
  const { database, upgrade } = await databaseBefore('descriptions read anew')
  for (const [id, type, parent] of [
    ['api', 'api', null],
    ['part', 'api', 'api'],
    ['sales', 'database', null],
  ] as const) {
    await database.query(
      `insert into resource_registry (project_id, resource_id, resource_type, parent_id, name, description, usage_info, metadata,
         flavour, origin, origin_stamp, status, texts_hash)
       values ('default', $1, $2, $3, $1, '', '', '{}', '', '{"kind": "file"}', 'stamp', 'ready', '')`,
      [id, type, parent],
    )
  }
  await upgrade()
  const rows = await database.query<{ resource_id: string; origin_stamp: string | null }>(
    'select resource_id, origin_stamp from resource_registry order by resource_id',
  )
  expect(rows.map((row) => [row.resource_id, row.origin_stamp])).toEqual([
    ['api', null],
    ['part', 'stamp'],
    ['sales', 'stamp'],
  ])
})

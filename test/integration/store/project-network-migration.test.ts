import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('the network setting of the app becomes that of the projects there are', async () => {
  const { database, upgrade } = await databaseBefore('project network')
  await database.query(`insert into projects (project_id, name) values ('other', 'Other')`)
  await database.query(
    `insert into settings (key, value) values ('app.egress', '"named"'), ('app.egressHosts', '["a.example"]'), ('app.theme', '"dark"')`,
  )
  await upgrade()
  expect(await database.query('select project_id, key, value from project_settings order by 1, 2')).toEqual([
    { project_id: 'default', key: 'egress', value: 'named' },
    { project_id: 'default', key: 'egressHosts', value: ['a.example'] },
    { project_id: 'other', key: 'egress', value: 'named' },
    { project_id: 'other', key: 'egressHosts', value: ['a.example'] },
  ])
  expect(await database.query('select key from settings')).toEqual([{ key: 'app.theme' }])
})

import { expect, it } from 'vitest'
import { worksOf } from '../../../main/knowledge/sources/works'
import { databaseBefore } from './support'

it('sources of the version before are what their files say: nobody has described them', async () => {
  const { database, upgrade } = await databaseBefore('works')
  await database.query(
    `insert into sources (source_id, project_id, kind, name, size_bytes, state) values ('s', 'default', 'file', 'a.pdf', 1, 'indexed')`,
  )
  await database.query(
    `insert into extracts (source_id, text, title, reader, reader_version, content_hash) values ('s', 't', 'A title', 'pdf', 2, 'h')`,
  )
  await upgrade()
  expect((await worksOf(database, 'default', ['s'])).get('s')).toEqual({
    work: { type: 'document', title: 'A title' },
    origin: { kind: 'file' },
  })
})

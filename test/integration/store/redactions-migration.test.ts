import { expect, it } from 'vitest'
import { databaseBefore } from './support'

it('counts no secrets in sources of the version before until they are read again', async () => {
  const { database, upgrade } = await databaseBefore('redactions')
  await database.query(
    `insert into sources (source_id, project_id, kind, name, path, size_bytes, state, queued_at)
     values ('a', 'default', 'file', 'a.md', '/a.md', 3, 'indexed', now())`,
  )
  await upgrade()
  expect(await database.query('select redacted, redacted_fingerprints, not_secrets from sources')).toEqual([
    { redacted: 0, redacted_fingerprints: [], not_secrets: [] },
  ])
})

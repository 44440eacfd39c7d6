import { readFile, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { asJson, dumpDaily, restoreDump } from '../../../main/store'
import { convertCall } from '../../fixtures/places'
import { databaseBefore, emptyDatabase, newDirectory } from './support'

it('masks in citations and evidence of the version before what an argument is called a secret by, in its dumps, too', async () => {
  const { database, upgrade } = await databaseBefore('masked arguments')
  await database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine)
     values ('s', 'default', 't', 'q', 'done', '{}', 'extractive')`,
  )
  await database.query(`insert into plans (plan_id, session_id, project_id, version) values ('p', 's', 'default', 1)`)
  await database.query(
    `insert into steps (step_id, plan_id, session_id, project_id, position, title, query, origin, state)
     values ('a', 'p', 's', 'default', 0, 'a', 'a', 'question', 'observed')`,
  )
  const place = (sent: object) => asJson({ ...convertCall, arguments: sent })
  await database.query(
    `insert into observations (plan_id, step_id, ordinal, session_id, project_id, place, sentence, score)
     values ('p', 'a', 0, 's', 'default', $1::jsonb, 'x', 1)`,
    [place({ city: 'Chur', api_key: 'k-1' })],
  )
  await database.query(`insert into reports (session_id, project_id, body) values ('s', 'default', '{}')`)
  await database.query(
    `insert into citations (session_id, version, n, project_id, place, cited_text, cited_text_hash)
     values ('s', 1, 1, 'default', $1::jsonb, 'x', 'h'), ('s', 1, 2, 'default', $2::jsonb, 'x', 'h')`,
    [place({ Password: ['a'], max_tokens: 5 }), place({})],
  )
  const directory = await newDirectory()
  const dump = await dumpDaily(database, directory, new Date())
  const sent = `select place -> 'arguments' as sent from observations union all
    (select place -> 'arguments' from citations order by n)`
  const masked = [
    { sent: { city: 'Chur', api_key: '•••' } },
    { sent: { Password: '•••', max_tokens: 5 } },
    { sent: {} },
  ]
  await upgrade()
  expect(await database.query(sent)).toEqual(masked)

  // A dump of the version before says so itself.
  const older = JSON.parse(gunzipSync(await readFile(dump ?? '')).toString('utf8')) as { schemaVersion: number }
  await writeFile(dump ?? '', gzipSync(JSON.stringify({ ...older, schemaVersion: 42 })))
  const other = await emptyDatabase()
  await restoreDump(other.database, dump ?? '')
  expect(await other.database.query(sent)).toEqual(masked)
})

import { readFile, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { place } from '../../../contract/report/place'
import { asJson, dumpDaily, restoreDump } from '../../../main/store'
import { convertCall, placeIn, sitesQuery } from '../../fixtures/places'
import { databaseBefore, emptyDatabase, newDirectory, type OlderDatabase } from './support'

const now = new Date(Date.UTC(2026, 10, 22, 12))
const locator = { sourceId: 's1', start: 13, end: 33, page: 12, lineStart: 3, lineEnd: 4 }
const reason = {
  dense: 0.9,
  keyword: null,
  feedback: null,
  section: null,
  neighbours: null,
  named: null,
  rerank: null,
  score: 0.9,
  rankBefore: 2,
  rankAfter: 1,
}
const evidence = {
  sentence: 'Garbage is written into files.',
  passageId: 7,
  locator,
  sourceName: 'howto.md',
  sourceTitle: null,
  headingPath: ['9 Failures', '9.4 Garbage Written Into Files'],
  score: 0.8,
  hit: reason,
}

async function addStep({ database }: OlderDatabase): Promise<void> {
  await database.query(
    `insert into sources (source_id, project_id, kind, name, state, content_hash)
     values ('s1', 'default', 'file', 'howto.md', 'indexed', 'aa')`,
  )
  await database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine)
     values ('s', 'default', 't', 'q', 'done', '{}', 'extractive')`,
  )
  await database.query(`insert into plans (plan_id, project_id, session_id, version) values ('p', 'default', 's', 1)`)
  await database.query(
    `insert into steps (step_id, plan_id, session_id, project_id, position, title, query, origin, state)
     values ('a', 'p', 's', 'default', 1, 't', 'q', 'question', 'observed')`,
  )
}

/** A store of the version before with a report, what it cites, and what its step kept. */
async function databaseWithReport(): Promise<OlderDatabase> {
  const store = await databaseBefore('places')
  await addStep(store)
  await store.database.query(
    `insert into observations (plan_id, step_id, ordinal, session_id, project_id, passage_id, evidence)
     values ('p', 'a', 0, 's', 'default', 7, $1::jsonb), ('p', 'a', 1, 's', 'default', null, '{"text": "of no shape"}')`,
    [asJson(evidence)],
  )
  await store.database.query(
    `insert into reports (session_id, project_id, body) values ('s', 'default', '{"title": "t", "citations": [1]}')`,
  )
  await store.database.query(
    `insert into citations (session_id, n, project_id, source_id, passage_id, locator, cited_text, cited_text_hash,
       source_name, source_title, source_content_hash, heading_path)
     values ('s', 1, 'default', 's1', 7, $1::jsonb, $2, 'h', 'howto.md', 'How To', 'aa', $3::jsonb),
            ('s', 2, 'default', 'gone', null, '{}', 'x', 'h', 'gone.md', null, null, '[]')`,
    [asJson(locator), evidence.sentence, asJson(evidence.headingPath)],
  )
  return store
}

const citations = 'select n, place, place_kind, source_id, passage_id, resource_id from citations order by n'
const observations =
  'select ordinal, sentence, place, score, reason, source_id, passage_id from observations order by ordinal'
const headings = { headingPath: evidence.headingPath, page: 12, lineStart: 3, lineEnd: 4, passageId: 7 }
const cited = placeIn('s1', 13, 33, { ...headings, sourceName: 'howto.md', sourceTitle: 'How To', contentHash: 'aa' })

async function expectPlaces({ database }: OlderDatabase, contentHash: string | null): Promise<void> {
  const rows = await database.query<{ n: number; place: unknown }>(citations)
  expect(rows[0]).toEqual({
    n: 1,
    place: cited,
    place_kind: 'source',
    source_id: 's1',
    passage_id: 7,
    resource_id: null,
  })
  expect(rows[1]).toMatchObject({ source_id: 'gone', place: { sourceName: 'gone.md', start: 0, contentHash: null } })
  const kept = await database.query<{ place: unknown }>(observations)
  expect(kept[0]).toEqual({
    ordinal: 0,
    sentence: evidence.sentence,
    place: { ...cited, sourceTitle: null, contentHash },
    score: 0.8,
    reason,
    source_id: 's1',
    passage_id: 7,
  })
  for (const { place: stored } of [...rows, ...kept]) place.parse(stored)
  expect(await database.query('select body from reports')).toEqual([{ body: { title: 't' } }])
}

describe('the version of places', () => {
  it('makes places of what citations and observations kept before', async () => {
    const before = await databaseWithReport()
    await before.upgrade()
    await expectPlaces(before, 'aa')
  })

  it('takes a dump of the version before in', async () => {
    const directory = await newDirectory()
    const before = await databaseWithReport()
    const path = (await dumpDaily(before.database, directory, now)) ?? ''
    const content = JSON.parse(gunzipSync(await readFile(path)).toString('utf8')) as object
    await writeFile(path, gzipSync(JSON.stringify({ ...content, schemaVersion: 11 })))
    const other = await emptyDatabase()
    expect(await restoreDump(other.database, path)).toMatchObject({ citations: 2, observations: 2, reports: 1 })
    await expectPlaces(other, null)
  })
})

describe('places of every kind', () => {
  const places = [cited, sitesQuery, convertCall]

  it('go into rows, a dump and another store as they are', async () => {
    const directory = await newDirectory()
    const store = await emptyDatabase()
    await addStep(store)
    for (const [at, one] of places.entries()) {
      await store.database.query(
        `insert into citations (session_id, n, project_id, place, cited_text, cited_text_hash)
         values ('s', $1, 'default', $2::jsonb, 'x', 'h')`,
        [at, asJson(one)],
      )
      await store.database.query(
        `insert into observations (plan_id, step_id, ordinal, session_id, project_id, sentence, place, score)
         values ('p', 'a', $1, 's', 'default', 'x', $2::jsonb, 1)`,
        [at, asJson(one)],
      )
    }
    const rows = await store.database.query(citations)
    expect(rows).toMatchObject([
      { place: cited, place_kind: 'source', source_id: 's1', resource_id: null },
      { place: sitesQuery, place_kind: 'query', source_id: null, resource_id: 'database:field' },
      { place: convertCall, place_kind: 'call', source_id: null, resource_id: 'mcp:units' },
    ])
    const observed = await store.database.query(observations)
    const path = (await dumpDaily(store.database, directory, now)) ?? ''
    const other = await emptyDatabase()
    await restoreDump(other.database, path)
    expect(await other.database.query(citations)).toEqual(rows)
    expect(await other.database.query(observations)).toEqual(observed)
  })

  it.each([
    ['of no kind', { ...cited, kind: 'rumour' }],
    ['without its source', { ...cited, sourceId: undefined }],
    ['without its resource', { ...sitesQuery, resourceId: undefined }],
  ])('but none %s', async (_, wrong) => {
    const store = await emptyDatabase()
    await addStep(store)
    const sql = `insert into citations (session_id, n, project_id, place, cited_text, cited_text_hash)
                 values ('s', 1, 'default', $1::jsonb, 'x', 'h')`
    await expect(store.database.query(sql, [asJson(wrong)])).rejects.toMatchObject({ code: 'store.query' })
  })
})

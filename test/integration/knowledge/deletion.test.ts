import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeSources } from '../../../main/knowledge/sources/deletion'
import { createCitationIndex } from '../../../main/research'
import type { Store } from '../../../main/store'
import { placeIn } from '../../fixtures/places'
import { openFreshStore } from './harness'

let store: Store
beforeAll(async () => {
  store = await openFreshStore()
})
afterAll(async () => {
  await store.close()
})

it('takes what sessions kept of a source along, but for what a report cites', async () => {
  const { database } = store
  for (const id of ['gone', 'kept']) {
    await database.query(
      `insert into sources (source_id, project_id, kind, name, state) values ($1, 'default', 'note', $1, 'indexed')`,
      [id],
    )
  }
  const hits = ['gone', 'kept', 'gone'].map((sourceId, rank) => ({ sourceId, text: `text of ${sourceId} ${rank}` }))
  await database.query(
    `insert into sessions (session_id, project_id, title, question, state, settings, engine, investigation)
     values ('s', 'default', 't', 'q', 'done', '{}', 'e', $1::jsonb), ('fresh', 'default', 't', 'q', 'done', '{}', 'e', null)`,
    [JSON.stringify({ themes: [], hits, passagesSearched: 3 })],
  )
  await database.query(`insert into plans (plan_id, project_id, session_id, version) values ('p', 'default', 's', 1)`)
  await database.query(
    `insert into steps (step_id, plan_id, session_id, project_id, position, title, query, origin, state)
     values ('1', 'p', 's', 'default', 0, 't', 'q', 'question', 'observed')`,
  )
  const sentences = [
    ['gone', 'cited sentence'],
    ['gone', 'uncited sentence'],
    ['kept', 'other sentence'],
  ] as const
  for (const [ordinal, [sourceId, sentence]] of sentences.entries()) {
    await database.query(
      `insert into observations (plan_id, step_id, ordinal, session_id, project_id, sentence, place, score)
       values ('p', '1', $1, 's', 'default', $2, $3::jsonb, 1)`,
      [ordinal, sentence, JSON.stringify(placeIn(sourceId))],
    )
  }
  await database.query(
    `insert into citations (session_id, n, project_id, place, cited_text, cited_text_hash)
     values ('s', 1, 'default', $1::jsonb, 'cited sentence', 'h')`,
    [JSON.stringify(placeIn('gone'))],
  )

  const library = { database, projectId: 'default', citations: createCitationIndex(database, 'default') }
  await removeSources(library, ['gone'])

  expect(await database.query('select sentence from observations order by ordinal')).toEqual([
    { sentence: 'cited sentence' },
    { sentence: 'other sentence' },
  ])
  expect(await database.query(`select investigation -> 'hits' as hits from sessions where session_id = 's'`)).toEqual([
    { hits: [hits[1]] },
  ])
  expect(await database.query('select cited_text from citations')).toEqual([{ cited_text: 'cited sentence' }])

  await removeSources(library, ['kept'])
  expect(await database.query(`select investigation -> 'hits' as hits from sessions where session_id = 's'`)).toEqual([
    { hits: [] },
  ])
})

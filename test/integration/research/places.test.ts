import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createCitationIndex } from '../../../main/research'
import { convertCall, placeIn, sitesQuery } from '../../fixtures/places'
import { plannedStep, scriptedEngine } from './scripted-engine'
import { addSource, clearRows, openFreshStore, openSetting, type Store } from './setting'

let store: Store
beforeAll(async () => {
  store = await openFreshStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  await clearRows(store.database)
  await addSource(store.database)
})

const places = [placeIn('source-1'), sitesQuery, convertCall]
const reason = {
  dense: 0.9,
  keyword: null,
  feedback: null,
  section: null,
  neighbours: null,
  named: null,
  rerank: null,
  score: 0.9,
  rankBefore: 1,
  rankAfter: 1,
}
const evidence = places.map((place, at) => ({
  sentence: `Sentence ${at}.`,
  place,
  score: 0.9 - at / 10,
  reason: place.kind === 'source' ? reason : null,
}))

async function addResource(resourceId: string): Promise<void> {
  await store.database.query(
    `insert into resource_registry (resource_id, project_id, resource_type, name, description, usage_info, metadata,
       flavour, origin, status, texts_hash)
     values ($1, 'default', 'database', $1, '', '', '{}', 'sqlite', '{}', 'ready', 'h') on conflict do nothing`,
    [resourceId],
  )
}

it('keeps evidence and citations of every kind of place, and says what became of each', async () => {
  const { database } = store
  await addResource(sitesQuery.resourceId)
  const engine = scriptedEngine({ steps: [plannedStep('a')], evidence: () => evidence })
  const { research, close } = await openSetting(database, engine)
  const id = await research.start({ question: 'Which site?', settings: { clarify: false, autoAccept: true } })
  const view = await research.whenSettled(id)
  expect(view.evidence.map(({ place, reason: why }) => [place, why])).toEqual([
    // The passage that it names is not in the library.
    [{ ...placeIn('source-1'), passageId: null }, reason],
    [sitesQuery, null],
    [convertCall, null],
  ])
  const citationsNow = async () => (await research.view(id)).report?.citations ?? []
  expect((await citationsNow()).map(({ place }) => place)).toEqual(places)
  expect((await citationsNow()).map(({ state }) => state)).toEqual(['present', 'present', 'deleted'])

  const index = createCitationIndex(database, 'default')
  expect(await index.countCitingReports(['source-1', 'other'])).toBe(1)
  expect(await index.countReportsCitingResource(sitesQuery.resourceId)).toBe(1)
  // What answers questions on a database is a part of it, and cited as such.
  await addResource('whole')
  expect(await index.countReportsCitingResource('whole')).toBe(0)
  await database.query(`update resource_registry set parent_id = 'whole' where resource_id = $1`, [
    sitesQuery.resourceId,
  ])
  expect(await index.countReportsCitingResource('whole')).toBe(1)
  expect(await createCitationIndex(database, 'other').countReportsCitingResource('whole')).toBe(0)
  expect(await index.sentencesCiting('source-1')).toMatchObject([{ sessionId: id, n: 1, sentence: 'Sentence 0.' }])
  await database.transaction((transaction) => index.forgetSources(transaction, ['source-1']))
  // What a report cites stays; what nothing cites any more goes with its source or resource.
  const kept = () => database.query('select sentence from observations order by ordinal')
  expect(await kept()).toHaveLength(3)
  await database.query('delete from citations where n < 3')
  await database.transaction((transaction) => index.forgetSources(transaction, ['source-1']))
  await index.forgetRemovedResources()
  expect(await kept()).toEqual([{ sentence: 'Sentence 1.' }, { sentence: 'Sentence 2.' }])
  await database.query('delete from resource_registry')
  await index.forgetRemovedResources()
  expect(await kept()).toEqual([{ sentence: 'Sentence 2.' }])
  await close()
})

it('keeps of a sentence the page that it stands on, where its passage begins on an earlier one', async () => {
  const { database } = store
  await database.query(
    `insert into extracts (source_id, text, reader, reader_version, content_hash, page_starts)
     values ('source-1', '', 'pdf', 1, 'hash-1', '[0, 100, 100, 250]')`,
  )
  const starts = [20, 99, 120, 250]
  const sentences = starts.map((start, at) => ({
    sentence: `Sentence ${at}.`,
    place: placeIn('source-1', start, start + 5, { page: 1 }),
    score: 0.9 - at / 10,
    reason,
  }))
  const { research, close } = await openSetting(
    database,
    scriptedEngine({ steps: [plannedStep('a')], evidence: () => sentences }),
  )
  const id = await research.start({ question: 'Which page?', settings: { clarify: false, autoAccept: true } })
  await research.whenSettled(id)
  const { report } = await research.view(id)
  expect(report?.citations.map(({ place }) => place.kind === 'source' && place.page)).toEqual([1, 1, 3, 4])
  await close()
})

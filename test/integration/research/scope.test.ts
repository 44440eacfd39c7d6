import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SessionSettings, SessionView, StepRequirement } from '../../../contract/session/session'
import type { SessionScope } from '../../../contract/session/session-scope'
import type { PoolResource } from '../../../main/pool'
import type { PlanInput } from '../../../main/reasoning/port'
import { sitesQuery } from '../../fixtures/places'
import { evidenceOf, plannedStep, scriptedEngine } from './scripted-engine'
import {
  addSource,
  boundless,
  clearRows,
  openFreshStore,
  openSetting,
  readingTool,
  type Store,
  whenView,
} from './setting'

const question = 'What limits wave drag?'
const nothing: SessionScope = { folders: [], sourceIds: [], resourceIds: [] }
const scopedTo = (scope: Partial<SessionScope>, autoAccept = true): SessionSettings => ({
  clarify: false,
  autoAccept,
  scope: { ...nothing, ...scope },
})
const field = sitesQuery.resourceId
const database = (resourceId: string): PoolResource => ({
  resourceId,
  type: 'database',
  name: resourceId,
  capabilities: [],
  readOnly: true,
  parallelism: 1,
})
const aDatabase: StepRequirement = { type: 'database', capability: 'sql_query', level: 1, resourceId: null }
const citedIn = ({ report }: SessionView) =>
  report?.citations.map(({ place }) => (place.kind === 'source' ? place.sourceId : place.resourceId))

describe('a session that may use only some of the project', () => {
  let store: Store
  beforeAll(async () => {
    store = await openFreshStore()
  })
  afterAll(() => store.close())
  const addPassage = (sourceId: string) =>
    store.database.query(
      `insert into passages (project_id, source_id, ordinal, start_offset, end_offset, line_start, line_end, text,
         text_hash, words, coverage, search_text)
       values ('default', $1, 0, 0, 5, 1, 1, 'Drag.', '', 1, 'dense', 'Drag.')`,
      [sourceId],
    )
  beforeEach(async () => {
    await clearRows(store.database)
    await addSource(store.database)
    await store.database.query(
      `insert into sources (source_id, project_id, kind, name, path, state) values
         ('source-2', 'default', 'file', 'b.md', '/library/law/b.md', 'indexed'),
         ('source-3', 'default', 'file', 'c.md', '/library/lawless/c.md', 'indexed')`,
    )
  })

  it('keeps nothing else, whatever its engine cites, and narrows every recall that it asks for', async () => {
    const asked: unknown[] = []
    const recall = readingTool({
      name: 'recall',
      tier: 'L1',
      run: async (input) => {
        asked.push(input)
        return {}
      },
    })
    const engine = scriptedEngine({
      steps: [plannedStep('a')],
      evidence: () => [
        ...['source-1', 'source-2', 'source-3'].map((sourceId) => evidenceOf('a', sourceId)),
        { sentence: 'Chur 4.68', place: sitesQuery, score: 1, reason: null },
      ],
      gather: async (_step, { callTool }) => {
        const filter = { types: ['pdf'], within: { folders: ['/library'], sourceIds: ['source-3'] } }
        await callTool({ tool: 'recall', resourceId: null, input: { query: 'drag', filter } })
      },
    })
    const { research, close } = await openSetting(store.database, engine, {
      tools: [recall],
      gate: { callLimits: async () => ({ ...(await boundless.callLimits()), roots: ['/library'] }) },
    })
    await addPassage('source-2')
    const id = await research.start({ question, settings: scopedTo({ folders: ['/library/law'] }) })
    const view = await research.whenSettled(id)
    expect(view.state).toBe('done')
    expect(citedIn(view)).toEqual(['source-2'])
    expect(view.plan?.steps[0]).toMatchObject({ found: 5, kept: 1 })
    expect(view.evidence).toHaveLength(1)
    expect(view.scopedTo).toEqual([{ kind: 'folder', id: '/library/law', name: '/library/law' }])
    const within = { folders: ['/library/law'], sourceIds: [] }
    expect(asked).toEqual([expect.objectContaining({ filter: { types: ['pdf'], within } })])
    // What was found before is not used where the scope is another by now, and neither is what is pinned.
    await research.chooseEvidence(id, { kind: 'pin', version: 1, n: 1 })
    await addPassage('source-3')
    await research.setScope(id, { ...nothing, sourceIds: ['source-3', 'gone'] })
    await research.update(id)
    const updated = await research.whenSettled(id)
    expect(citedIn(updated)).toEqual(['source-3'])
    expect(updated.scopedTo).toEqual([
      { kind: 'source', id: 'source-3', name: 'c.md' },
      { kind: 'source', id: 'gone', name: null },
    ])
    expect(await research.report(id, 1)).toEqual(view.report)
    await research.setScope(id, null)
    await research.update(id)
    const whole = await research.whenSettled(id)
    expect(citedIn(whole)).toEqual(['source-1', 'source-2', 'source-3', field])
    expect(whole.settings.scope).toBeUndefined()
    await expect(research.setScope('nobody', null)).rejects.toMatchObject({ code: 'session.notFound' })
    await close()
  })

  it('asks a database alone where only that is named, and no other', async () => {
    const planned: PlanInput[] = []
    const engine = scriptedEngine({
      plan: (input) => {
        planned.push(input)
        return [{ ...plannedStep('a'), title: 'Query the database', uses: ['database:other'] }]
      },
      evidence: () => [evidenceOf('a'), { sentence: 'Chur 4.68', place: sitesQuery, score: 1, reason: null }],
    })
    const { research, pool, close } = await openSetting(store.database, engine, {
      askableResources: async () =>
        ['database:other', field].map((resourceId) => ({
          resourceId,
          type: 'database',
          name: resourceId,
          description: '',
        })),
      chooseResource: async () => null,
    })
    pool.addResource(database('database:other'))
    pool.addResource(database(field))
    const id = await research.start({ question, settings: scopedTo({ resourceIds: [field] }) })
    const view = await research.whenSettled(id)
    expect(citedIn(view)).toEqual([field])
    expect(planned[0]?.resources?.map(({ resourceId }) => resourceId)).toEqual([field])
    expect(view.plan?.steps[0]?.resources.map(({ resourceId }) => resourceId)).toEqual([field])
    // Where it names documents alone, a step that would need some database needs none.
    await research.setScope(id, { ...nothing, sourceIds: ['source-1'] })
    await research.update(id)
    const updated = await research.whenSettled(id)
    expect(updated.plan?.steps[0]).toMatchObject({ state: 'observed', resources: [] })
    expect(citedIn(updated)).toEqual(['source-1'])
    await close()
  })

  it('uses what a person adds to its plan by hand', async () => {
    const engine = scriptedEngine({
      steps: [plannedStep('a')],
      evidence: () => [evidenceOf('a'), { sentence: 'Chur 4.68', place: sitesQuery, score: 1, reason: null }],
    })
    const { research, pool, close } = await openSetting(store.database, engine)
    await addPassage('source-1')
    pool.addResource(database(field))
    const id = await research.start({ question, settings: scopedTo({ sourceIds: ['source-1'] }, false) })
    await whenView(research, id, ({ state }) => state === 'awaitingPlanReview')
    const { origin: _origin, ...step } = plannedStep('a')
    await research.acceptPlan(id, [{ ...step, requirements: [{ ...aDatabase, resourceId: field }] }])
    const view = await research.whenSettled(id)
    expect(citedIn(view)).toEqual(['source-1', field])
    expect(view.settings.scope).toEqual({ folders: [], sourceIds: ['source-1'], resourceIds: [field] })
    await close()
  })
})

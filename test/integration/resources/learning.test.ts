import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Inference } from '../../../main/inference'
import type { Resources } from '../../../main/resources'
import type { Store } from '../../../main/store'
import { goodCall, openFreshStore, openResources, startEncoder, toolDraft } from './support'

let store: Store
let inference: Inference
let resources: Resources

const alike = [
  toolDraft('NorthRail', 'Tickets and timetables of trains.'),
  toolDraft('SouthRail', 'Tickets and timetables of trains.'),
  toolDraft('CakeRecipes', 'Recipes of cakes and pies.'),
]
const need = 'a seat to the coast on Friday, window side'

async function firstOf(query: string): Promise<string | undefined> {
  return (await resources.match(query)).matches[0]?.resource.name
}

beforeAll(async () => {
  store = await openFreshStore()
  inference = await startEncoder()
})
afterAll(async () => {
  await inference.close()
  await store.close()
})
beforeEach(async () => {
  resources = openResources(store, inference)
  await resources.start()
  await resources.register(alike)
  await resources.whenVectorized()
})
afterEach(async () => {
  await resources.close()
  await store.database.query('truncate resource_registry, resource_match_history cascade')
})

describe('what is learned', () => {
  test('a use counts, changes later matches, survives a restart, and can be forgotten', async () => {
    const before = await firstOf(need)
    const other = before === 'SouthRail' ? 'NorthRail' : 'SouthRail'
    const use = { ...goodCall(`tool:${other}`, need), sessionId: 's1', stepId: 'a' }
    await resources.recordUse({ ...use, durationMs: 100, rows: 12 })
    await resources.recordUse({ ...use, durationMs: 300 })
    const error = { code: 'resource.timeout', message: 'It did not answer.' } as const
    await resources.recordUse({ ...use, query: 'a seat in vain', success: false, durationMs: 500, error })
    expect((await resources.history({ resourceId: use.resourceId, limit: 3 })).entries).toMatchObject([
      { query: 'a seat in vain', selected: use.resourceId, success: false, durationMs: 500, rows: null, error },
      { query: need, selected: use.resourceId, success: true, durationMs: 300, rows: null, error: null },
      { query: need, selected: use.resourceId, success: true, durationMs: 100, rows: 12, error: null },
    ])
    const used = await resources.get(`tool:${other}`)
    expect(used).toMatchObject({ usageCount: 3, avgResponseTimeMs: 300 })
    expect(used.successRate).toBeCloseTo(2 / 3)
    const { matches } = await resources.match(need)
    expect(matches[0]?.resource.name).toBe(other)
    expect(matches[0]?.reasons.history).toMatchObject({ query: need })
    expect((await resources.summary()).learned).toBe(3)

    await resources.close()
    resources = openResources(store, inference)
    await resources.start()
    expect(await firstOf(need)).toBe(other)

    expect(await resources.forgetHistory(`tool:${other}`)).toEqual({ forgotten: 3 })
    expect((await resources.summary()).learned).toBe(0)
    expect(await resources.get(`tool:${other}`)).toMatchObject({ usageCount: 0, successRate: null })
    expect(await firstOf(need)).toBe(before)
  })

  test('a session that is removed takes its sentences along, those of others stay', async () => {
    await resources.recordUse({ ...goodCall('tool:CakeRecipes', 'what floats on the lake'), sessionId: 's1' })
    await resources.recordUse({ ...goodCall('tool:NorthRail', 'what stands on the hill'), sessionId: 's2' })
    await resources.match('what sinks in the lake', { sessionId: 's1' })
    await resources.forgetSession('s1')
    const rows = await store.database.query<{ user_query: string }>('select user_query from resource_match_history')
    expect(rows).toEqual([{ user_query: 'what stands on the hill' }])
    expect((await resources.summary()).learned).toBe(1)
    const reasons = async (query: string) =>
      (await resources.match(query)).matches.flatMap(({ reasons }) => reasons.history?.query ?? [])
    expect(await reasons('what floats on the lake')).not.toContain('what floats on the lake')
    expect(await reasons('what stands on the hill')).toContain('what stands on the hill')
  })

  test('a word against a resource counts against it, and both words of one match are kept', async () => {
    const answer = await resources.match('train tickets')
    const [first, second] = answer.matches.map(({ resource }) => resource)
    await resources.feedback(answer.matchId, first!.resourceId, 'unhelpful')
    await resources.feedback(answer.matchId, second!.resourceId, 'helpful')
    expect(await firstOf('train tickets')).toBe(second!.name)
    const { entries } = await resources.history({ limit: 10 })
    expect(
      entries.filter(({ feedback }) => feedback !== null).map(({ selected, feedback }) => [selected, feedback]),
    ).toEqual(
      expect.arrayContaining([
        [first!.resourceId, 'unhelpful'],
        [second!.resourceId, 'helpful'],
      ]),
    )
    // Said again, the later word counts.
    await resources.feedback(answer.matchId, first!.resourceId, 'helpful')
    expect((await resources.summary()).learned).toBe(2)
    expect((await resources.forgetHistory()).forgotten).toBe(2)
    expect(await resources.history({ limit: 10 })).toEqual({ entries: [], removedUses: null })
    await expect(resources.feedback('no-match', first!.resourceId, 'helpful')).rejects.toMatchObject({
      code: 'resource.notFound',
    })
  })

  test('the discovery tool answers what a model needs, finds itself, and says what it expects', async () => {
    const found = await resources.discover({ user_query: 'bake a pie', max_resources: 2 })
    expect(found).toHaveLength(2)
    expect(found[0]).toMatchObject({ id: 'tool:CakeRecipes', type: 'tool', name: 'CakeRecipes' })
    expect(Object.keys(found[0]!).sort()).toEqual(
      ['capabilities', 'confidence', 'description', 'id', 'name', 'type', 'usage_info'].sort(),
    )
    const self = await resources.discover({ user_query: 'find a database or tool on this machine that fits a need' })
    expect(self.map(({ name }) => name)).toContain('resource_discovery')
    await expect(resources.discover({ user_query: '' })).rejects.toMatchObject({
      code: 'input.invalid',
      remedy: { kind: 'giveUserQuery' },
    })
  })

  test('an embedding failure is an error, not a match without vectors', async () => {
    const dead = openResources(store, { ...inference, embed: () => Promise.reject(new Error('dead')) })
    await expect(dead.match('trains to the coast, by the sea')).rejects.toThrow()
    await dead.close()
    await expect(resources.match('   ')).rejects.toMatchObject({ code: 'input.empty' })
  })
})

describe('size', () => {
  test('5,000 parts of one whole are listed, matched and removed with it', async () => {
    const parts = Array.from({ length: 5_000 }, (_, index) =>
      toolDraft(`part${index}`, `Operation number ${index} of the whole.`, { parentId: 'tool:Whole' }),
    )
    const taken = await resources.register([...parts, toolDraft('Whole', 'A whole of many parts.')])
    expect(taken.map(({ name }) => name)).toEqual(['Whole'])
    const page = await resources.list({ parentId: 'tool:Whole', offset: 4_900, limit: 500 })
    expect([page.total, page.resources.length]).toEqual([5_000, 100])
    expect((await resources.list({ parentId: null, offset: 0, limit: 10 })).total).toBe(7)
    await resources.match('operation number 4711 of the whole')
    // Fewer parts the next time: the rest is marked, not deleted.
    await resources.register([...parts.slice(0, 10), toolDraft('Whole', 'A whole of many parts.')])
    expect((await resources.list({ parentId: 'tool:Whole', status: 'missing', offset: 0, limit: 1 })).total).toBe(4_990)
    await resources.setActive('tool:Whole', false)
    expect((await resources.get('tool:part3')).status).toBe('disabled')
    expect(await resources.remove(['tool:Whole'])).toEqual({ removed: 1 })
    expect((await resources.list({ parentId: 'tool:Whole', offset: 0, limit: 1 })).total).toBe(0)
    await expect(
      resources.remove(
        (await resources.list({ text: 'recall', type: 'tool', offset: 0, limit: 1 })).resources.map(
          ({ resourceId }) => resourceId,
        ),
      ),
    ).rejects.toMatchObject({ code: 'resource.invalid', remedy: { kind: expect.any(String) } })
  })

  test('a name of 10,000 characters is clipped, with NULs and half surrogates in it', async () => {
    await resources.register([
      toolDraft(`N\0${'n'.repeat(10_000)}`, 'With \0 and \ud800.', { resourceId: 'tool:long' }),
    ])
    const found = await resources.get('tool:long')
    expect(found.name).toHaveLength(300)
    expect(found.description).toBe('With \ufffd and \ufffd.')
  })
})

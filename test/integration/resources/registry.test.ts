import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Inference } from '../../../main/inference'
import type { Resources } from '../../../main/resources'
import type { Store } from '../../../main/store'
import { openFreshStore, openResources, startEncoder, toolDraft } from './support'

let store: Store
let inference: Inference
let resources: Resources

beforeAll(async () => {
  store = await openFreshStore()
  inference = await startEncoder()
})
afterAll(async () => {
  await inference.close()
  await store.close()
})
beforeEach(() => {
  resources = openResources(store, inference)
})
afterEach(async () => {
  await resources.close()
  await store.database.query('truncate resource_registry, resource_match_history cascade')
})

describe('the registry', () => {
  test('lists, gets, switches off and removes what was registered', async () => {
    await resources.register([
      toolDraft('WeatherHelper', 'Tells the weather of a place.'),
      toolDraft('StockPrices', 'Prices of shares and funds.'),
    ])
    const all = await resources.list({ offset: 0, limit: 10 })
    expect(all.total).toBe(2)
    expect(all.byType.tool).toBe(2)
    expect(all.resources.map(({ name }) => name)).toEqual(['StockPrices', 'WeatherHelper'])
    expect((await resources.list({ text: 'weather', offset: 0, limit: 10 })).total).toBe(1)
    await resources.setActive('tool:StockPrices', false)
    expect((await resources.get('tool:StockPrices')).status).toBe('disabled')
    expect((await resources.list({ status: 'disabled', offset: 0, limit: 10 })).total).toBe(1)
    expect(await resources.remove(['tool:StockPrices', 'tool:unknown'])).toEqual({ removed: 1 })
    await expect(resources.get('tool:StockPrices')).rejects.toMatchObject({
      code: 'resource.notFound',
      remedy: { kind: expect.any(String) },
    })
  })

  test('matches, by vectors made in the background, and remembers what was asked', async () => {
    await resources.register([
      toolDraft('WeatherHelper', 'Tells the weather forecast of a place.'),
      toolDraft('StockPrices', 'Prices of shares and funds on the market.'),
    ])
    await resources.start()
    await resources.whenVectorized()
    expect((await resources.get('tool:WeatherHelper')).lastVectorizedAt).not.toBeNull()
    const answer = await resources.match('will it rain in Bergen tomorrow?')
    expect(answer.matches[0]?.resource.name).toBe('WeatherHelper')
    expect(answer.withoutVectors).toBe(0)
    await resources.feedback(answer.matchId, 'tool:WeatherHelper', 'helpful')
    const { entries } = await resources.history({ limit: 10 })
    expect(entries[0]).toMatchObject({ selected: 'tool:WeatherHelper', feedback: 'helpful' })
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Inference } from '../../../main/inference'
import type { Resources } from '../../../main/resources'
import type { Store } from '../../../main/store'
import { watchedDatabase } from '../../fixtures/watched-database'
import { goodCall, openFreshStore, openResources, startEncoder, toolDraft } from './support'

const drafts = [
  toolDraft('NorthRail', 'Tickets and timetables of trains.', { usageInfo: 'Takes from and to.' }),
  toolDraft('CakeRecipes', 'Recipes of cakes and pies.', { usageInfo: 'Takes a fruit.' }),
  toolDraft('TideTables', 'High and low water at the ports of the coast.'),
]
const often = 'something sweet for a birthday'

let store: Store
let inference: Inference
/** What the store was asked to read, and the encoder to embed, since the last look. */
let read: string[] = []
let embedded: string[] = []

/** The registry over the real store and encoder, both of them watched. */
function openWatched(): Resources {
  const database = watchedDatabase(store.database, {
    query(sql, ...rest) {
      if (/^\s*(?:select|with)\b/i.test(sql)) read.push(sql)
      return store.database.query(sql, ...rest)
    },
    transaction(work, ...rest) {
      read.push('a transaction')
      return store.database.transaction(work, ...rest)
    },
  })
  const embed: Inference['embed'] = (texts, options) => {
    embedded.push(...texts)
    return inference.embed(texts, options)
  }
  return openResources(store, inference, { database, inference: { ...inference, embed } })
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
  await store.database.query('truncate resource_registry, resource_match_history cascade')
  const before = openResources(store, inference)
  await before.start()
  await before.register(drafts)
  await before.whenVectorized()
  const use = { ...goodCall('tool:CakeRecipes', often), durationMs: 40 }
  for (let times = 0; times < 5; times += 1) await before.recordUse(use)
  await before.close()
})

describe('after a start', () => {
  test('what is used often answers without a look into the store and without the encoder', async () => {
    const resources = openWatched()
    await resources.start()
    await resources.warm()
    read = []
    embedded = []
    const { matches } = await resources.match(often)
    expect(matches[0]).toMatchObject({
      resource: { resourceId: 'tool:CakeRecipes', usageCount: 5, usageInfo: 'Takes a fruit.', avgResponseTimeMs: 40 },
      reasons: { history: { query: often } },
    })
    const [found] = await resources.discover({ user_query: often, max_resources: 1 })
    expect(found).toMatchObject({ id: 'tool:CakeRecipes', usage_info: 'Takes a fruit.' })
    expect({ read, embedded }).toEqual({ read: [], embedded: [] })
    // What was never asked is read by the encoder once, and by itself.
    const first = await resources.match('when does the water rise')
    expect(embedded).toEqual(['when does the water rise'])
    const again = await resources.match('when does the water rise')
    expect(again.matches.map(({ resource }) => resource)).toEqual(first.matches.map(({ resource }) => resource))
    expect({ read, embedded }).toEqual({ read: [], embedded: ['when does the water rise'] })
    expect(first.matches[0]?.resource.name).toBe('TideTables')
    await resources.close()
  })

  test('what answers is as it stands in the store, whatever changed since', async () => {
    const resources = openWatched()
    await resources.start()
    await resources.warm()
    const answered = async () => {
      const { matches } = await resources.match(often, { maxResources: 10 })
      for (const { resource } of matches) {
        const { metadata: _metadata, lastLookedAt: _lastLookedAt, ...stored } = await resources.get(resource.resourceId)
        expect(resource).toMatchObject(stored)
      }
      return matches.map(({ resource }) => resource.name)
    }
    expect(await answered()).toContain('CakeRecipes')
    await resources.register([toolDraft('CakeRecipes', 'Recipes of sweet pies.', { usageInfo: 'Takes sugar.' })])
    await resources.recordUse({ ...goodCall('tool:CakeRecipes', null), durationMs: 90 })
    await resources.whenVectorized()
    expect(await answered()).toContain('CakeRecipes')
    await resources.setActive('tool:CakeRecipes', false)
    expect(await answered()).not.toContain('CakeRecipes')
    await resources.setActive('tool:CakeRecipes', true)
    expect(await answered()).toContain('CakeRecipes')
    await resources.remove(['tool:NorthRail'])
    expect(await answered()).not.toContain('NorthRail')
    await resources.close()
  })

  test('what could not be embedded says so where it answers by its words', async () => {
    let fail = (): void => {}
    const isTaken = new Promise<void>((resolve) => {
      fail = resolve
    })
    const embed: Inference['embed'] = async (texts, options) => {
      if (texts.some((text) => text.includes('marzipan'))) {
        await isTaken
        throw new Error('The encoder does not like it.')
      }
      return inference.embed(texts, options)
    }
    const errors: unknown[] = []
    const resources = openResources(
      store,
      { ...inference, embed },
      { onBackgroundError: (error) => errors.push(error) },
    )
    await resources.start()
    await resources.warm()
    await resources.register([toolDraft('AlmondSweets', 'Figures of marzipan.')])
    fail()
    await expect(resources.whenVectorized()).rejects.toThrow()
    const { matches } = await resources.match('figures of almond paste')
    expect(matches.find(({ resource }) => resource.name === 'AlmondSweets')?.resource).toMatchObject({
      error: { message: expect.stringContaining('does not like it') },
    })
    await resources.close()
  })
})

test('a use that is still being written when its session is removed leaves no sentence behind', async () => {
  const resources = openResources(store, inference)
  await resources.start()
  const use = { ...goodCall('tool:CakeRecipes', 'a tart of plums and nuts'), sessionId: 'gone' }
  const recorded = resources.recordUse(use)
  await resources.forgetSession('gone')
  await recorded
  const sentences = (await resources.history({ limit: 100 })).entries.map(({ query }) => query)
  expect(sentences).not.toContain(use.query)
  const { matches } = await resources.match('plums and nuts')
  expect(matches.map(({ reasons }) => reasons.history?.query)).not.toContain(use.query)
  await resources.close()
})

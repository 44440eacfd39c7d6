import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { QuarryError } from '../../../contract/errors'
import type { Inference } from '../../../main/inference'
import type { Resources } from '../../../main/resources'
import type { Store } from '../../../main/store'
import { openFreshStore, openResources, startEncoder, toolDraft } from './support'

let store: Store
let inference: Inference
const open: Resources[] = []

/** Opened and at work; closed after the test. */
async function started(options: Parameters<typeof openResources>[2] = {}): Promise<Resources> {
  const resources = openResources(store, inference, options)
  open.push(resources)
  await resources.start()
  return resources
}

async function vectorRows(): Promise<{ resource_id: string; vector_type: string; model: string; vector: boolean }[]> {
  return store.database.query(
    `select resource_id, vector_type, model, embedding is not null as vector from resource_vectors
     where resource_id like 'tool:T%' order by resource_id, vector_type`,
  )
}

const tools = Array.from({ length: 100 }, (_, index) =>
  toolDraft(`T${index}Helper`, `Handles things of the kind number ${index}, such as ${'abcdefgh'[index % 8]}.`, {
    capabilities: [`kind ${index}`],
  }),
)

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
})
afterEach(async () => {
  for (const resources of open.splice(0)) await resources.close()
})

describe('the vectorizer', () => {
  test('gives each resource four vectors, and after one change embeds that one only', async () => {
    const resources = await started()
    await resources.register(tools)
    await resources.whenVectorized()
    expect((await vectorRows()).filter(({ resource_id: id }) => id === 'tool:T0Helper')).toEqual(
      ['capabilities', 'composite', 'description', 'name'].map((vectorType) => ({
        resource_id: 'tool:T0Helper',
        vector_type: vectorType,
        model: inference.model.id,
        vector: true,
      })),
    )
    expect((await resources.summary()).vectorizing).toBeNull()
    const full = resources.work().textsEmbedded
    expect(full).toBeGreaterThanOrEqual(400)

    await resources.register([...tools.slice(0, 99), { ...tools[99]!, description: 'Does another thing now.' }])
    await resources.whenVectorized()
    const again = resources.work().textsEmbedded - full
    // Description and composite of one.
    expect(again).toBe(2)
    expect(full / again).toBeGreaterThanOrEqual(50)
    expect(resources.work().resourcesWritten).toBeLessThan(110)
  })

  test('goes on where a run was cut off', async () => {
    let batches = 0
    const cutOff = new AbortController()
    const halting: Inference = {
      ...inference,
      embed(texts, options) {
        batches += 1
        if (batches < 2) return inference.embed(texts, options)
        cutOff.abort()
        return new Promise((_, reject) =>
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason)),
        )
      },
    }
    const first = openResources(store, halting)
    await first.register(tools)
    await first.start()
    await new Promise((resolve) => cutOff.signal.addEventListener('abort', resolve))
    await first.close()
    const [cut] = await store.database.query<{ count: number }>(
      'select count(*) as count from resource_registry where last_vectorized_at is not null',
    )
    expect(cut!.count).toBe(64)
    const second = await started()
    await second.whenVectorized()
    expect(await vectorRows()).toHaveLength(400)
    // What had its vectors was not embedded again.
    expect(second.work().textsEmbedded).toBeLessThanOrEqual(4 * (103 - cut!.count))
  })

  test('shows why a resource could not be embedded, and tries again: never a vector of zeros', async () => {
    let broken = true
    const flaky: Inference = {
      ...inference,
      embed: async (texts, options) => {
        if (broken && texts.some((text) => text.includes('cursed'))) {
          throw new QuarryError('inference.crashed', 'The encoder thread died.')
        }
        return inference.embed(texts, options)
      },
    }
    const resources = openResources(store, flaky)
    open.push(resources)
    await resources.start()
    await resources.whenVectorized()
    await resources.register([tools[0]!, toolDraft('Tcursed', 'A cursed text.'), tools[1]!])
    await expect(resources.whenVectorized()).rejects.toMatchObject({ code: 'inference.crashed' })
    expect(await resources.get('tool:Tcursed')).toMatchObject({
      lastVectorizedAt: null,
      error: { code: 'inference.crashed' },
    })
    expect((await resources.get('tool:T1Helper')).lastVectorizedAt).not.toBeNull()
    expect((await vectorRows()).some(({ resource_id: id }) => id === 'tool:Tcursed')).toBe(false)
    expect((await resources.match('something odd')).withoutVectors).toBe(1)

    broken = false
    // A write wakes it before its own retry does.
    await resources.close()
    const after = await started()
    await after.whenVectorized()
    expect(await after.get('tool:Tcursed')).toMatchObject({ error: null, lastVectorizedAt: expect.any(String) })
  })

  test('keeps a text in a script that the encoder does not cover without a vector, and finds it by its words', async () => {
    const resources = await started()
    await resources.register([toolDraft('T天气', '查询城市的天气预报'), tools[0]!])
    await resources.whenVectorized()
    const rows = (await vectorRows()).filter(({ resource_id: id }) => id === 'tool:T天气')
    expect(rows.map(({ vector_type: type, vector }) => [type, vector])).toContainEqual(['description', false])
    const { matches } = await resources.match('天气预报')
    expect(matches[0]?.resource.resourceId).toBe('tool:T天气')
  })

  test('embeds anew for another model, and never compares vectors of two', async () => {
    const first = await started()
    await first.register(tools.slice(0, 5))
    await first.whenVectorized()
    const answer = await first.match('things of kind number 3')
    await first.feedback(answer.matchId, 'tool:T3Helper', 'helpful')
    await first.close()
    const made = await vectorRows()
    const other: Inference = {
      ...inference,
      model: { ...inference.model, id: 'other-model', dimensions: 4 },
      embed: async (texts) => texts.map((text) => Float32Array.of(text.length, 1, 0, 0)),
    }
    const second = openResources(store, other)
    open.push(second)
    // Before it is embedded anew everything is still found, by its words.
    expect((await second.match('things of kind number 3')).withoutVectors).toBeGreaterThanOrEqual(5)
    await second.start()
    await second.whenVectorized()
    const models = (await vectorRows()).map(({ model }) => model)
    expect(models.filter((model) => model === 'other-model')).toHaveLength(made.length)
    await vi.waitFor(async () => {
      const rows = await store.database.query<{ model: string | null }>(
        'select model from resource_match_history where selected_resource is not null',
      )
      expect(rows).toEqual([{ model: 'other-model' }])
    })
    await second.close()
    const third = await started()
    await third.whenVectorized()
    // The vectors of the first model are still there.
    expect(third.work().textsEmbedded).toBe(0)
    expect((await third.match('things of kind number 3')).withoutVectors).toBe(0)
  })
})

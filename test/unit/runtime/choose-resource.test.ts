import { expect, it } from 'vitest'
import { createChooseResource } from '../../../main/composition/choose-resource'

it('a step chooses the resource that answers it best, past those whose calls are paused while another fits', async () => {
  const matches = ['a', 'b', 'c'].map((resourceId) => ({
    resource: { resourceId, parentId: null, name: resourceId.toUpperCase() },
    confidence: 0.5,
    reasons: { matchedWords: ['orders'] },
  }))
  const asked: (number | undefined)[] = []
  const paused = new Set<string>()
  const match = async (_query: string, { maxResources = 5 }: { maxResources?: number } = {}) => {
    asked.push(maxResources)
    return { matches: matches.slice(0, maxResources) }
  }
  const list = async () => ({ total: 1 })
  const resources = { match, list, get: () => Promise.reject(new Error('No part was matched.')) }
  const choose = createChooseResource(resources as never, (resourceId) => paused.has(resourceId))
  const need = { type: 'database', capability: 'sql_query', level: 5, resourceId: null } as const
  const signal = new AbortController().signal
  const chosen = async () => (await choose('orders', need, { sessionId: 's', signal }))?.resourceId
  expect(await chosen()).toBe('a')
  expect(asked).toEqual([1])
  paused.add('a').add('b')
  expect(await chosen()).toBe('c')
  // Nothing else fits: the step waits for the best one.
  paused.add('c')
  expect(await chosen()).toBe('a')
})

it('tells how surely and why, of the whole that a matched part is of', async () => {
  const reasons = { matchedWords: ['orders'] }
  const part = { resourceId: 'text2sql:a', parentId: 'database:a', name: 'a' }
  const resources = {
    match: async () => ({ matches: [{ resource: part, confidence: 0.62, reasons }] }),
    get: async (resourceId: string) => ({ resourceId, name: 'Shop' }),
    list: async ({ type }: { type: string }) => ({ total: type === 'database' ? 1 : 0 }),
  }
  const choose = createChooseResource(resources as never, () => false)
  const need = { type: 'database', capability: 'sql_query', level: 5, resourceId: null } as const
  expect(await choose('orders', need, { sessionId: 's', signal: new AbortController().signal })).toEqual({
    resourceId: 'database:a',
    choice: {
      name: 'Shop',
      sureness: 0.62,
      reasons: [
        { kind: 'onlyOne', values: { type: 'database' } },
        { kind: 'matchedStep', values: { reasons } },
      ],
    },
  })
})

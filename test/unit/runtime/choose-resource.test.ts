import { expect, it } from 'vitest'
import { createChooseResource } from '../../../main/composition/choose-resource'

it('a step chooses the resource that answers it best, past those whose calls are paused while another fits', async () => {
  const matches = ['a', 'b', 'c'].map((resourceId) => ({ resource: { resourceId, parentId: null } }))
  const asked: (number | undefined)[] = []
  const paused = new Set<string>()
  const match = async (_query: string, { maxResources = 5 }: { maxResources?: number } = {}) => {
    asked.push(maxResources)
    return { matches: matches.slice(0, maxResources) }
  }
  const choose = createChooseResource({ match: match as never }, (resourceId) => paused.has(resourceId))
  const need = { type: 'database', capability: 'sql_query', level: 5, resourceId: null } as const
  const chosen = () => choose('orders', need, { sessionId: 's', signal: new AbortController().signal })
  expect(await chosen()).toBe('a')
  expect(asked).toEqual([1])
  paused.add('a').add('b')
  expect(await chosen()).toBe('c')
  // Nothing else fits: the step waits for the best one.
  paused.add('c')
  expect(await chosen()).toBe('a')
})

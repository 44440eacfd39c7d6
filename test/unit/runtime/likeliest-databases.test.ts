import { expect, it } from 'vitest'
import { createLikeliestDatabases } from '../../../main/composition/likeliest-databases'

const { signal } = new AbortController()

it('of more databases than a question is held against takes those that match it best', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  const asked: unknown[] = []
  const resources = {
    list: async () => ({ resources: ids.map((resourceId) => ({ resourceId })) }),
    async match(query: string, { keep }: { keep: boolean }) {
      asked.push([query, keep])
      const found = [
        { resourceId: 'questions of d', parentId: 'd' },
        { resourceId: 'e', parentId: null },
        { resourceId: 'd', parentId: null },
      ]
      return { matches: found.map((resource) => ({ resource })) }
    },
  }
  const likeliest = createLikeliestDatabases(resources as never, (resourceId) => resourceId === 'a')
  const idsOf = async (most: number, question = ' How many orders? ') =>
    (await likeliest(question, most, signal)).map(({ resourceId }) => resourceId)
  expect(await idsOf(4)).toEqual(['b', 'c', 'd', 'e'])
  expect(asked).toEqual([])
  expect(await idsOf(3)).toEqual(['d', 'e', 'b'])
  // It stays in no history: the question is a session's, and goes with it.
  expect(asked).toEqual([['How many orders?', false]])
  expect(await idsOf(2, ' ')).toEqual(['b', 'c'])
})

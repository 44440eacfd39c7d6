import { expect, it } from 'vitest'
import { choose } from '../../../../renderer/features/library/use-chosen-sources'

const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, name: `${id}.md` })) as [
  { id: string; name: string },
  { id: string; name: string },
  { id: string; name: string },
]

it('adds a source, takes it out again, and adds a range without repeating one', () => {
  expect(choose([], a, null)).toEqual([a])
  expect(choose([a, b], a, null)).toEqual([b])
  expect(choose([b], c, [a, b, c])).toEqual([b, a, c])
})

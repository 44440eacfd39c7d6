import { expect, it } from 'vitest'
import type { RecallFilter } from '../../../../contract/recall/recall'
import { createExtractiveEngine } from '../../../../main/reasoning'
import { slabs } from '../documents'
import { createMemoryLibrary } from '../memory-library'

it('the first look and every other search of an engine are narrowed to what the session may use', async () => {
  const { ports } = createMemoryLibrary(slabs)
  const filters: (RecallFilter | undefined)[] = []
  let sampled = 0
  const engine = createExtractiveEngine({
    ...ports,
    recall(query, options) {
      filters.push(options.filter)
      return ports.recall(query, options)
    },
    async samplePassages() {
      sampled += 1
      return []
    },
  })
  const options = { signal: new AbortController().signal }
  const asked = { question: 'How is heat conduction in composite slabs solved?', clarifications: [] }
  const scope = { folders: ['/library/law'], sourceIds: ['note'], resourceIds: ['database:1'] }
  await engine.investigate({ ...asked, scope }, options)
  await engine.assessQuestion({ ...asked, question: 'slabs?', scope }, options)
  expect(filters.length).toBeGreaterThan(1)
  for (const filter of filters) expect(filter).toEqual({ within: { folders: ['/library/law'], sourceIds: ['note'] } })
  expect(sampled).toBe(0)
  // Another session's view of the whole library is not what this one saw.
  filters.length = 0
  await engine.investigate(asked, options)
  expect(filters).toEqual([undefined])
  expect(sampled).toBe(1)
})

import { expect, it } from 'vitest'
import { createCallCollector } from '../../../workers/models/tool-calls'

it('puts a call together whose later pieces have an empty id, and keeps its arguments where the last piece has none', () => {
  const collector = createCallCollector()
  collector.take([{ index: 0, id: 'a', function: { name: 'recall', arguments: '{"query":' } }])
  collector.take([{ index: 0, id: '', function: { arguments: '"cork"}' } }])
  collector.take([{ index: 0, id: '', function: { arguments: null } }])
  collector.take([{ index: 0, id: 'b', function: { name: 'finish', arguments: '{}' } }])
  expect(collector.all().calls).toEqual([
    { name: 'recall', arguments: '{"query":"cork"}' },
    { name: 'finish', arguments: '{}' },
  ])
})

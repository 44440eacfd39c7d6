import { expect, it } from 'vitest'
import { createAdmission } from '../../../main/research'

it('lets so many sessions work, queues the others in their order, and forgets who gives up', async () => {
  let places = 2
  const admission = createAdmission(() => places)
  const entered: string[] = []
  const moved: string[] = []
  const ended = new AbortController()
  const enter = (id: string, signal = new AbortController().signal) =>
    admission.enter(id, signal, () => moved.push(id)).then(() => void entered.push(id))
  await Promise.all([enter('a'), enter('b'), enter('a')])
  const gone = expect(enter('c', ended.signal)).rejects.toThrow('enough')
  const queued = [enter('d'), enter('d'), enter('e')]
  expect(['a', 'b', 'c', 'd', 'e'].filter(admission.isWaiting)).toEqual(['c', 'd', 'e'])
  ended.abort(new Error('enough'))
  await gone
  admission.leave('a')
  await Promise.all(queued.slice(0, 2))
  expect(entered).toEqual(['a', 'b', 'a', 'd', 'd'])
  expect(admission.isWaiting('e')).toBe(true)
  places = 1
  admission.leave('b')
  expect(admission.isWaiting('e')).toBe(true)
  admission.leave('d')
  await queued[2]
  expect(entered.at(-1)).toBe('e')
  expect(moved).toEqual(expect.arrayContaining(['c', 'd', 'e']))
})

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

it('gives no place to one who gave up in the same moment, and lets more in as soon as there are more places', async () => {
  let places = 1
  const admission = createAdmission(() => places)
  const enter = (id: string, signal = new AbortController().signal) => admission.enter(id, signal, () => undefined)
  await enter('a')
  const ended = new AbortController()
  const gone = expect(enter('b', ended.signal)).rejects.toThrow('deleted')
  const third = enter('c')
  // A project that is deleted stops its sessions one after the other: the place of the first is no place for the second.
  ended.abort(new Error('deleted'))
  admission.leave('b')
  admission.leave('a')
  await Promise.all([gone, third])
  await expect(enter('d', ended.signal)).rejects.toThrow('deleted')
  expect(admission.isWaiting('d')).toBe(false)
  const fourth = enter('d')
  places = 2
  admission.admit()
  await fourth
})

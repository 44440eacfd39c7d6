import { expect, test } from 'vitest'
import { createAnswerCache } from '../../../main/recall/answer-cache'

test('an answer stands for five minutes', () => {
  let now = 0
  const cache = createAnswerCache<string>(() => now)
  cache.set('q', 'answer', cache.revision)
  now = 5 * 60 * 1000 - 1
  expect(cache.get('q')).toBe('answer')
  now += 1
  expect(cache.get('q')).toBeUndefined()
})

test('a change of the index drops every answer, and one that was being found meanwhile', () => {
  const cache = createAnswerCache<string>(() => 0)
  const { revision } = cache
  cache.set('old', 'answer', revision)
  cache.invalidate()
  cache.set('late', 'answer', revision)
  expect(cache.get('old')).toBeUndefined()
  expect(cache.get('late')).toBeUndefined()
})

test('keeps no more than 500', () => {
  const cache = createAnswerCache<number>(() => 0)
  for (let index = 0; index <= 500; index++) cache.set(String(index), index, cache.revision)
  expect(cache.get('0')).toBeUndefined()
  expect(cache.get('500')).toBe(500)
})

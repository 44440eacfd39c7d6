import { expect, it } from 'vitest'
import { isTold } from '../../../../renderer/features/library/in-flight'

it('tells how far a file is where that takes a while', () => {
  expect(isTold({ kind: 'pagesRead', values: { done: 3, total: 8 } })).toBe(false)
  expect(isTold({ kind: 'pagesRead', values: { done: 3, total: 800 } })).toBe(true)
  // A page takes seconds.
  expect(isTold({ kind: 'pagesRecognised', values: { done: 0, total: 1 } })).toBe(true)
  expect(isTold(null)).toBe(false)
})

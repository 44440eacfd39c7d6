import { expect, it } from 'vitest'
import { keepEqual } from '../../../../renderer/bridge/keep-equal'

const view = () => ({
  state: 'done',
  report: {
    sections: [
      {
        sentences: [
          { id: 's1', citations: [1, 2] },
          { id: 's2', citations: [] },
        ],
      },
    ],
  },
  plan: null as null | { steps: string[] },
})

it('keeps what equals what was there before, part by part', () => {
  const before = view()
  expect(keepEqual(before, view())).toBe(before)
  const next = { ...view(), state: 'reporting' }
  const kept = keepEqual(before, next)
  expect(kept).toEqual(next)
  expect(kept.report).toBe(before.report)
})

it('replaces what changed, and all that holds it, alone', () => {
  const before = view()
  const next = view()
  next.report.sections[0]!.sentences[1]!.citations.push(3)
  const kept = keepEqual(before, next)
  expect(kept).toEqual(next)
  expect(kept.report).not.toBe(before.report)
  expect(kept.report.sections[0]!.sentences[0]).toBe(before.report.sections[0]!.sentences[0])
  expect(before).toEqual(view())
})

it.each([
  ['a list that is shorter', [1, 2], [1]],
  ['a list that is longer', [1], [1, 2]],
  ['a name that is gone', { a: 1, b: 2 }, { a: 1 }],
  ['a name that came, without a value', { a: 1 }, { a: 1, b: undefined }],
  ['a list in place of an object', { 0: 1 }, [1]],
  ['null in place of an object', { a: 1 }, null],
  ['an object in place of nothing', undefined, { a: 1 }],
])('takes over %s', (_, before, next) => {
  const kept = keepEqual(before, next)
  expect(kept).toStrictEqual(next)
  expect(kept).not.toBe(before)
})

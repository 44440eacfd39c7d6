import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byScore, findingsOf, mix, shareOfHighest } from '../../../main/recall/fuse'

const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null })
const paths = fc.record({
  keyword: share,
  dense: share,
  feedback: share,
  section: share,
  neighbours: share,
  named: share,
})
const used = fc.record({
  dense: fc.boolean(),
  feedback: fc.boolean(),
  section: fc.boolean(),
  neighbours: fc.boolean(),
  named: fc.boolean(),
})

describe('mix', () => {
  test('is convex: it stays in 0..1, and is 1 where every path says 1', () => {
    fc.assert(
      fc.property(paths, used, (scores, which) => {
        const mixed = mix(scores, which)
        expect(mixed).toBeGreaterThanOrEqual(0)
        expect(mixed).toBeLessThanOrEqual(1 + 1e-12)
        expect(mix({ keyword: 1, dense: 1, feedback: 1, section: 1, neighbours: 1, named: 1 }, which)).toBeCloseTo(
          1,
          12,
        )
      }),
    )
  })

  test('ignores a path that was not used', () => {
    const scores = { keyword: 0.4, dense: 0.9, feedback: 0.9, section: 0.9, neighbours: 0.9, named: 0.9 }
    expect(mix(scores, { dense: false, feedback: false, section: false, neighbours: false, named: false })).toBe(0.4)
  })

  test('gives the keyword path the share of a dense path that was not used', () => {
    const scores = { keyword: 1, dense: null, feedback: 0, section: null, neighbours: null, named: null }
    expect(mix(scores, { dense: false, feedback: true, section: false, neighbours: false, named: false })).toBeCloseTo(
      0.8,
      12,
    )
  })
})

test('shareOfHighest divides by the highest, and gives zeros where all are zero', () => {
  expect(
    shareOfHighest(
      new Map([
        [1, 8],
        [2, 2],
      ]),
    ),
  ).toEqual(
    new Map([
      [1, 1],
      [2, 0.25],
    ]),
  )
  expect(shareOfHighest(new Map([[1, 0]]))).toEqual(new Map([[1, 0]]))
})

test('byScore keeps the order of the index among equals', () => {
  const order = [
    { id: 3, score: 0.5 },
    { id: 1, score: 0.5 },
    { id: 2, score: 0.9 },
  ].sort(byScore)
  expect(order.map(({ id }) => id)).toEqual([2, 1, 3])
})

test('tells of each path its own score, the score that was mixed and the rank there', () => {
  const scores = { keyword: 0.5, dense: 0, feedback: null, section: null, neighbours: null, named: null }
  const raw = {
    keyword: new Map([
      [1, 8],
      [7, 4],
    ]),
    dense: new Map([
      [7, -0.1],
      [1, 0.3],
      [2, 0.9],
    ]),
    feedback: new Map<number, number>(),
    section: new Map<number, number>(),
    neighbours: new Map<number, number>(),
    named: new Map<number, number>(),
  }
  expect(findingsOf([{ id: 7, score: 0.4, scores }], raw).get(7)).toEqual([
    { path: 'keyword', raw: 4, score: 0.5, rank: 2 },
    { path: 'dense', raw: -0.1, score: 0, rank: 3 },
  ])
})

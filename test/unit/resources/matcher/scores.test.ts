import { describe, expect, it } from 'vitest'
import { fittedWeights } from '../../../../contract/resources/matcher-weights'
import { mergeIntents } from '../../../../main/resources/matcher/intents'
import {
  confidenceOf,
  contextScore,
  describedScore,
  learnedScore,
  performanceScore,
  softmax,
  usageScore,
} from '../../../../main/resources/matcher/scores'
import { createVectorScan } from '../../../../main/resources/matcher/vector-scan'

const components = {
  cosines: { name: 0.3, description: 0.5, capabilities: null, composite: 0.4 },
  neutralCosine: 0.3,
  keywords: 0.2,
  learned: null,
}
const learned = { uses: 5, centroid: 0.7, nearest: 0.8, words: 1, refused: 0 }

describe('scores', () => {
  it.each([
    ['a cosine', { cosines: { ...components.cosines, description: 0.6 } }],
    ['the words', { keywords: 0.3 }],
    ['a vector above the mean where there was none', { cosines: { ...components.cosines, capabilities: 0.4 } }],
  ])('grow with %s', (_, more) => {
    expect(describedScore({ ...components, ...more }, fittedWeights)).toBeGreaterThan(
      describedScore(components, fittedWeights),
    )
  })

  it('grow with the likeness of confirmed sentences and fall with refusals', () => {
    const base = learnedScore(learned, 4)
    for (const more of [{ centroid: 0.8 }, { nearest: 0.9 }, { words: 2 }]) {
      expect(learnedScore({ ...learned, ...more }, 4)).toBeGreaterThan(base)
    }
    expect(learnedScore({ ...learned, refused: 0.9 }, 4)).toBeLessThan(base)
    expect(learnedScore({ ...learned, refused: 0.5 }, 4)).toBe(base)
    expect(learnedScore(null, 4)).toBe(0)
  })

  it('tell standing between 0 and 1', () => {
    expect(usageScore({ usageCount: 0 })).toBe(0)
    expect(usageScore({ usageCount: 20 })).toBeGreaterThan(usageScore({ usageCount: 2 }))
    const never = performanceScore({ usageCount: 0, successRate: null, avgResponseTimeMs: null })
    expect(never).toBe(0.5)
    expect(performanceScore({ usageCount: 9, successRate: 1, avgResponseTimeMs: 10 })).toBeGreaterThan(never)
    expect(performanceScore({ usageCount: 9, successRate: 0, avgResponseTimeMs: 60_000 })).toBeLessThan(never)
    const tool = { resourceId: 'a', type: 'tool' as const }
    expect(contextScore(tool, { recentResourceIds: ['a', 'b'] })).toBe(1)
    expect(contextScore(tool, { recentResourceIds: ['b', 'a'] })).toBeLessThan(1)
    expect(contextScore(tool, { preferredTypes: ['tool'] })).toBe(1)
    expect(contextScore(tool, {})).toBe(0)
  })
})

describe('confidence', () => {
  it('is a probability that grows with the share and with the evidence', () => {
    const [first, second] = softmax([900, 899])
    expect(first! + second!).toBeCloseTo(1)
    expect(confidenceOf(first!, 5)).toBeGreaterThan(confidenceOf(second!, 5))
    expect(confidenceOf(0.5, 9)).toBeGreaterThan(confidenceOf(0.5, 1))
    for (const share of [0, 1]) expect(confidenceOf(share, 1e6)).toSatisfy((value: number) => value >= 0 && value <= 1)
  })
})

describe('merged intents', () => {
  it('begin with the best of each, and name each resource once under the surer intent', () => {
    const match = (resourceId: string, confidence: number, intent: string) => ({ resourceId, confidence, intent })
    const merged = mergeIntents([
      [match('a', 0.9, 'one'), match('b', 0.8, 'one'), match('c', 0.2, 'one')],
      [match('c', 0.3, 'two'), match('b', 0.1, 'two')],
    ])
    expect(merged).toEqual([match('a', 0.9, 'one'), match('c', 0.3, 'two'), match('b', 0.8, 'one')])
    expect(mergeIntents([])).toEqual([])
  })
})

describe('vector scan', () => {
  const axis = (place: number) => Float32Array.from({ length: 8 }, (_, at) => (at === place ? 1 : 0))
  const even = { name: 1, description: 1, capabilities: 1, composite: 1 }
  const anyOf = () => true

  it('finds what is nearest after changes and removals', () => {
    const scan = createVectorScan(even)
    scan.set('a', { description: axis(0) })
    scan.set('b', { description: axis(1) })
    scan.set('c', {})
    expect(scan.nearest(axis(1), 1, anyOf)).toEqual(['b'])
    expect(scan.mean(axis(1))).toBe(0.5)
    scan.set('a', { description: axis(1) })
    scan.remove('b')
    scan.remove('nobody')
    expect(scan.nearest(axis(1), 5, anyOf)).toEqual(['a'])
    expect(scan.size).toBe(1)
    expect(createVectorScan(even).nearest(axis(0), 3, anyOf)).toEqual([])
  })

  it('blends by its weights, anew when they change', () => {
    const scan = createVectorScan(even)
    scan.set('a', { name: axis(0), description: axis(1) })
    scan.set('b', { name: axis(1), description: axis(0) })
    scan.weigh({ ...even, description: 0 })
    expect(scan.nearest(axis(0), 1, anyOf)).toEqual(['a'])
    scan.weigh({ ...even, name: 0 })
    expect(scan.nearest(axis(0), 1, anyOf)).toEqual(['b'])
  })

  it('looks past many that are not offered', () => {
    const scan = createVectorScan(even)
    for (let n = 0; n < 100; n += 1) scan.set(`near ${n}`, { description: axis(0) })
    scan.set('far', { description: axis(1) })
    expect(scan.nearest(axis(0), 2, (id) => id === 'far')).toEqual(['far'])
  })
})

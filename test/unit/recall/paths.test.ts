import { describe, expect, test } from 'vitest'
import { namesWhole } from '../../../main/domains/named-domains'
import { repeatedByWeight } from '../../../main/recall/feedback-path'

describe('repeatedByWeight', () => {
  test('writes the heaviest word eight times, a light one once, one without weight never', () => {
    const query = repeatedByWeight([
      { stem: 'light', weight: 0.01 },
      { stem: 'heavy', weight: 2 },
      { stem: 'none', weight: 0 },
      { stem: 'half', weight: 1 },
    ])
    expect(query.split(' ')).toEqual([...Array(8).fill('heavy'), ...Array(4).fill('half'), 'light'])
  })

  test('is empty without words', () => {
    expect(repeatedByWeight([])).toBe('')
  })
})

describe('namesWhole', () => {
  test.each([
    ['How does Boundary Layer control work?', 'boundary layer', true],
    ['Where do we start?', 'art', false],
    ['C++ (2017)', 'c++', true],
    ['请介绍边界层控制', '边界层', true],
    ['anything', ' ', false],
  ])('%s / %s: %s', (query, name, expected) => {
    expect(namesWhole(query, name)).toBe(expected)
  })
})

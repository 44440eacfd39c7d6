import { describe, expect, it } from 'vitest'
import { fittedWeights, matcherWeights, weightName, weightRange } from '../../../../contract/resources/matcher-weights'
import { changeWeight, readWeight, weightNames } from '../../../../renderer/features/settings/weights'

describe('the weights that the settings show', () => {
  it('are all that the contract has, each once', () => {
    expect([...weightNames].sort()).toEqual([...weightName.options].sort())
  })
})

describe('readWeight', () => {
  it('takes a number in the range of the contract, with a point or a comma', () => {
    expect(['0', '2.5', ' 7 ', '0,3', '.5', '10'].map(readWeight)).toEqual([0, 2.5, 7, 0.3, 0.5, 10])
    for (const weight of [weightRange.from, weightRange.to]) {
      expect(matcherWeights.safeParse({ name: weight }).success).toBe(true)
    }
    expect(matcherWeights.safeParse({ name: weightRange.to + 0.1 }).success).toBe(false)
  })

  it('takes nothing for what was measured', () => expect(readWeight('  ')).toBeNull())

  it('refuses what is no weight', () => {
    expect(['-1', '10.1', 'much', '1e1', '.', '1.2.3'].map(readWeight)).toEqual(Array(6).fill(undefined))
  })
})

describe('changeWeight', () => {
  it('keeps only what differs from what was measured', () => {
    expect(changeWeight({}, 'keywords', 4)).toEqual({ keywords: 4 })
    expect(changeWeight({ keywords: 4 }, 'usage', 2)).toEqual({ keywords: 4, usage: 2 })
    expect(changeWeight({ keywords: 4, usage: 2 }, 'keywords', fittedWeights.keywords)).toEqual({ usage: 2 })
    expect(changeWeight({ usage: 2 }, 'usage', null)).toEqual({})
  })

  it('keeps a zero, which is no absence', () => expect(changeWeight({}, 'usage', 0)).toEqual({ usage: 0 }))
})

import { expect, it } from 'vitest'
import type { FoundHit } from '../../../../contract/recall/search'
import { areByMeaningAlone, refineHits } from '../../../../renderer/window/use-typed-hits'

const hit = (passageId: number, text = ''): FoundHit => ({ passageId, text }) as FoundHit
const refined = (shown: number[], better: number[], chosen: number | null): number[] =>
  refineHits(
    shown.map((id) => hit(id)),
    better.map((id) => hit(id)),
    chosen,
  ).map(({ passageId }) => passageId)

it('takes the better order while nobody has come to a hit', () => {
  expect(refined([1, 2, 3], [3, 4, 1], null)).toEqual([3, 4, 1])
  expect(refined([1, 2, 3], [3, 4, 1], 9)).toEqual([3, 4, 1])
})

it('moves nothing down to the hit that a person has come to', () => {
  expect(refined([1, 2, 3, 4], [4, 3, 5, 1], 2)).toEqual([1, 2, 4, 3])
  // Also where all that is shown was looked through.
  expect(refined([1, 2, 3], [7, 8], 3)).toEqual([1, 2, 3])
})

it('shows a hit that stays with what is now known of it', () => {
  expect(refineHits([hit(1, 'by words')], [hit(2), hit(1, 'by meaning')], 1)[0]?.text).toBe('by meaning')
})

it('says where no hit holds a word that was searched for', () => {
  const by = (keyword: number | null, named: number | null = null) =>
    ({ reason: { keyword, named } }) as Pick<FoundHit, 'reason'>
  expect(areByMeaningAlone([by(null), by(null)])).toBe(true)
  expect(areByMeaningAlone([by(null), by(0.2)])).toBe(false)
  expect(areByMeaningAlone([by(null, 1)])).toBe(false)
  expect(areByMeaningAlone([])).toBe(false)
})

import { expect, it } from 'vitest'
import { cellOf } from '../../../../workers/databases/cell'

it.each([
  [340n, 340],
  [-(2n ** 53n) + 1n, -(2 ** 53) + 1],
  [2n ** 53n, '9007199254740992'],
  [10n ** 30n, `1${'0'.repeat(30)}`],
  [1.5, 1.5],
  [Number.NaN, 'NaN'],
  [null, null],
  ['7', '7'],
])('hands %s over as %s: sums and counts are numbers, unless doubles cannot hold them', (value, cell) => {
  expect(cellOf(value)).toBe(cell)
})

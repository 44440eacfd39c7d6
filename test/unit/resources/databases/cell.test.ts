import { expect, it } from 'vitest'
import { cellOf, decimalCell } from '../../../../workers/databases/cell'

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

it.each([
  ['12.50', 12.5],
  ['-0.005', -0.005],
  ['0', 0],
  ['999999999999999', 999_999_999_999_999],
  // Means and shares are quotients.
  ['345.7818181818181818', 345.781_818_181_818_2],
  ['0.41860465116279069767', 0.418_604_651_162_790_7],
  // What somebody stored to the last digit stays as it is.
  ['12345678901234567890', '12345678901234567890'],
  ['12345678901234.5678', '12345678901234.5678'],
  ['NaN', 'NaN'],
  ['1e400', '1e400'],
])('hands the decimal %s over as %s', (text, cell) => {
  expect(decimalCell(text)).toBe(cell)
})

import { expect, it } from 'vitest'
import { inkOf } from '../../../../renderer/features/source/ink'

/** A picture of greys, a row a string of digits: 0 is black, 9 paper. */
function pictureOf(...rows: readonly string[]): [Uint8ClampedArray, number, number] {
  const greys = [...rows.join('')].map((digit) => Math.round((Number(digit) * 255) / 9))
  return [Uint8ClampedArray.from(greys.flatMap((grey) => [grey, grey, grey, 255])), rows[0]!.length, rows.length]
}

it('finds what is not paper, without its margins', () => {
  expect(inkOf(...pictureOf('99999', '99939', '99999', '90999'))).toEqual({ left: 1, top: 1, right: 4, bottom: 4 })
  expect(inkOf(...pictureOf('0'))).toEqual({ left: 0, top: 0, right: 1, bottom: 1 })
})

it('finds pale colours', () => {
  expect(inkOf(Uint8ClampedArray.of(255, 255, 255, 255, 255, 255, 200, 255), 2, 1)).toEqual({
    left: 1,
    top: 0,
    right: 2,
    bottom: 1,
  })
})

it('finds none on paper', () => {
  expect(inkOf(...pictureOf('99', '99'))).toBeNull()
  expect(inkOf(new Uint8ClampedArray(), 0, 0)).toBeNull()
})

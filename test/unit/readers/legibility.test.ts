import { expect, it } from 'vitest'
import type { Page } from '../../../workers/readers/pdf/geometry'
import { illegiblePagesOf } from '../../../workers/readers/pdf/legibility'

const pageOf = (text: string) => text.split('\n').map((line) => ({ text: line }) as Page['items'][number])
/** The pages of a file that cannot be read, by their numbers. */
const illegibleOf = (...texts: readonly string[]): number[] =>
  illegiblePagesOf(texts.map((text, index) => ({ number: index + 1, items: pageOf(text) })))
const isLegible = (text: string): boolean => illegibleOf(text).length === 0
const times = (text: string, count: number): string => Array.from({ length: count }, () => text).join('\n')

it.each([
  ['a text', times('The turntable was out of position when the beam was turned on, in both cases.', 8)],
  ['a program', times("for (const item of list) if (item.size > 0) total += item['size'] * rate[i];", 8)],
  ['formulas', times('w = s1 s3 × tf / (k1 + tf) × log ((r + 0.5)/(R − r + 0.5)) where x_i = {1, 2}', 8)],
  ['a table of numbers', times('0.27 1.00 | 14.2 14.3 VERIFIED | 359.2 (12)', 20)],
  ['a form of lines', times('Name: ______________ Date: ______________ | ____________', 20)],
  ['Chinese', times('热泵 从 地下 吸收 热量， 再 传给 房屋。', 20)],
  ['a page of few words', '¢j=rXr@ kbZ@^z[o }^gX[o £ij=[o'],
])('%s can be read', (_name, text) => {
  expect(isLegible(text)).toBe(true)
})

it('a page whose letters have codes of their own cannot', () => {
  const garbled =
    'lZ [yabmo^z[{j= b|~Z=q vbmot v Z@m t v Z@m{j=[o t ^©t= I[o lZ« bZ@m j=r x h lZ j z |}n kbZ@v Z@^bkbZ@^z[ t ^'
  expect(isLegible(times(garbled, 6))).toBe(false)
})

it('a page of single letters cannot, and one of formulas can', () => {
  expect(isLegible(times('X T a _ R O ` T a T U U W U T O ^ q W c T X', 16))).toBe(false)
  expect(isLegible(times('f of x and y is a for all x in A where y is the least of B', 16))).toBe(true)
})

it('a page of characters that no font but its own has cannot', () => {
  expect(isLegible(times('\ue001\ue002\ue003 \ue004\ue005 \ue006\ue007\ue008', 30))).toBe(false)
})

it('a page in doubt cannot where a tenth of the file cannot, and one alone of many can', () => {
  const garbled = times(
    'lZ [yabmo^z[{j= b|~Z=q vbmot v Z@m t v Z@m{j=[o t ^©t= I[o lZ« bZ@m j=r x h lZ j z |}n kbZ@v Z@^bkb',
    6,
  )
  const doubtful = times('the [yabmo^z{j= b|~ q vbmot and (so) «it» [was] {then} x^2 a_i |b| ~c', 8)
  const text = times('The turntable was out of position when the beam was turned on, in both cases.', 8)
  expect(illegibleOf(doubtful, text, text)).toEqual([])
  expect(illegibleOf(garbled, doubtful, text)).toEqual([1, 2])
  expect(illegibleOf(garbled, ...Array.from({ length: 30 }, () => text))).toEqual([])
})

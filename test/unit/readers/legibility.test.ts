import { expect, it } from 'vitest'
import { isLegible } from '../../../workers/readers/pdf/legibility'

const pageOf = (text: string) => text.split('\n').map((line) => ({ text: line }))
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
  expect(isLegible(pageOf(text))).toBe(true)
})

it('a page whose letters have codes of their own cannot', () => {
  const garbled =
    'lZ [yabmo^z[{j= b|~Z=q vbmot v Z@m t v Z@m{j=[o t ^©t= I[o lZ« bZ@m j=r x h lZ j z |}n kbZ@v Z@^bkbZ@^z[ t ^'
  expect(isLegible(pageOf(times(garbled, 6)))).toBe(false)
})

it('a page of single letters cannot, and one of formulas can', () => {
  expect(isLegible(pageOf(times('X T a _ R O ` T a T U U W U T O ^ q W c T X', 16)))).toBe(false)
  expect(isLegible(pageOf(times('f of x and y is a for all x in A where y is the least of B', 16)))).toBe(true)
})

it('a page of characters that no font but its own has cannot', () => {
  expect(isLegible(pageOf(times('\ue001\ue002\ue003 \ue004\ue005 \ue006\ue007\ue008', 30)))).toBe(false)
})

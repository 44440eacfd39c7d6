import { expect, it } from 'vitest'
import { pictureScalesOf } from '../../../workers/readers/pdf/picture-sizes'

/** A text whose letters are `pitch` points wide, in a font that calls them `size` points high. */
const item = (str: string, fontName: string, size: number, pitch = 4.85) => ({
  str,
  fontName,
  width: str.length * pitch,
  transform: [size, 0, 0, size, 72, 700],
})
const line = 'whatthelettersofalineofsuchapaperarewhichithasnospacesin'

it('tells how large letters are that a font of pictures has in a unit of its own', () => {
  const scales = pictureScalesOf([item(line, 'own', 240), item(line, 'usual', 10)])
  expect(scales.get('own')! * 240).toBeCloseTo(10, 1)
  expect(scales.has('usual')).toBe(false)
})

it('takes a font of few letters for as large as the others of the page, and one of wide letters as it is', () => {
  const scales = pictureScalesOf([item(line, 'own', 240), item('∫', 'few', 240), item('热泵的原理', 'wide', 10, 10)])
  expect(scales.get('few')! * 240).toBeCloseTo(10, 1)
  expect(scales.has('wide')).toBe(false)
  expect(pictureScalesOf([item('∫', 'few', 240)]).size).toBe(0)
})

import type { PDFOperatorList, TextItem } from 'pdfjs-dist/types/src/display/api'
import { expect, it } from 'vitest'
import { LostLigatures } from '../../../workers/readers/pdf/drawn-ligatures'
import { inPoints, pictureScalesOf } from '../../../workers/readers/pdf/picture-sizes'

/** A text whose letters are `pitch` points wide, in a font that calls them `size` points high. */
const item = (str: string, fontName: string, size: number, pitch = 4.85) => ({
  str,
  fontName,
  width: str.length * pitch,
  transform: [size, 0, 0, size, 72, 700],
})
const pictured = { own: { fontFamily: 'sans-serif', ascent: Number.NaN, descent: Number.NaN, vertical: false } }
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

it('makes points of it before ligatures are restored, so that one stays at its place', async () => {
  const words = [
    { ...item(line, 'own', 240), transform: [240, 0, 0, 240, 72, 700] },
    { ...item('elds', 'own', 240), transform: [240, 0, 0, 240, 360, 700] },
  ].map((word) => ({ ...word, dir: 'ltr', height: 240, hasEOL: false }))
  const content = inPoints({ items: words, styles: pictured, lang: null })
  const characters = [...line].map((unicode) => ({ unicode }))
  const drawn = [...characters, -333, ...[...'\u000celds'].map((unicode) => ({ unicode }))]
  const page = {
    getOperatorList: async () => ({ fnArray: [1, 2], argsArray: [['own', 240], [drawn]] }) as PDFOperatorList,
  }
  const { items } = await new LostLigatures({ setFont: 1, showText: 2 }).restored(content, page)
  const field = items.at(-1) as TextItem
  expect([field.str, Math.round(field.transform[4])]).toEqual(['fields', 354])
})

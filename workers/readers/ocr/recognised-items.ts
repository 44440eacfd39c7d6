import type { Direction, Item } from '../pdf/geometry'
import { storable } from '../text-builder'
import type { RecognisedLine, RecognisedWord } from './recogniser'

/**
 * Lines less sure than this are left out: stains, drawings and photographs, not letters (decision 53). Of a line that stays
 * no word is left out: a sentence with a gap says something else than the page.
 */
export const leastConfidence = 45

/** An engine's row reaches from descenders to ascenders; a font's size is a little more. */
const sizeOfRow = 1.1
/** Sizes that differ by less are the engine's noise, and no heading's. */
const sameSize = 0.2
/** Words further apart than this (in ems) are cells of a row. */
const cellGap = 2
/** Beside a Chinese letter only a gap of this (in ems) is a space. */
const eastAsianGap = 0.7

const eastAsian = /[\p{Script=Han}　-〿！-～]/u

/** Where a picture that was recognised stands. */
export interface PictureFrame {
  readonly pixelsPerPoint: number
  /** How its text runs on the unrotated page. */
  readonly direction: Direction
  /** Of the unrotated page, in points. */
  readonly width: number
  readonly height: number
}

/** Words of a page as its items, and how sure the engine was of them. */
export interface RecognisedItems {
  readonly items: readonly Item[]
  /** Characters of the items, and the sum of their confidences (0 to 100). */
  readonly characters: number
  readonly confidences: number
  readonly linesLeftOut: number
}

/** Places recognised words on their page, in points, as a PDF's own text would be. Unsure lines are left out. */
export function recognisedItems(lines: readonly RecognisedLine[], frame: PictureFrame): RecognisedItems {
  const items: Item[] = []
  let characters = 0
  let confidences = 0
  let linesLeftOut = 0
  const slope = slopeOf(lines)
  for (const line of lines) {
    const words = line.words
      .map((word) => ({ ...word, text: storable(word.text).normalize('NFC').replace(/\s+/gu, ' ').trim() }))
      .filter(({ text }) => text !== '')
    const length = words.reduce((sum, { text }) => sum + text.length, 0)
    const sum = words.reduce((all, { text, confidence }) => all + text.length * confidence, 0)
    if (length === 0) continue
    if (sum / length < leastConfidence) {
      linesLeftOut++
      continue
    }
    characters += length
    confidences += sum
    items.push(...words.map((word, index) => itemOf(word, words[index + 1], { ...line, slope }, frame)))
  }
  return { items, characters, confidences, linesLeftOut }
}

/** How much the lines of a skewed page fall, in pixels down for each to the right: the median of their lengths. */
function slopeOf(lines: readonly RecognisedLine[]): number {
  const slopes = lines
    .map(({ baseline: { x0, y0, x1, y1 } }) => ({ slope: (y1 - y0) / (x1 - x0), length: x1 - x0 }))
    .filter(({ length }) => length > 0)
    .toSorted((one, other) => one.slope - other.slope)
  const half = slopes.reduce((sum, { length }) => sum + length, 0) / 2
  let passed = 0
  return (
    slopes.find(({ length }) => {
      passed += length
      return passed >= half
    })?.slope ?? 0
  )
}

/** Where a line would stand if its page were not skewed: one height for the whole line, so that short lines keep their order. */
function straightBaselineOf({
  baseline: { x0, y0, x1, y1 },
  slope,
}: Pick<RecognisedLine, 'baseline'> & { readonly slope: number }): number {
  return (y0 + y1) / 2 - (slope * (x0 + x1)) / 2
}

/** A word, up to the next where that is one of its cell: what lies between is a space or nothing. */
function itemOf(
  { bbox, text }: RecognisedWord,
  next: RecognisedWord | undefined,
  line: RecognisedLine & { readonly slope: number },
  frame: PictureFrame,
): Item {
  const em = line.rowAttributes.rowHeight * sizeOfRow
  const gap = next === undefined ? Number.POSITIVE_INFINITY : next.bbox.x0 - bbox.x1
  const joins = next !== undefined && gap < em * cellGap && next.bbox.x0 > bbox.x0
  const isBesideHan = next !== undefined && (eastAsian.test(text.at(-1)!) || eastAsian.test(next.text.charAt(0)))
  const isSpaced = joins && (!isBesideHan || gap > em * eastAsianGap)
  const { pixelsPerPoint, direction, width, height } = frame
  const left = bbox.x0 / pixelsPerPoint
  const right = (joins ? next.bbox.x0 : bbox.x1) / pixelsPerPoint
  const top = bbox.y0 / pixelsPerPoint
  const bottom = bbox.y1 / pixelsPerPoint
  const along = right - left
  const across = bottom - top
  const box = {
    right: { x: left, y: top, width: along, height: across },
    up: { x: top, y: height - right, width: across, height: along },
    down: { x: width - bottom, y: left, width: across, height: along },
    left: { x: width - right, y: height - bottom, width: along, height: across },
  }[direction]
  return {
    text: isSpaced ? `${text} ` : text,
    left,
    right,
    baseline: straightBaselineOf(line) / pixelsPerPoint,
    size: em / pixelsPerPoint,
    font: 'recognised',
    box,
    direction,
    isRightToLeft: false,
  }
}

/** The items of a document's pages with the size that most have where they differ from it by the engine's noise alone. */
export function withEvenSizes(pages: readonly (readonly Item[])[]): Item[][] {
  const sorted = pages.flat().toSorted((one, other) => one.size - other.size)
  const half = sorted.reduce((sum, { text }) => sum + text.length, 0) / 2
  let passed = 0
  const usual = sorted.find(({ text }) => {
    passed += text.length
    return passed >= half
  })?.size
  return pages.map((items) =>
    items.map((item) =>
      usual !== undefined && Math.abs(item.size - usual) <= usual * sameSize ? { ...item, size: usual } : item,
    ),
  )
}

import { pdfLayout } from '../../../contract/library/extract'
import type { PageBoxes } from '../../../contract/library/source'

/** Integers of a span in a page's layout. */
const spanFields = 7

/**
 * Boxes of the characters `start` to `end` (UTF-16 code units of the extract, end exclusive) on the pages of a PDF, in
 * points from the top left of the unrotated page; boxes on one line are one. Within a span, characters are taken to
 * be equally wide, which is off by less than a character in running text.
 */
export function pageBoxes(layout: unknown, start: number, end: number): PageBoxes[] {
  const parsed = pdfLayout.safeParse(layout)
  if (!parsed.success) return []
  const { pages } = parsed.data
  const found: PageBoxes[] = []
  for (const [index, page] of pages.entries()) {
    if (page.start >= end) break
    const next = pages[index + 1]?.start
    if (next !== undefined && next <= start) continue
    const boxes = boxesOn(page.spans, page.start, start, end)
    if (boxes.length > 0) {
      found.push({ page: index + 1, widthPoints: page.width, heightPoints: page.height, boxes })
    }
  }
  return found
}

type Box = PageBoxes['boxes'][number]

function boxesOn(spans: string, pageStart: number, start: number, end: number): Box[] {
  const boxes: Box[] = []
  for (const span of spansOn(spans, pageStart)) {
    const from = Math.max(start, span.start)
    const to = Math.min(end, span.end)
    if (from >= to) continue
    const length = span.end - span.start
    const box = partOf(span.box, (from - span.start) / length, (to - from) / length, span.direction)
    addBox(boxes, box, span.direction === 0 || span.direction === 3)
  }
  return boxes
}

/** A run of characters on a page: where it stands in the extract, its box in points, and how it runs (0 right, 1 down, 2 up, 3 left). */
interface Span {
  readonly start: number
  readonly end: number
  readonly box: Box
  readonly direction: number
}

/** The spans of a page in the order of the text. */
export function spansOn(spans: string, pageStart: number): Span[] {
  const numbers = spans === '' ? [] : spans.split(',').map(Number)
  const found: Span[] = []
  let at = pageStart
  for (let index = 0; index + spanFields <= numbers.length; index += spanFields) {
    const [gap, length, x, y, width, height, direction] = numbers.slice(index, index + spanFields) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    const start = at + gap
    at = start + length
    found.push({ start, end: at, box: { x: x / 10, y: y / 10, width: width / 10, height: height / 10 }, direction })
  }
  return found
}

/** The part of a span's box from `before` (a share of its length) on, `share` long, as its text runs. */
function partOf(box: Box, before: number, share: number, direction: number): Box {
  const after = 1 - before - share
  switch (direction) {
    case 1:
      return { ...box, y: box.y + box.height * before, height: box.height * share }
    case 2:
      return { ...box, y: box.y + box.height * after, height: box.height * share }
    case 3:
      return { ...box, x: box.x + box.width * after, width: box.width * share }
    default:
      return { ...box, x: box.x + box.width * before, width: box.width * share }
  }
}

/** Joins a box to the one before where both stand on one line with at most a space's width (half the height) between. */
function addBox(boxes: Box[], box: Box, isAlongX: boolean): void {
  const last = boxes.at(-1)
  const isSameLine =
    isAlongX &&
    last !== undefined &&
    Math.abs(last.y - box.y) < box.height * 0.3 &&
    Math.abs(last.height - box.height) < box.height * 0.3 &&
    box.x >= last.x &&
    box.x - (last.x + last.width) < box.height * 0.8
  if (!isSameLine) {
    boxes.push(box)
    return
  }
  const bottom = Math.max(last.y + last.height, box.y + box.height)
  const y = Math.min(last.y, box.y)
  boxes[boxes.length - 1] = {
    x: last.x,
    y,
    width: Math.max(last.x + last.width, box.x + box.width) - last.x,
    height: bottom - y,
  }
}

import type { PDFPageProxy } from 'pdfjs-dist/types/src/display/api'
import { type Bitmap, maxRecognisedPixels } from '../ocr/bitmap'
import type { Direction } from './geometry'
import { type Affine, concat, inverse, placedImages } from './placed-images'

/** Resolution at which the engine reads best; more only takes longer. */
const mostDotsPerInch = 300
/** Coarser pictures are enlarged to this: letters of less than 20 pixels are read badly. */
const leastDotsPerInch = 200
/** Share of the page that pictures must cover to be a scan, and not a logo on an empty page. */
const leastShareOfPage = 0.02

/** A page's picture in the frame in which it is read. */
export interface PagePicture {
  readonly bitmap: Bitmap
  readonly pixelsPerPoint: number
}

/** How text that stands upright on the shown page runs on the unrotated one. */
export function uprightDirection(rotate: number): Direction {
  const quarters = (((Math.round(rotate / 90) % 4) + 4) % 4) as 0 | 1 | 2 | 3
  return (['right', 'up', 'left', 'down'] as const)[quarters]
}

/** From user space of a PDF page to points in the frame in which text of a direction is read, from its top left. */
function frameOf([left = 0, bottom = 0, right = 0, top = 0]: readonly number[], direction: Direction): Affine {
  const width = right - left
  const height = top - bottom
  // To the unrotated page from its top left first.
  const page: Affine = [1, 0, 0, -1, -left, top]
  const turns: Readonly<Record<Direction, Affine>> = {
    right: [1, 0, 0, 1, 0, 0],
    up: [0, 1, -1, 0, height, 0],
    down: [0, -1, 1, 0, 0, width],
    left: [-1, 0, 0, -1, width, height],
  }
  return concat(turns[direction], page)
}

/**
 * Draws the pictures of a page, as its text of a direction is read, in grey on white. Null where it has none of a
 * scan's size. Clips, patterns and shapes are not drawn: scans have none.
 */
export async function pictureOf(page: PDFPageProxy, direction: Direction): Promise<PagePicture | null> {
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view
  const images = await placedImages(page)
  const area = (right - left) * (top - bottom)
  const share = images.reduce((sum, { place: [a, b, c, d] }) => sum + Math.abs(a * d - b * c), 0) / area
  if (!(share >= leastShareOfPage)) return null
  const isAlong = direction === 'right' || direction === 'left'
  const width = isAlong ? right - left : top - bottom
  const height = isAlong ? top - bottom : right - left
  const finest = Math.max(
    ...images.map(({ width: pixels, height: rows, place: [a, b, c, d] }) =>
      Math.max(pixels / Math.hypot(a, b), rows / Math.hypot(c, d)),
    ),
  )
  const wanted = Math.min(mostDotsPerInch, Math.max(leastDotsPerInch, finest * 72)) / 72
  const pixelsPerPoint = Math.min(wanted, Math.sqrt(maxRecognisedPixels / (width * height)))
  const bitmap = {
    width: Math.max(1, Math.floor(width * pixelsPerPoint)),
    height: Math.max(1, Math.floor(height * pixelsPerPoint)),
  }
  const pixels = new Uint8Array(bitmap.width * bitmap.height).fill(255)
  const frame = concat([pixelsPerPoint, 0, 0, pixelsPerPoint, 0, 0], frameOf(page.view, direction))
  for (const image of images) {
    // The unit square of a PDF's image begins at its bottom, its rows at the top.
    const place = concat(concat(frame, image.place), [1 / image.width, 0, 0, -1 / image.height, 0, 1])
    draw({ ...bitmap, pixels }, image, place)
  }
  return { bitmap: { ...bitmap, pixels }, pixelsPerPoint }
}

interface Drawn {
  readonly width: number
  readonly height: number
  readonly grey: Uint8Array
  /** 0 is transparent; null: opaque all over. */
  readonly opacity: Uint8Array | null
}

/** Draws an image where `place` maps its pixels to; smaller ones are averaged, larger ones interpolated. */
function draw(target: Bitmap, image: Drawn, place: Affine): void {
  const back = inverse(place)
  if (back === null) return
  const [a, b, c, d, e, f] = back
  const xs = [place[4], place[4] + place[0] * image.width, place[4] + place[2] * image.height]
  xs.push(xs[1]! + xs[2]! - xs[0]!)
  const ys = [place[5], place[5] + place[1] * image.width, place[5] + place[3] * image.height]
  ys.push(ys[1]! + ys[2]! - ys[0]!)
  const fromX = Math.max(0, Math.floor(Math.min(...xs)))
  const toX = Math.min(target.width, Math.ceil(Math.max(...xs)))
  const fromY = Math.max(0, Math.floor(Math.min(...ys)))
  const toY = Math.min(target.height, Math.ceil(Math.max(...ys)))
  const step = Math.max(Math.hypot(a, b), Math.hypot(c, d))
  // Samples along each side of a pixel: at least two, so that what lies between two of the image's is a mean of them.
  const samples = Math.min(8, Math.max(2, Math.ceil(step)))
  const isPlain = step > 0.99 && step < 1.01
  const offsets = isPlain ? [0.5] : Array.from({ length: samples }, (_, index) => (index + 0.5) / samples)
  for (let y = fromY; y < toY; y++) {
    for (let x = fromX; x < toX; x++) {
      let sum = 0
      let weight = 0
      for (const dy of offsets) {
        for (const dx of offsets) {
          const column = Math.floor(a * (x + dx) + c * (y + dy) + e)
          const row = Math.floor(b * (x + dx) + d * (y + dy) + f)
          if (column < 0 || row < 0 || column >= image.width || row >= image.height) continue
          const at = row * image.width + column
          const opaque = image.opacity === null ? 255 : image.opacity[at]!
          sum += image.grey[at]! * opaque
          weight += opaque
        }
      }
      if (weight === 0) continue
      const at = y * target.width + x
      const whole = 255 * offsets.length * offsets.length
      target.pixels[at] = Math.round((sum + target.pixels[at]! * (whole - weight)) / whole)
    }
  }
}

import type { PDFPageProxy } from 'pdfjs-dist/types/src/display/api'

/** `[a, b, c, d, e, f]`: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Affine = readonly [number, number, number, number, number, number]

/** An image in grey, and where its unit square stands in the page's user space. */
export interface PlacedImage {
  readonly width: number
  readonly height: number
  readonly grey: Uint8Array
  /** 0 is transparent; null: opaque all over. */
  readonly opacity: Uint8Array | null
  readonly place: Affine
}

/** Most images of a page that are drawn; scans in strips have dozens. */
const maxImagesOfPage = 2000

const identity: Affine = [1, 0, 0, 1, 0, 0]

/** The map that does `second` and then `first`. */
export function concat(first: Affine, second: Affine): Affine {
  const [a, b, c, d, e, f] = first
  const [g, h, i, j, k, l] = second
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

/** Null where it maps to a line or a point. */
export function inverse([a, b, c, d, e, f]: Affine): Affine | null {
  const determinant = a * d - b * c
  if (!Number.isFinite(1 / determinant)) return null
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ]
}

/** What pdf.js hands out of an image. `kind`: 1 a bit a pixel, 2 RGB, 3 RGBA; a mask has none. */
interface PdfImage {
  readonly width: number
  readonly height: number
  readonly kind?: number
  /** Or the name under which the page has it. */
  readonly data: Uint8Array | Uint8ClampedArray | string
}

/** The images that a page draws, in this order: scans come as one, as strips, or as a picture with a mask of its letters. */
export async function placedImages(page: PDFPageProxy): Promise<PlacedImage[]> {
  const { OPS, AnnotationMode } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE })
  const found: PlacedImage[] = []
  const kept: { place: Affine; fill: number }[] = []
  let place = identity
  let fill = 0
  const objectOf = (name: string): Promise<PdfImage | null> =>
    new Promise((resolve) => {
      const objects = name.startsWith('g_') ? page.commonObjs : page.objs
      objects.get(name, (image: PdfImage | null) => resolve(image))
    })
  const add = async (given: PdfImage | string, places: readonly Affine[], isMask: boolean): Promise<void> => {
    const name = typeof given === 'string' ? given : typeof given.data === 'string' ? given.data : null
    const image = name === null ? (given as PdfImage) : await objectOf(name)
    if (image === null || found.length + places.length > maxImagesOfPage) return
    const drawn = isMask ? maskOf(image, fill) : greyOf(image)
    if (drawn !== null) for (const at of places) found.push({ ...drawn, place: concat(place, at) })
  }
  const positionsOf = (scale: readonly [number, number, number, number], positions: ArrayLike<number>): Affine[] =>
    Array.from({ length: positions.length / 2 }, (_, index) => [
      ...scale,
      positions[2 * index]!,
      positions[2 * index + 1]!,
    ])
  for (const [index, operation] of fnArray.entries()) {
    // Their types are those of pdf.js's own drawing, which nothing states.
    // biome-ignore lint/suspicious/noExplicitAny: see above
    const given: any = argsArray[index]
    switch (operation) {
      case OPS.save:
        kept.push({ place, fill })
        break
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        ;({ place, fill } = kept.pop() ?? { place: identity, fill: 0 })
        break
      case OPS.transform:
        place = concat(place, given)
        break
      case OPS.paintFormXObjectBegin:
        kept.push({ place, fill })
        if (given[0]) place = concat(place, given[0])
        break
      case OPS.setFillRGBColor:
        fill = greyOfColour(given[0])
        break
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
        await add(given[0], [identity], false)
        break
      case OPS.paintImageXObjectRepeat:
        await add(given[0], positionsOf([given[1], 0, 0, given[2]], given[3]), false)
        break
      case OPS.paintImageMaskXObject:
        await add(given[0], [identity], true)
        break
      case OPS.paintImageMaskXObjectRepeat:
        await add(given[0], positionsOf([given[1], given[2], given[3], given[4]], given[5]), true)
        break
      case OPS.paintImageMaskXObjectGroup:
        for (const one of given[0]) await add(one, [one.transform], true)
        break
    }
  }
  return found
}

/** The grey of `#rrggbb`. */
function greyOfColour(colour: unknown): number {
  const parts = typeof colour === 'string' ? /^#(..)(..)(..)$/.exec(colour) : null
  if (parts === null) return 0
  const [red, green, blue] = parts.slice(1).map((part) => Number.parseInt(part, 16)) as [number, number, number]
  return luminance(red, green, blue)
}

const luminance = (red: number, green: number, blue: number): number => (red * 77 + green * 150 + blue * 29) >> 8

function greyOf({ width, height, kind, data }: PdfImage): Omit<PlacedImage, 'place'> | null {
  if (typeof data === 'string' || data === undefined) return null
  const count = width * height
  const grey = new Uint8Array(count)
  if (kind === 1) {
    eachBit(data, width, height, (at, bit) => {
      grey[at] = bit * 255
    })
    return { width, height, grey, opacity: null }
  }
  const channels = kind === 3 ? 4 : 3
  if (data.length < count * channels) return null
  for (let at = 0, from = 0; at < count; at++, from += channels) {
    grey[at] = luminance(data[from]!, data[from + 1]!, data[from + 2]!)
  }
  const opacity = channels === 4 ? Uint8Array.from({ length: count }, (_, at) => data[at * 4 + 3]!) : null
  return { width, height, grey, opacity }
}

/** A mask paints with the present colour where its bits are 0. */
function maskOf({ width, height, data }: PdfImage, fill: number): Omit<PlacedImage, 'place'> | null {
  if (typeof data === 'string' || data === undefined) return null
  const opacity = new Uint8Array(width * height)
  eachBit(data, width, height, (at, bit) => {
    opacity[at] = bit === 0 ? 255 : 0
  })
  return { width, height, grey: new Uint8Array(width * height).fill(fill), opacity }
}

function eachBit(
  data: Uint8Array | Uint8ClampedArray,
  width: number,
  height: number,
  take: (at: number, bit: number) => void,
): void {
  const rowBytes = (width + 7) >> 3
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const byte = data[row * rowBytes + (column >> 3)] ?? 255
      take(row * width + column, (byte >> (7 - (column & 7))) & 1)
    }
  }
}

import { QuarryError } from '../../../contract/errors'
import { type Draft, draftOf, type PicturesInput } from '../draft'
import { composePages } from '../pdf/compose-pages'
import type { Direction } from '../pdf/geometry'
import type { Progress } from '../progress'
import { TextBuilder } from '../text-builder'
import { maxImagePixels } from './bitmap'
import { readImageHeader } from './image-header'
import { recognisedItems, withEvenSizes } from './recognised-items'
import { openRecogniser } from './recogniser'
import { summaryOf, withoutPictureText } from './recognition'
import { readTheRightWay } from './turn'

/** Points of a picture's longer side: as if it stood on an A4 page. */
const longerSide = 842

/** Orientations that are turns, by quarters clockwise; a mirrored picture is only read as it is. */
const quarterTurns = [1, 6, 3, 8]
const quartersOf: Readonly<Record<Direction, number>> = { right: 0, up: 1, left: 2, down: 3 }

/**
 * Recognises the text of an image, as one page of the size that it is shown at. Throws `read.noText` where no languages
 * were chosen or nothing was recognised, `read.tooLarge`, and `read.corrupt` for what is no image or was cut off.
 */
export async function readImage(input: PicturesInput, progress: Progress): Promise<Draft> {
  if (input.recognise.length === 0) throw withoutPictureText(input.recognise, { isImage: true })
  const header = readImageHeader(input.bytes)
  if (header === null) throw new QuarryError('read.corrupt', 'It is damaged or incomplete: not a readable image.')
  const stored = header.width * header.height
  if (stored > maxImagePixels) {
    const megapixels = (pixels: number): number => Math.round(pixels / 1e6)
    throw new QuarryError(
      'read.tooLarge',
      `It has ${megapixels(stored)} megapixels; the limit is ${megapixels(maxImagePixels)}.`,
      { remedy: 'split', context: { pixels: stored, maxPixels: maxImagePixels } },
    )
  }
  const isSideways = header.orientation >= 5
  const shown = {
    width: isSideways ? header.height : header.width,
    height: isSideways ? header.width : header.height,
  }
  const pixelsPerPoint = Math.max(shown.width, shown.height) / longerSide
  const page = { number: 1, width: shown.width / pixelsPerPoint, height: shown.height / pixelsPerPoint }
  const tell = (): void => progress({ kind: 'pagesRecognised', values: { done: 0, total: 1 } })
  tell()
  const recogniser = await openRecogniser(input.recognise, tell)
  try {
    const upright = quarterTurns.indexOf(header.orientation)
    const read = await readTheRightWay('right', async (direction) => {
      if (upright === -1 && direction !== 'right') return { lines: [] }
      const orientation = upright === -1 ? header.orientation : quarterTurns[(upright + quartersOf[direction]) % 4]!
      return { lines: recogniser.recognise(input.bytes, orientation) }
    })
    const { lines, direction } = read!
    const recognised = recognisedItems(lines, { pixelsPerPoint, direction, width: page.width, height: page.height })
    if (recognised.items.length === 0) throw withoutPictureText(input.recognise, { isImage: true })
    const builder = new TextBuilder(input.maxTextLength)
    const items = withEvenSizes([recognised.items])[0]!
    const { pageStarts, layout } = composePages([{ ...page, items }], builder)
    return draftOf(builder, {
      mediaType: 'image',
      reader: 'image',
      pageStarts,
      layout,
      metadata: { pages: 1, recognition: summaryOf(new Map([[1, recognised]]), input.recognise) },
    })
  } finally {
    recogniser.close()
  }
}

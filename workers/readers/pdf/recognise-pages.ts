import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/display/api'
import { QuarryError } from '../../../contract/errors'
import type { RecognitionLanguage } from '../../../contract/library/recognition'
import { pgmOf } from '../ocr/bitmap'
import { type RecognisedItems, recognisedItems, withEvenSizes } from '../ocr/recognised-items'
import { openRecogniser, type Recogniser } from '../ocr/recogniser'
import { type RecognitionSummary, summaryOf } from '../ocr/recognition'
import { readTheRightWay } from '../ocr/turn'
import type { Progress } from '../progress'
import type { Direction, Page } from './geometry'
import { pictureOf, uprightDirection } from './page-picture'

/** Most pages of one file that are recognised: a book, and an hour or two of work. */
export const maxRecognisedPages = 1500

/** What was recognised in the pictures of a document's pages. */
export interface Recognised {
  /** Pages with text that was recognised, by their number. */
  readonly pages: ReadonlyMap<number, Page>
  /** Null where no page had any. */
  readonly recognition: RecognitionSummary | null
}

/**
 * Recognises the text of pages that have pictures instead. A page that fails is told and costs itself alone. Throws
 * `read.tooLarge` for more pages than an evening's work.
 */
export async function recognisePages(
  document: PDFDocumentProxy,
  pages: readonly Page[],
  languages: readonly RecognitionLanguage[],
  progress: Progress,
): Promise<Recognised> {
  if (pages.length > maxRecognisedPages) {
    throw new QuarryError(
      'read.tooLarge',
      `It has ${pages.length} pages without text; text is recognised on up to ${maxRecognisedPages}.`,
      { remedy: 'split', context: { pages: pages.length, maxPages: maxRecognisedPages } },
    )
  }
  const tell = (done: number): void => progress({ kind: 'pagesRecognised', values: { done, total: pages.length } })
  let done = 0
  const recogniser = await openRecogniser(languages, () => tell(done))
  const found = new Map<number, RecognisedItems>()
  const failedPages: number[] = []
  let turned: Direction | null = null
  try {
    for (const page of pages) {
      tell(done)
      try {
        const read = await recognisePage(document, page, recogniser, turned)
        // The next page of a scan that was fed sideways lies as this one.
        turned = read?.turned ?? turned
        if (read !== null && read.items.items.length > 0) found.set(page.number, read.items)
      } catch (error) {
        if (error instanceof WebAssembly.RuntimeError) throw error
        failedPages.push(page.number)
      }
      done++
    }
  } finally {
    recogniser.close()
  }
  return recognisedOf(pages, found, languages, failedPages)
}

/** `turned`: how the text ran on an upright page before, where that was another way than it is shown. */
async function recognisePage(
  document: PDFDocumentProxy,
  { number, width, height }: Page,
  recogniser: Recogniser,
  turned: Direction | null,
): Promise<{ readonly items: RecognisedItems; readonly turned: Direction | null } | null> {
  const page = await document.getPage(number)
  try {
    const upright = uprightDirection(page.rotate)
    const read = await readTheRightWay(turned ?? upright, async (direction) => {
      const picture = await pictureOf(page, direction)
      if (picture === null) return null
      return { lines: recogniser.recognise(pgmOf(picture.bitmap)), pixelsPerPoint: picture.pixelsPerPoint }
    })
    if (read === null) return null
    const { lines, pixelsPerPoint, direction } = read
    return {
      items: recognisedItems(lines, { pixelsPerPoint, direction, width, height }),
      turned: direction === upright ? null : direction,
    }
  } finally {
    page.cleanup()
  }
}

function recognisedOf(
  pages: readonly Page[],
  found: ReadonlyMap<number, RecognisedItems>,
  languages: readonly RecognitionLanguage[],
  failedPages: readonly number[],
): Recognised {
  const recognised = pages.filter(({ number }) => found.has(number))
  const even = withEvenSizes(recognised.map(({ number }) => found.get(number)!.items))
  const recognition = found.size === 0 ? null : summaryOf(found, languages)
  return {
    // What is stamped on a scan (a page number, say) stays.
    pages: new Map(recognised.map((page, at) => [page.number, { ...page, items: [...page.items, ...even[at]!] }])),
    recognition: recognition === null || failedPages.length === 0 ? recognition : { ...recognition, failedPages },
  }
}

import { QuarryError } from '../../../contract/errors'
import type { Recognition, RecognitionLanguage } from '../../../contract/library/recognition'
import type { RecognisedItems } from './recognised-items'

/** What the metadata of an extract say of text that was recognised. */
export interface RecognitionSummary extends Recognition {
  /** How sure the text of each page is, by its number. */
  readonly byPage: Readonly<Record<string, number>>
  readonly languages: readonly RecognitionLanguage[]
  readonly linesLeftOut: number
  readonly failedPages?: readonly number[]
}

/** Sums up pages by their number, of which at least one has a character. */
export function summaryOf(
  pages: ReadonlyMap<number, RecognisedItems>,
  languages: readonly RecognitionLanguage[],
): RecognitionSummary {
  const all = [...pages.values()]
  const meanOf = (ones: readonly RecognisedItems[]): number =>
    Math.round(
      ones.reduce((sum, { confidences }) => sum + confidences, 0) /
        ones.reduce((sum, { characters }) => sum + characters, 0),
    )
  return {
    pages: pages.size,
    confidence: meanOf(all),
    byPage: Object.fromEntries([...pages].map(([number, page]) => [number, meanOf([page])])),
    languages,
    linesLeftOut: all.reduce((sum, one) => sum + one.linesLeftOut, 0),
  }
}

/** Why there is no text in pictures of pages: recognising it is off, or found none. */
export function withoutPictureText(
  languages: readonly RecognitionLanguage[],
  context: { readonly pages: number } | { readonly isImage: true },
): QuarryError {
  return languages.length === 0
    ? new QuarryError('read.noText', 'It has no text, only pictures of pages, and text recognition is off.', {
        remedy: 'runOcr',
        context,
      })
    : new QuarryError('read.noText', 'No text was recognised in the pictures of its pages.', {
        remedy: 'recogniseText',
      })
}

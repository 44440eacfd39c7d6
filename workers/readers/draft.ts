import type { PdfLayout } from '../../contract/library/extract'
import { readerVersions } from '../../contract/library/reader-versions'
import type { RecognitionLanguage } from '../../contract/library/recognition'
import type { MediaType, UnshownPicture } from '../../contract/library/source'

/**
 * A stretch of the extract's text that belongs together. A passage may end between two sentences of a paragraph, and
 * elsewhere only between blocks; headings are not part of passages unless nothing stands under them.
 */
export interface Block {
  readonly kind: 'paragraph' | 'item' | 'row' | 'line' | 'heading'
  readonly start: number
  readonly end: number
}

export interface DraftHeading {
  readonly level: number
  readonly text: string
  readonly start: number
  /** Of a symbol of code: the end of what it declares, exclusive. */
  readonly end?: number
}

/** A picture in a file: what the file calls it, and the number of blocks of text before it. */
export interface PlacedPicture {
  readonly reference: string
  readonly before: number
}

/** An element that says what belongs to one figure: its blocks and its pictures, each from the first to behind the last. */
export interface FigureElement {
  readonly blocks: readonly [from: number, to: number]
  readonly pictures: readonly [from: number, to: number]
}

/** A text of a file with its pictures in their order; of a web page it may have more than the extract. */
export interface TextWithPictures {
  readonly text: string
  readonly blocks: readonly Block[]
  readonly pictures: readonly PlacedPicture[]
  readonly figures: readonly FigureElement[]
}

/** The bytes of a picture within the file, or why there are none; null for one that is not within it. */
export type OpenPicture = (reference: string) => Uint8Array | UnshownPicture | null

/** What a reader makes of a file, before it is cut into passages. */
export interface Draft {
  readonly mediaType: MediaType
  readonly reader: string
  readonly readerVersion: number
  readonly text: string
  readonly blocks: readonly Block[]
  readonly headings: readonly DraftHeading[]
  readonly title: string | null
  /** Set where the reader knows it (code, declared languages); else it is guessed from the text. */
  readonly language: string | null
  readonly encoding: string | null
  readonly pageStarts: readonly number[]
  readonly layout: PdfLayout | null
  readonly metadata: Readonly<Record<string, unknown>>
  /** Absent where the reader knows of none. */
  readonly withPictures?: TextWithPictures
  readonly openPicture?: OpenPicture
  /** Secrets that were masked in its parts already, each once; they go no further than the count of them. */
  readonly masked?: readonly string[]
}

type Built = 'text' | 'blocks' | 'headings'

/** What a reader made of a file with a builder; what it does not name is not known of its files. */
export function draftOf(
  { text, blocks, headings }: Pick<Draft, Built>,
  own: Pick<Draft, 'mediaType'> & { readonly reader: keyof typeof readerVersions } & Partial<Omit<Draft, Built>> &
    Partial<Pick<Draft, 'headings'>>,
): Draft {
  return {
    readerVersion: readerVersions[own.reader],
    text,
    blocks,
    headings,
    title: null,
    language: null,
    encoding: null,
    pageStarts: [],
    layout: null,
    metadata: {},
    ...own,
  }
}

/** What every reader gets. */
export interface ReaderInput {
  readonly name: string
  readonly language: string | null
  readonly maxTextLength: number
}

/** Input of the readers of text formats. */
export interface TextInput extends ReaderInput {
  readonly text: string
  readonly encoding: string | null
}

/** Input of the readers of binary formats. */
export interface BytesInput extends ReaderInput {
  readonly bytes: Uint8Array
}

/** Input of the readers of what may be pictures. */
export interface PicturesInput extends BytesInput {
  /** Languages of text to recognise in them; none: they are not read. */
  readonly recognise: readonly RecognitionLanguage[]
}

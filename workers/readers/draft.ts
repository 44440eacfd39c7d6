import type { PdfLayout } from '../../contract/library/extract'
import { readerVersions } from '../../contract/library/reader-versions'
import type { RecognitionLanguage } from '../../contract/library/recognition'
import type { MediaType } from '../../contract/library/source'

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

import { z } from 'zod'
import type { ErrorShape } from '../error-shape'
import type { ReadFact } from '../progress'
import type { PassageInContext } from '../recall/search-text'
import type { RecognitionLanguage } from './recognition'
import type { FigurePictures, MediaType } from './source'

/**
 * A citable piece of an extract, about 80 words. `start` and `end` are UTF-16 code units into the extract's text,
 * end exclusive; `text` is that slice; lines are 1-based in the extract's text; `page` is where it starts.
 */
export interface Passage {
  readonly ordinal: number
  readonly start: number
  readonly end: number
  readonly page: number | null
  readonly lineStart: number
  readonly lineEnd: number
  readonly headingPath: readonly string[]
  readonly text: string
  readonly words: number
  readonly language: string | null
}

/**
 * Where the characters of a PDF's extract stand on its pages. `spans` is comma-separated integers, seven a span:
 * start relative to the end of the span before it on the page (the first: to the page's start), length, x, y, width,
 * height in tenths of a point from the top left of the unrotated page, and how the text runs: 0 right, 1 down, 2 up, 3 left.
 */
export const pdfLayout = z.object({
  version: z.literal(1),
  pages: z.array(
    z.object({ start: z.number().int().nonnegative(), width: z.number(), height: z.number(), spans: z.string() }),
  ),
})
export type PdfLayout = z.infer<typeof pdfLayout>

/** Most passages in one portion of rows: what one statement of the store takes. */
export const passagesPerPortion = 500

/** A passage as its row takes it; a reader writes them as JSON. */
export interface PassageRow {
  readonly ordinal: number
  readonly start: number
  readonly end: number
  readonly page: number | null
  readonly line_start: number
  readonly line_end: number
  readonly headings: readonly string[]
  readonly text: string
  /** SHA-256 (hex) of the text's UTF-8 bytes. */
  readonly hash: string
  readonly words: number
  readonly language: string | null
  /** What the keyword index reads. */
  readonly search: string
}

/** A source's passages as store and encoder take them. */
export interface PreparedPassages {
  readonly count: number
  /** `PassageRow`s as JSON, joined by commas, `passagesPerPortion` to a string. */
  readonly portions: readonly string[]
  /** One per passage: 1 where the encoder covers its script, so that it gets a vector. */
  readonly covered: Uint8Array
  /** What the encoder reads of the covered ones, one after the other, and where each ends in it. */
  readonly encoderText: string
  readonly encoderEnds: Uint32Array
}

/**
 * What a reader made of one file, cut, segmented, hashed and in the form that the store takes: whoever passes it on
 * looks at none of it. Texts are storable. `language` is ISO 639-1, of code the programming language.
 */
export interface PreparedSource {
  readonly mediaType: MediaType
  readonly text: string
  readonly title: string | null
  readonly language: string | null
  readonly reader: string
  readonly readerVersion: number
  /** JSON: the offset at which each page starts; empty where there are no pages. */
  readonly pageStarts: string
  /** JSON of `heading[]`. */
  readonly headings: string
  /** JSON of `PdfLayout`. */
  readonly layout: string | null
  /** JSON of an object; with the encoding of a file, and the own words of a note. */
  readonly metadata: string
  readonly passages: PreparedPassages
  readonly redactions: Redactions
}

/** Secrets that were masked in a source: how many different ones, and what tells them apart within it. */
export interface Redactions {
  readonly count: number
  /** Four hexadecimal digits of each one's SHA-256: too few to find the secret by. */
  readonly fingerprints: readonly string[]
}

/** What the pool asks of a worker. Limits are per file. */
export interface ReadTask {
  readonly source:
    | { readonly kind: 'file'; readonly path: string }
    | { readonly kind: 'text'; readonly text: string; readonly mediaType: 'markdown' | 'text' }
  readonly name: string
  readonly mediaTypeHint: MediaType | null
  /** Scripts that the encoder reads; none: all of them. */
  readonly scripts: readonly string[]
  /** Languages of text to recognise in pictures; none: pictures are not read. */
  readonly recognise: readonly RecognitionLanguage[]
  readonly maxFileBytes: number
  readonly maxTextLength: number
  /** Fingerprints of what looks like a secret and is none, as a person said. */
  readonly notSecrets: readonly string[]
}

/** A figure whose pictures are wanted, in a file that was read. */
export interface PicturesTask {
  readonly path: string
  readonly name: string
  readonly mediaType: MediaType
  /** Of the file as it was read: the pictures of another are not shown. */
  readonly contentHash: string
  /** When it was read, in ms: a picture beside it must not have changed since. */
  readonly readAtMs: number
  /** Folder that pictures beside it may lie in. */
  readonly folder: string
  /** Where its caption begins in the extract, and how. */
  readonly caption: { readonly start: number; readonly label: string }
  readonly maxFileBytes: number
  readonly maxTextLength: number
}

export type PicturesAnswer =
  | ({ readonly ok: true } & FigurePictures)
  | { readonly ok: false; readonly error: ErrorShape }

/** What a reader does: read files, find pictures in them, build the search text of passages anew, or mask the secrets of texts. */
export type ReaderWork =
  | { readonly kind: 'read'; readonly tasks: readonly ReadTask[] }
  | { readonly kind: 'pictures'; readonly task: PicturesTask }
  | { readonly kind: 'segment'; readonly passages: readonly PassageInContext[] }
  | { readonly kind: 'redact'; readonly texts: readonly string[] }

/** A text with its secrets masked, and how many there were. */
export interface RedactedText {
  readonly text: string
  readonly redactions: Redactions
}

/** What a thread tells while it reads: that it began with a file (the limit of time counts from here), and how far it is. */
export type ReadMessage = { readonly type: 'began' } | { readonly type: 'progress'; readonly progress: ReadFact }

/** The file (or text) as it was when it was read, so that nobody has to open it again to know what was read. */
export interface ReadFileIdentity {
  /** SHA-256 (hex) of the bytes that were read. */
  readonly contentHash: string
  readonly sizeBytes: number
  /** Time of last change in milliseconds, with the file system's fractions; null for a text. */
  readonly modifiedMs: number | null
  /** Its size or time was another after reading than before. */
  readonly changedMeanwhile: boolean
}

/** A file read, and what it was that it was made of. */
export interface ReadFile {
  readonly prepared: PreparedSource
  readonly file: ReadFileIdentity
}

export type ReadAnswer = ({ readonly ok: true } & ReadFile) | { readonly ok: false; readonly error: ErrorShape }

import { z } from 'zod'
import type { ErrorShape } from './errors'
import { heading, type MediaType, mediaType } from './source'

/**
 * A citable piece of an extract, about 80 words. `start` and `end` are UTF-16 code units into the extract's text,
 * end exclusive; `text` is that slice; lines are 1-based in the extract's text; `page` is where it starts.
 */
export const passage = z.object({
  ordinal: z.number().int().nonnegative(),
  start: z.number().int().nonnegative(),
  end: z.number().int().positive(),
  page: z.number().int().positive().nullable(),
  lineStart: z.number().int().positive(),
  lineEnd: z.number().int().positive(),
  headingPath: z.array(z.string()),
  text: z.string(),
  words: z.number().int().nonnegative(),
  language: z.string().nullable(),
})
export type Passage = z.infer<typeof passage>

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

/** What a reader made of one file. `language` is ISO 639-1, of code the programming language. */
export const extract = z.object({
  mediaType,
  text: z.string(),
  title: z.string().nullable(),
  language: z.string().nullable(),
  encoding: z.string().nullable(),
  reader: z.string(),
  readerVersion: z.number().int().positive(),
  /** Offset at which each page starts; empty where there are no pages. */
  pageStarts: z.array(z.number().int().nonnegative()),
  headings: z.array(heading),
  layout: pdfLayout.nullable(),
  metadata: z.record(z.string(), z.unknown()),
  passages: z.array(passage),
})
export type Extract = z.infer<typeof extract>

/** What the pool asks of a worker. Limits are per file. */
export interface ReadTask {
  readonly source:
    | { readonly kind: 'file'; readonly path: string }
    | { readonly kind: 'text'; readonly text: string; readonly mediaType: 'markdown' | 'text' }
  readonly name: string
  readonly mediaTypeHint: MediaType | null
  readonly maxFileBytes: number
  readonly maxTextLength: number
}

/** Integers a passage takes in `PackedExtract.passages`. */
export const packedPassageFields = 8

/**
 * An extract as it crosses the thread: passages as integers (start, end, page or 0, first line, last line, words,
 * index into `headingPaths`, index into `languages`), so that a large one does not hold up the main thread.
 */
export interface PackedExtract extends Omit<Extract, 'passages'> {
  readonly passages: Int32Array
  readonly headingPaths: readonly (readonly string[])[]
  readonly languages: readonly (string | null)[]
}

/** The file as it was when its bytes were read, so that nobody has to open it again to know what was read. */
export interface ReadFileIdentity {
  /** SHA-256 (hex) of the bytes that were read. */
  readonly contentHash: string
  readonly sizeBytes: number
  /** Time of last change in milliseconds, with the file system's fractions. */
  readonly modifiedMs: number
  /** Its size or time was another after reading than before. */
  readonly changedMeanwhile: boolean
}

/** `file` is null for a text. */
export type ReadAnswer =
  | { readonly ok: true; readonly extract: PackedExtract; readonly file: ReadFileIdentity | null }
  | { readonly ok: false; readonly error: ErrorShape }

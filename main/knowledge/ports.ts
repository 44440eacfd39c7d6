import type { ErrorShape } from '../../contract/errors'
import type { MediaType } from '../../contract/source'

/** One passage as a reader cut it: offsets are UTF-16 code units into `Extract.text`, end exclusive; lines 1-based. */
export interface ReadPassage {
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

/** What ingest needs of an extract; the readers answer more. */
export interface ReadExtract {
  readonly mediaType: MediaType
  readonly text: string
  readonly title: string | null
  readonly language: string | null
  readonly encoding: string | null
  readonly reader: string
  readonly readerVersion: number
  readonly pageStarts: readonly number[]
  readonly headings: readonly { readonly level: number; readonly text: string; readonly start: number }[]
  readonly layout: unknown
  readonly metadata: Readonly<Record<string, unknown>>
  readonly passages: readonly ReadPassage[]
}

/** The part of the reader pool that ingest uses. Failures are QuarryErrors with a `read.*` code. */
export interface SourceReaders {
  read(input: { path: string; name?: string; signal?: AbortSignal }): Promise<ReadExtract>
  readText(input: {
    text: string
    name: string
    mediaType: 'markdown' | 'text'
    signal?: AbortSignal
  }): Promise<ReadExtract>
}

/** Cheap detection of a file's type from its name and first bytes; throws `read.unsupported` where nothing reads it. */
export type DetectMediaType = (input: { path: string }) => Promise<{ readonly mediaType: MediaType }>

/** The part of inference that ingest uses. */
export interface PassageEncoder {
  readonly model: { readonly id: string }
  /** L2-normalised vectors, one per text, in order. */
  embed(
    texts: string[],
    options: { signal?: AbortSignal; priority?: 'interactive' | 'bulk' },
  ): Promise<readonly Float32Array[]>
  /** False where the script lies outside the encoder: such a passage is found by keyword only, never as noise. */
  covers(text: string): boolean
}

/** Word segmentation for the keyword index; versioned, because ICU differs between runtimes. */
export interface SearchTextBuilder {
  readonly version: string
  buildSearchText(input: { title: string | null; headingPath: readonly string[]; text: string }): string
}

/** Ids of passages that came into and went out of the index in one commit. */
export interface IndexChange {
  readonly addedPassages: readonly number[]
  readonly removedPassages: readonly number[]
}

/** A failed source's error is kept as this shape in its row. */
export type SourceError = ErrorShape

import type { ChannelOutput } from '../../contract/channels/channels'
import type { MediaType } from '../../contract/library/source'
import type { EmbedPurpose } from '../../contract/processes/inference'
import type { EmbeddingModel, SqlExecutor } from '../store'
import type { ReaderPool } from './reading'

/** The part of the reader pool that the library uses. Failures are QuarryErrors with a `read.*` code. */
export type SourceReaders = Pick<ReaderPool, 'read' | 'pictures' | 'readTogether' | 'readText' | 'segment' | 'redact'>

/** Cheap detection of a file's type from its name and first bytes; throws `read.unsupported` where nothing reads it. */
export type DetectMediaType = (input: { path: string }) => Promise<{ readonly mediaType: MediaType }>

/** The part of inference that ingest uses. */
export interface PassageEncoder {
  /** `scripts`: those that it reads (none: all); a passage in another is found by keyword only, never as noise. */
  readonly model: EmbeddingModel & { readonly scripts: readonly string[] }
  /** L2-normalised vectors, one per text, in order. */
  embed(
    texts: string[],
    options: {
      signal?: AbortSignal
      priority?: 'interactive' | 'bulk'
      purpose?: EmbedPurpose
      onProgress?: (done: number) => void
    },
  ): Promise<readonly Float32Array[]>
}

/** Ids of passages that came into and went out of the index in one commit. */
export interface IndexChange {
  readonly addedPassages: readonly number[]
  readonly removedPassages: readonly number[]
}

/** Who cites the library. The library itself knows of no session: whoever keeps citations answers. */
export interface CitationIndex {
  /** Every report sentence that cites a source, newest session first; `start` and `end` are the cited place. */
  sentencesCiting(sourceId: string): Promise<ChannelOutput<'library.citedBy'>>
  /** How many reports cite any of these sources. */
  countCitingReports(sourceIds: readonly string[]): Promise<number>
  /** Forgets, in the transaction that removes them, what was kept of these sources beyond what a report cites. */
  forgetSources(transaction: SqlExecutor, sourceIds: readonly string[]): Promise<void>
}

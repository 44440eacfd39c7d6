import type { ActorRef } from 'xstate'
import type { ErrorShape } from '../../../contract/error-shape'
import type { PreparedSource, ReadFileIdentity } from '../../../contract/library/extract'
import type { ReadFact } from '../../../contract/progress'
import type { PassageVector } from '../indexing/index-rows'
import type { ClaimedSource } from '../queue/queue-rows'

/** A source that its step failed for, with the reason. */
export interface IngestFailure {
  readonly sourceId: string
  readonly error: ErrorShape
}

/** A source read, ready for the index, and what its file was that was read. */
export interface ReadSource {
  readonly source: ClaimedSource
  readonly identity: ReadFileIdentity
  readonly prepared: PreparedSource
}

export interface EmbeddedIngest extends ReadSource {
  /** One per passage. */
  readonly vectors: readonly PassageVector[]
}

/** What a step leaves: the sources that go on, and those that it failed for. Others are done. */
export interface Identified {
  readonly toRead: readonly ClaimedSource[]
  readonly failures: readonly IngestFailure[]
}
export interface ReadOutcome {
  readonly read: readonly ReadSource[]
  /** Files that were not the same after reading as before. */
  readonly changed: readonly ClaimedSource[]
  /** Files whose thread died while it had the batch: one of them is to blame, and each is read by itself. */
  readonly apart: readonly ClaimedSource[]
  readonly failures: readonly IngestFailure[]
}
export interface EmbeddedOutcome {
  readonly embedded: readonly EmbeddedIngest[]
  readonly failures: readonly IngestFailure[]
}

/** What an actor tells while it is at it. */
export interface TellsRead {
  readonly sources: readonly ClaimedSource[]
  readonly onProgress: (progress: ReadFact) => void
}
export interface TellsEmbedded {
  readonly read: readonly ReadSource[]
  readonly onProgress: (passages: EmbeddedCounts) => void
}

/** How many passages of each source have their vectors. */
export type EmbeddedCounts = ReadonlyMap<string, number>

export interface IngestInput {
  /** Some small files, or one of anything else. */
  readonly sources: readonly ClaimedSource[]
  readonly rereads: number
  readonly queue: ActorRef<never, IngestReport>
}

/**
 * What an ingest tells the queue. `SOURCES_APART`: each of these is to have an ingest of its own. `isOver`: with these
 * the ingest itself has ended.
 */
export type IngestReport =
  | { readonly type: 'SOURCES_MOVED' }
  | { readonly type: 'SOURCES_APART'; readonly sources: readonly ClaimedSource[]; readonly rereads: number }
  | {
      readonly type: 'SOURCES_SETTLED'
      readonly ingestId: string
      readonly isOver: boolean
      readonly sourceIds: readonly string[]
      readonly storeError: ErrorShape | null
    }

/** Whether a source is to be read without asking what it is: it never was read, and is nothing renamed. */
export function isNew(source: ClaimedSource): boolean {
  return source.kind === 'file' && source.extract_hash === null && !source.some_missing
}

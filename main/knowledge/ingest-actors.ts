import { fromCallback, fromPromise } from 'xstate'
import { type ErrorShape, QuarryError } from '../../contract/errors'
import type { Extract } from '../../contract/extract'
import type { Database } from '../store'
import { hashFile, hashText } from './content-hash'
import type { EmbeddingBatcher } from './embedding-batcher'
import type { IndexWriter } from './index-writer'
import { type FileIdentity, type Identified, ingestMachine, type ReadOutcome } from './ingest-machine'
import type { PassageEncoder, SearchTextBuilder, SourceReaders } from './ports'
import { type PreparedSource, prepareSource } from './prepared-source'
import { queueMachine } from './queue-machine'
import {
  type ClaimedSource,
  claimSources,
  putBack,
  recordFailure,
  recordUnchanged,
  requeueInterrupted,
} from './queue-rows'
import { adoptRenamed } from './rename'
import { findFile } from './walk'

export interface IngestDependencies {
  readonly database: Database
  readonly projectId: string
  readonly readers: SourceReaders
  readonly encoder: Pick<PassageEncoder, 'covers'>
  readonly searchText: SearchTextBuilder
  readonly batcher: EmbeddingBatcher
  readonly writer: IndexWriter
  /** Current version by reader; a source read by an older one is read again though its file is the same. */
  readonly readerVersions: Readonly<Record<string, number>>
}

/** The queue machine with the actors that touch files, database and encoder. */
export function provideIngest(dependencies: IngestDependencies) {
  const { database, projectId, readers, encoder, searchText, batcher, writer } = dependencies

  const ingest = ingestMachine.provide({
    actors: {
      identifySource: fromPromise<Identified, { source: ClaimedSource }>(({ input, signal }) =>
        identify(input.source, dependencies, signal),
      ),
      readSource: fromPromise<ReadOutcome, { source: ClaimedSource }>(async ({ input: { source }, signal }) => {
        const outcome = await readWhole(source, readers, signal)
        if (outcome.extract.passages.length === 0) {
          throw new QuarryError('read.noText', 'There is no text in it.', {
            remedy: 'A scanned document needs text recognition first.',
          })
        }
        return outcome
      }),
      prepareIndex: fromPromise<PreparedSource, { extract: Extract }>(({ input, signal }) =>
        prepareSource(input.extract, { searchText, covers: (text) => encoder.covers(text) }, signal),
      ),
      embedPassages: fromPromise<
        (Float32Array | null)[],
        { sourceId: string; prepared: PreparedSource; onProgress: (passages: number) => void }
      >(async ({ input: { prepared, onProgress }, signal }) => {
        const dense = prepared.passages.filter((passage) => passage.dense)
        const vectors = await batcher.embed(
          dense.map((passage) => passage.encodedText),
          { signal, onProgress },
        )
        let next = 0
        return prepared.passages.map((passage) => (passage.dense ? meaningful(vectors[next++]!) : null))
      }),
      commitIndex: fromPromise<
        void,
        {
          source: ClaimedSource
          identity: FileIdentity
          prepared: PreparedSource
          vectors: readonly (Float32Array | null)[]
        }
      >(({ input: { source, identity, prepared, vectors }, signal }) =>
        writer.write({ sourceId: source.source_id, prepared, vectors, note: source.note, ...identity }, signal),
      ),
      recordOutcome: fromPromise<void, { sourceId: string; error: ErrorShape; storeIsDown: boolean }>(({ input }) =>
        input.storeIsDown || input.error.code === 'cancelled'
          ? putBack(database, input.sourceId)
          : recordFailure(database, input.sourceId, input.error),
      ),
    },
  })

  return queueMachine.provide({
    actors: {
      ingest,
      recoverQueue: fromPromise<void, { inFlight: readonly string[] }>(async ({ input }) => {
        await requeueInterrupted(database, projectId, input.inFlight)
      }),
      claimSources: fromPromise<ClaimedSource[], { limit: number; budgetBytes: number; excluding: readonly string[] }>(
        ({ input }) => (input.limit === 0 ? Promise.resolve([]) : claimSources(database, projectId, input)),
      ),
      holdEmbedding: fromCallback(() => {
        batcher.hold()
        return () => batcher.release()
      }),
    },
  })
}

/** The vector, or null where it is all zeros: the encoder knew no token of the text, so only keywords find it. */
function meaningful(vector: Float32Array): Float32Array | null {
  return vector.some((component) => component !== 0) ? vector : null
}

async function identify(
  source: ClaimedSource,
  { database, projectId, readerVersions }: IngestDependencies,
  signal: AbortSignal,
): Promise<Identified> {
  if (source.kind === 'note') return { verdict: 'read' }
  const identity = await identityOfFile(pathOf(source), signal)
  const { contentHash } = identity
  if (source.extract_hash === contentHash && source.passage_count > 0 && isCurrentReader(source, readerVersions)) {
    await recordUnchanged(database, source.source_id, identity)
    return { verdict: 'unchanged' }
  }
  if (source.extract_hash === null && source.some_missing) {
    const older = await adoptRenamed(database, projectId, { sourceId: source.source_id, contentHash })
    if (older !== null) return { verdict: 'adopted' }
  }
  return { verdict: 'read' }
}

function isCurrentReader(source: ClaimedSource, versions: Readonly<Record<string, number>>): boolean {
  const current = source.reader === null ? undefined : versions[source.reader]
  return current === undefined || source.reader_version === current
}

/** Reads a source. A file's identity is that of the bytes that were read, as their reader tells it. */
async function readWhole(source: ClaimedSource, readers: SourceReaders, signal: AbortSignal): Promise<ReadOutcome> {
  if (source.kind === 'note') {
    const text = source.note ?? ''
    const mediaType = looksLikeMarkdown(text) ? 'markdown' : 'text'
    const extract = await readers.readText({ text, name: source.name, mediaType, signal })
    return { extract, identity: identityOfNote(source), changed: false }
  }
  const path = pathOf(source)
  const sizeBytes = Number(source.size_bytes)
  const { file, ...extract } = await readers.read({ path, name: source.name, sizeBytes, signal })
  return { extract, identity: file, changed: file.changedMeanwhile }
}

function identityOfNote(source: ClaimedSource): FileIdentity {
  return {
    contentHash: hashText(source.note ?? ''),
    sizeBytes: Number(source.size_bytes),
    modifiedMs: source.modified_ms,
  }
}

async function identityOfFile(path: string, signal: AbortSignal): Promise<FileIdentity & { modifiedMs: number }> {
  const { sizeBytes, modifiedMs } = await findFile(path)
  return { contentHash: await hashFile(path, sizeBytes, signal), sizeBytes, modifiedMs }
}

/** A dropped selection is plain text unless it bears marks of Markdown: a heading, a list, a fence. */
function looksLikeMarkdown(text: string): boolean {
  return /^(?:#{1,6} \S|[-*] \S|```)/m.test(text)
}

function pathOf(source: ClaimedSource): string {
  if (source.path === null) throw new QuarryError('internal', `Source ${source.source_id} is a file without a path.`)
  return source.path
}

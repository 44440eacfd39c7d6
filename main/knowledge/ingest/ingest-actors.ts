import { setMaxListeners } from 'node:events'
import { fromCallback, fromPromise } from 'xstate'
import { QuarryError, toErrorShape } from '../../../contract/errors'
import type { Extract } from '../../../contract/extract'
import type { Database } from '../../store'
import { hashFile, hashText } from '../files/content-hash'
import { findFile } from '../files/walk'
import type { IndexWriter } from '../indexing/index-writer'
import type { PassageEncoder, SearchTextBuilder, SourceReaders } from '../ports'
import { queueMachine } from '../queue/queue-machine'
import {
  type ClaimedSource,
  claimSources,
  putBack,
  recordFailure,
  recordUnchanged,
  requeueInterrupted,
} from '../queue/queue-rows'
import type { ReadFile } from '../reading'
import type { EmbeddingBatcher } from './embedding-batcher'
import { ingestMachine } from './ingest-machine'
import {
  type EmbeddedCounts,
  type EmbeddedIngest,
  type EmbeddedOutcome,
  type FileIdentity,
  type Identified,
  type IngestFailure,
  isNew,
  type PreparedIngest,
  type PreparedOutcome,
  type ReadOutcome,
  type ReadSource,
} from './ingest-steps'
import { createPace } from './pace'
import { prepareSource } from './prepared-source'
import { adoptRenamed } from './rename'
import { isStoreDown } from './store-down'

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
      identifySources: fromPromise<Identified, { sources: readonly ClaimedSource[] }>(async ({ input, signal }) => {
        const toRead: ClaimedSource[] = []
        const failures: IngestFailure[] = []
        const identifyOne = async (source: ClaimedSource) => {
          try {
            if ((await identify(source, dependencies, signal)) === 'read') toRead.push(source)
          } catch (error) {
            failures.push(failureOf(source, error))
          }
        }
        await Promise.all(input.sources.map(identifyOne))
        return { toRead, failures }
      }),
      readSources: fromPromise<ReadOutcome, { sources: readonly ClaimedSource[] }>(({ input, signal }) =>
        readSources(input.sources, readers, signal),
      ),
      prepareIndex: fromPromise<PreparedOutcome, { read: readonly ReadSource[] }>(async ({ input, signal }) => {
        const pace = createPace(signal)
        const preparation = { searchText, covers: (text: string) => encoder.covers(text) }
        const prepared: PreparedIngest[] = []
        const failures: IngestFailure[] = []
        for (const { source, identity, extract } of input.read) {
          try {
            prepared.push({ source, identity, prepared: await prepareSource(extract, preparation, pace) })
          } catch (error) {
            failures.push(failureOf(source, error))
          }
        }
        return { prepared, failures }
      }),
      embedPassages: fromPromise<
        EmbeddedOutcome,
        { prepared: readonly PreparedIngest[]; onProgress: (passages: EmbeddedCounts) => void }
      >(({ input, signal }) => embedPassages(input.prepared, batcher, input.onProgress, signal)),
      commitIndex: fromPromise<readonly IngestFailure[], { embedded: readonly EmbeddedIngest[] }>(
        async ({ input, signal }) => {
          const sources = input.embedded.map(({ source, identity, prepared, vectors }) => ({
            sourceId: source.source_id,
            prepared,
            vectors,
            note: source.note,
            ...identity,
          }))
          const failures = await writer.write(sources, signal)
          return failures.map(({ sourceId, error }) => ({ sourceId, error: toErrorShape(error) }))
        },
      ),
      recordFailures: fromPromise<void, { failures: readonly IngestFailure[] }>(async ({ input }) => {
        for (const { sourceId, error } of input.failures) {
          if (isStoreDown(error) || error.code === 'cancelled') await putBack(database, sourceId)
          else await recordFailure(database, sourceId, error)
        }
      }),
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

async function embedPassages(
  prepared: readonly PreparedIngest[],
  batcher: EmbeddingBatcher,
  onProgress: (passages: EmbeddedCounts) => void,
  signal: AbortSignal,
): Promise<EmbeddedOutcome> {
  const embedded: EmbeddedIngest[] = []
  const failures: IngestFailure[] = []
  // What one call of the encoder brought is told at once, for all files that were in it.
  let counts = new Map<string, number>()
  const tell = () => {
    onProgress(counts)
    counts = new Map()
  }
  const embedOne = async (ingest: PreparedIngest) => {
    const { passages } = ingest.prepared
    try {
      const vectors = await batcher.embed(
        passages.filter((passage) => passage.dense).map((passage) => passage.encodedText),
        {
          signal,
          onProgress: (done) => {
            if (counts.size === 0) queueMicrotask(tell)
            counts.set(ingest.source.source_id, done)
          },
        },
      )
      let next = 0
      embedded.push({
        ...ingest,
        vectors: passages.map((passage) => (passage.dense ? meaningful(vectors[next++]!) : null)),
      })
    } catch (error) {
      failures.push(failureOf(ingest.source, error))
    }
  }
  // Each file of the batch listens for the one cancellation.
  setMaxListeners(0, signal)
  await Promise.all(prepared.map(embedOne))
  return { embedded, failures }
}

/** The vector, or null where it is all zeros: the encoder knew no token of the text, so only keywords find it. */
function meaningful(vector: Float32Array): Float32Array | null {
  return vector.some((component) => component !== 0) ? vector : null
}

/** Whether a source is to be read: it may be unchanged since it was indexed, or an older source renamed. */
async function identify(
  source: ClaimedSource,
  { database, projectId, readerVersions }: IngestDependencies,
  signal: AbortSignal,
): Promise<'read' | 'unchanged' | 'adopted'> {
  if (source.kind === 'note' || isNew(source)) return 'read'
  const identity = await identityOfFile(pathOf(source), signal)
  const { contentHash } = identity
  if (source.extract_hash === contentHash && source.passage_count > 0 && isCurrentReader(source, readerVersions)) {
    await recordUnchanged(database, source.source_id, identity)
    return 'unchanged'
  }
  if (source.extract_hash === null && source.some_missing) {
    const older = await adoptRenamed(database, projectId, { sourceId: source.source_id, contentHash })
    if (older !== null) return 'adopted'
  }
  return 'read'
}

function isCurrentReader(source: ClaimedSource, versions: Readonly<Record<string, number>>): boolean {
  const current = source.reader === null ? undefined : versions[source.reader]
  return current === undefined || source.reader_version === current
}

/** Reads sources. A file's identity is that of the bytes that were read, as their reader tells it. */
async function readSources(
  sources: readonly ClaimedSource[],
  readers: SourceReaders,
  signal: AbortSignal,
): Promise<ReadOutcome> {
  const [first] = sources
  if (first === undefined) return { read: [], changed: [], apart: [], failures: [] }
  const read: ReadSource[] = []
  const changed: ClaimedSource[] = []
  const apart: ClaimedSource[] = []
  const failures: IngestFailure[] = []
  const take = (source: ClaimedSource, { file, ...extract }: ReadFile) => {
    if (file.changedMeanwhile) changed.push(source)
    else takeExtract(source, extract, file)
  }
  const takeExtract = (source: ClaimedSource, extract: Extract, identity: FileIdentity) => {
    if (extract.passages.length === 0) failures.push(failureOf(source, withoutText()))
    else read.push({ source, extract, identity })
  }
  if (sources.length > 1) {
    const files = sources.map((source) => ({ path: pathOf(source), name: source.name }))
    for (const [index, outcome] of (await readers.readTogether(files, { signal })).entries()) {
      const source = sources[index]!
      if (outcome.kind === 'read') take(source, outcome.file)
      else if (outcome.kind === 'apart') apart.push(source)
      else failures.push(failureOf(source, outcome.error))
    }
  } else {
    try {
      if (first.kind === 'note') takeExtract(first, await readNote(first, readers, signal), identityOfNote(first))
      else take(first, await readers.read({ path: pathOf(first), name: first.name, signal }))
    } catch (error) {
      failures.push(failureOf(first, error))
    }
  }
  return { read, changed, apart, failures }
}

function readNote(source: ClaimedSource, readers: SourceReaders, signal: AbortSignal): Promise<Extract> {
  const text = source.note ?? ''
  const mediaType = looksLikeMarkdown(text) ? 'markdown' : 'text'
  return readers.readText({ text, name: source.name, mediaType, signal })
}

function failureOf(source: ClaimedSource, error: unknown): IngestFailure {
  return { sourceId: source.source_id, error: toErrorShape(error) }
}

function withoutText(): QuarryError {
  return new QuarryError('read.noText', 'There is no text in it.', {
    remedy: 'recogniseText',
  })
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

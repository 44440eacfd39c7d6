import { setMaxListeners } from 'node:events'
import { fromCallback, fromPromise } from 'xstate'
import { QuarryError, toErrorShape } from '../../../contract/errors'
import type { PreparedPassages, ReadFile } from '../../../contract/extract'
import type { RecognitionLanguage } from '../../../contract/recognition'
import type { Database } from '../../store'
import { hashFile } from '../files/content-hash'
import { findFile } from '../files/walk'
import type { PassageVector } from '../indexing/index-rows'
import type { IndexWriter } from '../indexing/index-writer'
import type { SourceReaders } from '../ports'
import { queueMachine } from '../queue/queue-machine'
import {
  type ClaimedSource,
  claimSources,
  putBack,
  recordFailure,
  recordNoDocument,
  recordUnchanged,
  requeueInterrupted,
} from '../queue/queue-rows'
import type { EmbeddingBatcher } from './embedding-batcher'
import { copied, copiesIn, vectorsOfIdentical } from './identical'
import { ingestMachine } from './ingest-machine'
import {
  type EmbeddedIngest,
  type EmbeddedOutcome,
  type Identified,
  type IngestFailure,
  isNew,
  type ReadOutcome,
  type ReadSource,
  type TellsEmbedded,
  type TellsRead,
} from './ingest-steps'
import { adoptRenamed } from './rename'
import { isStoreDown } from './store-down'

/**
 * Texts of one source that are embedded before it is in the index: under a minute's work, a book of 400 pages. A longer one
 * is found by its words at once, and its vectors follow batch by batch, each kept: else whoever ends Quarry in the middle
 * would lose all of them, at every start.
 */
const textsEmbeddedAtOnce = 2000

export interface IngestDependencies {
  readonly database: Database
  readonly projectId: string
  readonly readers: SourceReaders
  /** Id of the model that embeds. */
  readonly model: string
  /** Scripts that the encoder reads; none: all. */
  readonly scripts: readonly string[]
  /** Languages of text to recognise in scans and images, now. */
  readonly recognise: () => readonly RecognitionLanguage[]
  /** Told how many more passages are done with their vectors, or need none. */
  readonly onEmbedded: (passages: number) => void
  /** Told of passages that left the index, as their file turned out to hold credentials. */
  readonly onRemoved: (passageIds: readonly number[]) => void
  readonly batcher: EmbeddingBatcher
  readonly writer: IndexWriter
  /** Current version by reader; a source read by an older one is read again though its file is the same. */
  readonly readerVersions: Readonly<Record<string, number>>
}

/** The queue machine with the actors that touch files, database and encoder. */
export function provideIngest(dependencies: IngestDependencies) {
  const { database, projectId, batcher, writer, onRemoved } = dependencies

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
      readSources: fromPromise<ReadOutcome, TellsRead>(({ input, signal }) => readSources(input, dependencies, signal)),
      embedPassages: fromPromise<EmbeddedOutcome, TellsEmbedded>(({ input, signal }) =>
        embedPassages(input, dependencies, signal),
      ),
      commitIndex: fromPromise<readonly IngestFailure[], { embedded: readonly EmbeddedIngest[] }>(
        async ({ input, signal }) => {
          const sources = input.embedded.map(({ source, ...rest }) => ({ sourceId: source.source_id, ...rest }))
          const failures = await writer.write(sources, signal)
          return failures.map(({ sourceId, error }) => ({ sourceId, error: toErrorShape(error) }))
        },
      ),
      recordFailures: fromPromise<void, { failures: readonly IngestFailure[] }>(async ({ input }) => {
        for (const { sourceId, error } of input.failures) {
          if (isStoreDown(error) || error.code === 'cancelled') await putBack(database, projectId, sourceId)
          else if (error.code === 'read.credentials' || error.code === 'read.isResource')
            onRemoved(await recordNoDocument(database, projectId, sourceId, error))
          else await recordFailure(database, projectId, sourceId, error)
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
  { read, onProgress }: TellsEmbedded,
  { database, projectId, model, batcher, onEmbedded }: IngestDependencies,
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
  const known = await vectorsOfIdentical(database, projectId, model, read)
  const embedOne = async (ingest: ReadSource) => {
    const { passages } = ingest.prepared
    const vectorsThere = known.get(ingest.source.source_id)
    if (vectorsThere !== undefined) {
      embedded.push({ ...ingest, vectors: vectorsThere })
      onEmbedded(passages.count)
      return
    }
    const texts = encoderTextsOf(passages)
    // What stands there a thousand times is embedded once.
    const places = new Map<string, number>()
    for (const text of texts) if (!places.has(text)) places.set(text, places.size)
    if (places.size > textsEmbeddedAtOnce) {
      embedded.push({
        ...ingest,
        vectors: Array.from(passages.covered, (covered) => (covered === 1 ? 'later' : 'keyword')),
      })
      return
    }
    const repeated = texts.length - places.size
    let doneBefore = 0
    onEmbedded(passages.count - places.size)
    try {
      const vectors = await batcher.embed([...places.keys()], {
        signal,
        onProgress: (done) => {
          if (counts.size === 0) queueMicrotask(tell)
          counts.set(ingest.source.source_id, repeated + done)
          onEmbedded(done - doneBefore)
          doneBefore = done
        },
      })
      let next = 0
      embedded.push({
        ...ingest,
        vectors: Array.from(passages.covered, (covered) =>
          covered === 1 ? meaningful(vectors[places.get(texts[next++]!)!]!.slice()) : 'keyword',
        ),
      })
    } catch (error) {
      failures.push(failureOf(ingest.source, error))
    }
  }
  // Each file of the batch listens for the one cancellation.
  setMaxListeners(0, signal)
  const copies = copiesIn(read)
  await Promise.all(read.filter((ingest) => !copies.has(ingest)).map(embedOne))
  for (const [copy, original] of copies) {
    const vectors = embedded.find(({ source }) => source === original.source)?.vectors
    const failure = failures.find(({ sourceId }) => sourceId === original.source.source_id)
    if (vectors !== undefined) embedded.push({ ...copy, vectors: vectors.map(copied) })
    else if (failure !== undefined) failures.push({ ...failure, sourceId: copy.source.source_id })
    onEmbedded(copy.prepared.passages.count)
  }
  return { embedded, failures }
}

function encoderTextsOf({ encoderText, encoderEnds }: PreparedPassages): string[] {
  return Array.from(encoderEnds, (end, index) => encoderText.slice(encoderEnds[index - 1] ?? 0, end))
}

/** The vector, unless it is all zeros: the encoder knew no token of the text, so only keywords find it. */
function meaningful(vector: Float32Array): PassageVector {
  return vector.some((component) => component !== 0) ? vector : 'keyword'
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
    await recordUnchanged(database, projectId, source.source_id, identity)
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
  { sources, onProgress }: TellsRead,
  { readers, scripts, recognise }: IngestDependencies,
  signal: AbortSignal,
): Promise<ReadOutcome> {
  const [first] = sources
  if (first === undefined) return { read: [], changed: [], apart: [], failures: [] }
  const read: ReadSource[] = []
  const changed: ClaimedSource[] = []
  const apart: ClaimedSource[] = []
  const failures: IngestFailure[] = []
  const take = (source: ClaimedSource, { file, prepared }: ReadFile) => {
    if (file.changedMeanwhile) changed.push(source)
    else if (prepared.passages.count === 0) failures.push(failureOf(source, withoutText()))
    else read.push({ source, prepared, identity: file })
  }
  if (sources.length > 1) {
    const files = sources.map((source) => ({
      path: pathOf(source),
      name: source.name,
      notSecrets: source.not_secrets,
    }))
    for (const [index, outcome] of (
      await readers.readTogether(files, { scripts, recognise: recognise(), signal })
    ).entries()) {
      const source = sources[index]!
      if (outcome.kind === 'read') take(source, outcome.file)
      else if (outcome.kind === 'apart') apart.push(source)
      else failures.push(failureOf(source, outcome.error))
    }
  } else {
    const { name, kind, note } = first
    const options = { name, notSecrets: first.not_secrets, scripts, recognise: recognise(), onProgress, signal }
    try {
      const file =
        kind === 'note'
          ? readers.readText({
              text: note ?? '',
              mediaType: looksLikeMarkdown(note ?? '') ? 'markdown' : 'text',
              ...options,
            })
          : readers.read({ path: pathOf(first), ...options })
      take(first, await file)
    } catch (error) {
      failures.push(failureOf(first, error))
    }
  }
  return { read, changed, apart, failures }
}

function failureOf(source: ClaimedSource, error: unknown): IngestFailure {
  return { sourceId: source.source_id, error: toErrorShape(error) }
}

function withoutText(): QuarryError {
  return new QuarryError('read.noText', 'It contains no text.')
}

async function identityOfFile(
  path: string,
  signal: AbortSignal,
): Promise<{ contentHash: string; sizeBytes: number; modifiedMs: number }> {
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

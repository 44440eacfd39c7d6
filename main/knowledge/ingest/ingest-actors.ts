import { fromCallback, fromPromise } from 'xstate'
import { QuarryError, toErrorShape } from '../../../contract/errors'
import type { ReadFile } from '../../../contract/library/extract'
import type { RecognitionLanguage } from '../../../contract/library/recognition'
import { hashFile } from '../files/content-hash'
import { findFile } from '../files/walk'
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
import { type EmbeddingDependencies, embedPassages } from './embed-passages'
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

export interface IngestDependencies extends EmbeddingDependencies {
  readonly readers: SourceReaders
  /** Scripts that the encoder reads; none: all. */
  readonly scripts: readonly string[]
  /** Languages of text to recognise in scans and images, now. */
  readonly recognise: () => readonly RecognitionLanguage[]
  /** Told of passages that left the index, as their file turned out to hold credentials. */
  readonly onRemoved: (passageIds: readonly number[]) => void
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

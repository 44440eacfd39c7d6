import { createActor, fromPromise } from 'xstate'
import { fromErrorShape, QuarryError } from '../../contract/errors'
import type { DeletionPreview, LibrarySummary } from '../../contract/library/source'
import { whenSnapshot } from '../threads'
import type { WrittenIndex } from './indexing/index-rows'
import { createIndexWriter } from './indexing/index-writer'
import { maintenanceMachine } from './indexing/maintenance-machine'
import { reembedPassages } from './indexing/reembed'
import { resegmentPassages } from './indexing/resegment'
import { upkeepMachine } from './indexing/upkeep-machine'
import { createEmbeddingBatcher } from './ingest/embedding-batcher'
import { provideIngest } from './ingest/ingest-actors'
import { inspectPaths } from './intake/inspect'
import { takeIn } from './intake/intake'
import { createNote } from './intake/note'
import type { Library, LibraryOptions } from './library'
import type { IndexChange } from './ports'
import {
  requeueFailed,
  requeueForRecognition,
  requeueInterrupted,
  requeueOutdated,
  requeueUnredacted,
} from './queue/queue-rows'
import { detect as detectFile, pageBoxes } from './reading'
import { annotate, annotationsOf, editAnnotation, removeAnnotation } from './sources/annotations'
import { datesOf } from './sources/dates'
import { forgetRoot, previewDeletion, removeSources, sourcesOfRoot } from './sources/deletion'
import { figurePicturesOf, figuresOf } from './sources/figures'
import { labelSources, libraryFacets, removeLabel, renameLabel } from './sources/labels'
import { createLibraryStream } from './sources/library-stream'
import { findSource, listSources } from './sources/listing'
import { createProgressView } from './sources/progress-view'
import { viewOfRow } from './sources/source-row'
import { readSourceText } from './sources/source-text'
import { createSummaryCounter } from './sources/summary'
import { versionsOf } from './sources/versions'
import { describeWork, workOf, worksOf } from './sources/works'
import { createLibraryWatch } from './watch/library-watch'

// Over 300 lines: the wiring of one library; what it wires has files of its own.

/**
 * The library over a store, readers and an encoder. Does nothing of itself before `start`; `close` leaves what is in
 * flight to the next start.
 */
export function createLibrary(options: LibraryOptions): Library {
  const { database, projectId, citations, inference, readers, recognise = () => [] } = options
  const detect = options.detect ?? ((file: { path: string }) => detectFile(file, recognise()))
  const now = () => options.clock?.now() ?? Date.now()
  const counter = createSummaryCounter(database, projectId, now)
  const batcher = createEmbeddingBatcher(inference)
  const closing = new AbortController()
  const writer = createIndexWriter({
    database,
    projectId,
    model: inference.model,
    onWritten,
    underWay: () => progress.count(),
  })
  const machine = provideIngest({
    database,
    projectId,
    readers,
    model: inference.model.id,
    scripts: inference.model.scripts,
    onEmbedded: counter.countDone,
    onRemoved(removedPassages) {
      counter.recount()
      announce({ addedPassages: [], removedPassages })
    },
    batcher,
    writer,
    readerVersions: options.readerVersions ?? {},
    recognise,
  })
  const queue = createActor(machine)
  const maintenance = createActor(
    maintenanceMachine.provide({
      actors: {
        requeueOutdated: fromPromise<void>(async () => {
          if ((await requeueOutdated(database, projectId, options.readerVersions ?? {})) > 0) wake()
        }),
        resegment: fromPromise<void>(async ({ signal }) => {
          const rebuilt = await resegmentPassages(database, projectId, readers, signal)
          if (rebuilt > 0) tellIndexChanged({ addedPassages: [], removedPassages: [] })
        }),
        reembed: fromPromise<void>(async ({ signal }) => {
          const onBatch = (addedPassages: readonly number[]) => announce({ addedPassages, removedPassages: [] })
          const encoder = inference
          const onLeft = (passages: number) => {
            withoutVector = passages
            if (passages > 0) options.reembedding?.begin()
          }
          try {
            await reembedPassages({ database, projectId, encoder, batcher, onBatch, onLeft }, signal)
          } finally {
            // Begun anew because more came, it counts anew.
            if (!signal.aborted) withoutVector = 0
            stream.changed()
          }
          counter.recount()
          await options.reembedding?.end()
          wake()
        }),
      },
      actions: { reportError: ({ context }) => options.onBackgroundError(fromErrorShape(context.error!)) },
    }),
  )
  const upkeep = createActor(
    upkeepMachine.provide({
      actors: {
        maintainStore: fromPromise<void>(async ({ signal }) => {
          await database.maintain({ signal })
        }),
      },
      actions: { reportError: ({ context }) => options.onBackgroundError(fromErrorShape(context.error!)) },
    }),
  )
  const progress = createProgressView(queue)
  const stream = createLibraryStream({ progress, readSummary, onError: options.onBackgroundError })
  const intake = { database, projectId, detect, onQueued: wake }
  const watch = createLibraryWatch({
    database,
    projectId,
    isWatching: options.watch !== false,
    intake,
    onRescanned: wake,
    onError: options.onBackgroundError,
  })
  /** Passages in the index that are being given their vectors. */
  let withoutVector = 0

  queue.on('moved', () => {
    counter.touch()
    stream.changed()
  })

  function onWritten(written: WrittenIndex): void {
    counter.countCommit({ keywordOnly: written.addedKeywordOnly - written.removedKeywordOnly })
    if (written.addedWithoutVector > 0) {
      withoutVector += written.addedWithoutVector
      options.reembedding?.begin()
      maintenance.send({ type: 'PASSAGES_CAME' })
    }
    announce(written)
  }

  function announce({ addedPassages, removedPassages }: IndexChange): void {
    const passages = addedPassages.length + removedPassages.length
    if (passages > 0) {
      upkeep.send({ type: 'CHANGED', passages })
      tellIndexChanged({ addedPassages, removedPassages })
    }
    stream.changed()
  }

  /** What is committed is committed: a listener that fails must not fail the source that it hears of. */
  function tellIndexChanged(change: IndexChange): void {
    try {
      options.onIndexChanged?.(change)
    } catch (error) {
      options.onBackgroundError(error)
    }
  }

  function wake(): void {
    if (closing.signal.aborted) return
    counter.touch()
    queue.send({ type: 'WAKE' })
    stream.changed()
  }

  async function readSummary(): Promise<LibrarySummary> {
    const snapshot = queue.getSnapshot()
    const counted = await counter.read(progress.all(), snapshot.matches('paused'), snapshot.context.error)
    const reembedding = options.reembedding?.state()
    return {
      ...counted,
      ...(reembedding ? { answeredMeanwhile: reembedding.former === null ? 'partly' : 'former' } : {}),
      ...(withoutVector > 0 ? { passagesWithoutVector: withoutVector } : {}),
    }
  }

  const previewRemoval = (sourceIds: readonly string[]): Promise<DeletionPreview> =>
    previewDeletion({ database, projectId, citations }, sourceIds)

  async function removeThese(sourceIds: readonly string[]): Promise<DeletionPreview> {
    const preview = await previewRemoval(sourceIds)
    queue.send({ type: 'FORGET', sourceIds })
    const removedPassages = await removeSources({ database, projectId, citations }, sourceIds)
    counter.recount()
    counter.touch()
    announce({ addedPassages: [], removedPassages })
    return preview
  }

  async function withoutSecrets<Given extends { note: string }>(given: Given): Promise<Given> {
    const [redacted] = given.note === '' ? [] : await readers.redact([given.note])
    return redacted === undefined ? given : { ...given, note: redacted.text }
  }

  /** Lists of sources ask again. */
  async function thenTold(change: Promise<void>): Promise<void> {
    await change
    counter.touch()
    stream.changed()
  }

  return {
    start() {
      queue.start()
      maintenance.start()
      upkeep.start()
      watch.rescanInBackground()
    },
    inspect: (paths, signal) => inspectPaths({ database, projectId, detect, now }, paths, signal),
    async add(paths, { signal } = {}) {
      const counts = await takeIn(intake, paths, signal)
      wake()
      await watch.watchFolders()
      return counts
    },
    async addNote(note) {
      const { notSecretsOf } = note
      const before = notSecretsOf === undefined ? null : await findSource(database, projectId, notSecretsOf)
      const sourceId = await createNote(database, projectId, note, readers.redact)
      if (before?.kind === 'note') await removeThese([before.source_id])
      wake()
      return this.get(sourceId)
    },
    list: (page) => listSources(database, projectId, page, progress.of),
    async get(sourceId) {
      return viewOfRow(await findSource(database, projectId, sourceId), progress.of(sourceId))
    },
    text: (sourceId, window = {}) => readSourceText(database, projectId, sourceId, window, progress.of),
    async extractedText(sourceId) {
      const [row] = await database.query<{ text: string }>(
        `select e.text from extracts e join sources s using (source_id) where s.project_id = $1 and e.source_id = $2`,
        [projectId, sourceId],
      )
      return row?.text ?? null
    },
    async originalPath(sourceId) {
      const { path } = await findSource(database, projectId, sourceId)
      if (path === null) throw new QuarryError('read.notFound', 'A note has no file.', { context: { sourceId } })
      return path
    },
    async pageBoxes(sourceId, start, end) {
      const [row] = await database.query<{ layout: unknown }>(
        `select e.layout from extracts e join sources s using (source_id) where s.project_id = $1 and e.source_id = $2`,
        [projectId, sourceId],
      )
      return pageBoxes(row?.layout ?? null, start, end)
    },
    figures: (sourceId, start, end) => figuresOf(database, projectId, sourceId, start, end),
    figurePictures: (sourceId, start) => figurePicturesOf(database, projectId, readers, sourceId, start),
    works: (sourceIds) => worksOf(database, projectId, sourceIds),
    dates: (sourceIds) => datesOf(database, projectId, sourceIds),
    work: (sourceId) => workOf(database, projectId, sourceId),
    describeWork: (sourceId, described) => describeWork(database, projectId, sourceId, described),
    facets: () => libraryFacets(database, projectId),
    label: (change) => thenTold(labelSources(database, projectId, change)),
    renameLabel: (change) => thenTold(renameLabel(database, projectId, change)),
    removeLabel: (change) => thenTold(removeLabel(database, projectId, change)),
    annotations: (sourceId) => annotationsOf(database, projectId, sourceId),
    annotate: async (given) => annotate(database, projectId, await withoutSecrets(given)),
    editAnnotation: async (given) => editAnnotation(database, projectId, await withoutSecrets(given)),
    removeAnnotation: (annotationId) => removeAnnotation(database, projectId, annotationId),
    versions: (sourceIds) => versionsOf(database, projectId, sourceIds),
    citedBy: (sourceId) => citations.sentencesCiting(sourceId),
    async retry(sourceIds) {
      await requeueFailed(database, projectId, sourceIds)
      wake()
    },
    async retryAllFailed() {
      const queued = await requeueFailed(database, projectId, null)
      wake()
      return queued
    },
    async recogniseMore() {
      await requeueForRecognition(database, projectId)
      wake()
    },
    async keepRedacted(sourceId) {
      const { kind } = await findSource(database, projectId, sourceId)
      if (kind === 'note') {
        throw new QuarryError('read.notFound', 'What was redacted in a note was never kept.', {
          remedy: 'addNoteAgain',
        })
      }
      await requeueUnredacted(database, projectId, sourceId)
      wake()
    },
    previewDeletion: previewRemoval,
    remove: removeThese,
    async previewRootRemoval(root) {
      return previewRemoval(await sourcesOfRoot(database, projectId, root))
    },
    async removeRoot(root) {
      const preview = await removeThese(await sourcesOfRoot(database, projectId, root))
      await forgetRoot(database, projectId, root)
      await watch.watchFolders()
      return preview
    },
    release: (sourceIds) => queue.send({ type: 'FORGET', sourceIds }),
    movedOver(change) {
      counter.recount()
      wake()
      maintenance.send({ type: 'PASSAGES_CAME' })
      announce(change)
    },
    rescan: watch.rescan,
    summary: readSummary,
    progress: () => stream.read(),
    subscribe: (listener) => stream.subscribe(listener),
    pause: () => queue.send({ type: 'PAUSE' }),
    resume: () => queue.send({ type: 'RESUME' }),
    async whenIdle(signal) {
      const found = await whenSnapshot(
        queue,
        (now) =>
          (now.matches('blocked') && now.context.error !== null) ||
          (now.matches({ working: 'waiting' }) && now.context.inFlight.size === 0),
        signal,
      )
      if (found.matches('blocked')) throw fromErrorShape(found.context.error!)
    },
    async whenCurrent() {
      await whenSnapshot(maintenance, (snapshot) => snapshot.matches('upToDate') || snapshot.matches('interrupted'))
    },
    async close() {
      closing.abort()
      watch.close()
      stream.close()
      queue.stop()
      maintenance.stop()
      batcher.close()
      await writer.close()
      // What is in flight was not ended by what is in it.
      await requeueInterrupted(database, projectId, []).catch(options.onBackgroundError)
      upkeep.stop()
      await watch.settled()
      await stream.settled()
    },
  }
}

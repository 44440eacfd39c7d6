import { assertEvent, assign, enqueueActions, sendTo, setup } from 'xstate'
import type { ErrorShape } from '../../../contract/error-shape'
import { QuarryError, toErrorShape } from '../../../contract/errors'
import type { ReadFact } from '../../../contract/progress'
import { notProvided } from '../../threads'
import type { ClaimedSource } from '../queue/queue-rows'
import {
  type EmbeddedCounts,
  type EmbeddedIngest,
  type EmbeddedOutcome,
  type Identified,
  type IngestFailure,
  type IngestInput,
  isNew,
  type ReadOutcome,
  type ReadSource,
  type TellsEmbedded,
  type TellsRead,
} from './ingest-steps'
import { isStoreDown } from './store-down'

/** Times that a file is read again because it changed while it was being read. */
const rereadLimit = 3

interface IngestContext extends IngestInput {
  /** Those still on their way: not failed, cancelled, done or handed over. */
  sources: readonly ClaimedSource[]
  /** Those that the queue counts as being here. */
  unsettled: readonly string[]
  read: readonly ReadSource[]
  embedded: readonly EmbeddedIngest[]
  /** Within the one file that is read; null before its reader tells, and for a batch. */
  readProgress: ReadFact | null
  passagesEmbedded: EmbeddedCounts
  /** Not recorded yet. */
  failures: readonly IngestFailure[]
  storeError: ErrorShape | null
}

type IngestEvent =
  | { type: 'CANCEL'; sourceIds: readonly string[] }
  | { type: 'READ_ON'; progress: ReadFact }
  | { type: 'EMBEDDED'; passages: EmbeddedCounts }

/**
 * The life of a batch of files (or one large file, or a note) in flight: small files go together, as an actor with
 * its steps for each would cost more than the file. Rows say `reading` meanwhile; what lies between is here alone. The
 * actors do the reading and writing, and answer for each source, so that a bad one costs itself alone.
 */
export const ingestMachine = setup({
  types: {
    context: {} as IngestContext,
    events: {} as IngestEvent,
    input: {} as IngestInput,
  },
  actors: {
    identifySources: notProvided<Identified, { sources: readonly ClaimedSource[] }>('identifySources'),
    readSources: notProvided<ReadOutcome, TellsRead>('readSources'),
    embedPassages: notProvided<EmbeddedOutcome, TellsEmbedded>('embedPassages'),
    commitIndex: notProvided<readonly IngestFailure[], { embedded: readonly EmbeddedIngest[] }>('commitIndex'),
    recordFailures: notProvided<void, { failures: readonly IngestFailure[] }>('recordFailures'),
  },
  actions: {
    reportMove: sendTo(({ context }) => context.queue, { type: 'SOURCES_MOVED' }),
    reportSettled: sendTo(
      ({ context }) => context.queue,
      ({ context: { unsettled, storeError }, self }) => ({
        type: 'SOURCES_SETTLED' as const,
        ingestId: self.id,
        isOver: true,
        sourceIds: unsettled,
        storeError,
      }),
    ),
    /** The failed are on their way no more, and wait to be recorded. */
    keepFailures: assign(({ context }, failures: readonly IngestFailure[]) => withFailures(context, failures)),
    /** What fails a step as a whole fails all that were in it. */
    failAll: assign(({ context, event }) => {
      const error = toErrorShape((event as unknown as { error: unknown }).error)
      return withFailures(
        context,
        context.sources.map((source) => ({ sourceId: source.source_id, error })),
      )
    }),
    /** Hands over what was told to be read again, or fails it when that was done too often. */
    readApart: enqueueActions(({ context, enqueue }, { changed, apart }: Pick<ReadOutcome, 'changed' | 'apart'>) => {
      const mayReread = context.rereads < rereadLimit
      if (!mayReread) enqueue.assign(({ context: now }) => withFailures(now, changed.map(restless)))
      const groups = [
        { sources: onTheirWay(context, apart), rereads: context.rereads },
        { sources: mayReread ? onTheirWay(context, changed) : [], rereads: context.rereads + 1 },
      ]
      for (const { sources, rereads } of groups) {
        if (sources.length === 0) continue
        const gone = new Set(sources.map((source) => source.source_id))
        enqueue.assign(({ context: now }) => without(now, gone))
        enqueue.sendTo(context.queue, { type: 'SOURCES_APART', sources, rereads })
      }
    }),
    dropCancelled: enqueueActions(({ context, event, enqueue, self }) => {
      assertEvent(event, 'CANCEL')
      const cancelled = new Set(event.sourceIds)
      const sourceIds = context.unsettled.filter((sourceId) => cancelled.has(sourceId))
      const isOver = sourceIds.length === context.unsettled.length
      enqueue.assign(({ context: now }) => without(now, cancelled))
      enqueue.sendTo(context.queue, {
        type: 'SOURCES_SETTLED',
        ingestId: self.id,
        isOver,
        sourceIds,
        storeError: null,
      })
    }),
    keepReadProgress: assign({
      readProgress: ({ event }) => {
        assertEvent(event, 'READ_ON')
        return event.progress
      },
    }),
    countEmbedded: assign({
      passagesEmbedded: ({ context, event }) => {
        assertEvent(event, 'EMBEDDED')
        return new Map([...context.passagesEmbedded, ...event.passages])
      },
    }),
  },
  guards: {
    areNew: ({ context: { sources, rereads } }) => rereads === 0 && sources.every(isNew),
    isNoneLeft: ({ context }) => context.sources.length === 0,
    hasNoFailures: ({ context }) => context.failures.length === 0,
    isAllCancelled: ({ context, event }) => {
      assertEvent(event, 'CANCEL')
      return context.unsettled.every((sourceId) => event.sourceIds.includes(sourceId))
    },
  },
}).createMachine({
  id: 'ingest',
  context: ({ input }) => ({
    ...input,
    unsettled: input.sources.map((source) => source.source_id),
    read: [],
    embedded: [],
    readProgress: null,
    passagesEmbedded: new Map(),
    failures: [],
    storeError: null,
  }),
  initial: 'identifying',
  on: {
    CANCEL: [{ guard: 'isAllCancelled', target: '.cancelled', actions: 'dropCancelled' }, { actions: 'dropCancelled' }],
  },
  states: {
    identifying: {
      // What was never read, and is no missing file under a new name, is read without looking at it before.
      always: { guard: 'areNew', target: 'reading' },
      invoke: {
        src: 'identifySources',
        input: ({ context }) => ({ sources: context.sources }),
        onDone: {
          target: 'reading',
          actions: [
            { type: 'keepFailures', params: ({ event }) => event.output.failures },
            assign({ sources: ({ context, event }) => onTheirWay(context, event.output.toRead) }),
          ],
        },
        onError: { target: 'recording', actions: 'failAll' },
      },
    },
    reading: {
      always: { guard: 'isNoneLeft', target: 'recording' },
      entry: 'reportMove',
      on: { READ_ON: { actions: ['keepReadProgress', 'reportMove'] } },
      invoke: {
        src: 'readSources',
        input: ({ context, self }) => ({
          sources: context.sources,
          onProgress: (progress: ReadFact) => self.send({ type: 'READ_ON', progress }),
        }),
        onDone: {
          target: 'sorting',
          actions: [
            { type: 'keepFailures', params: ({ event }) => event.output.failures },
            { type: 'readApart', params: ({ event }) => event.output },
            assign({ read: ({ event }) => event.output.read }),
          ],
        },
        onError: { target: 'recording', actions: 'failAll' },
      },
    },
    /** Those that could not be read are told so at once; the others may take minutes to be embedded. */
    sorting: {
      always: [
        { guard: 'isNoneLeft', target: 'recording' },
        { guard: 'hasNoFailures', target: 'embedding' },
      ],
      invoke: {
        src: 'recordFailures',
        input: ({ context }) => ({ failures: context.failures }),
        onDone: { target: 'embedding', actions: assign({ failures: [] }) },
        onError: { target: 'recording', actions: 'failAll' },
      },
    },
    embedding: {
      always: { guard: 'isNoneLeft', target: 'recording' },
      entry: 'reportMove',
      on: { EMBEDDED: { actions: ['countEmbedded', 'reportMove'] } },
      invoke: {
        src: 'embedPassages',
        input: ({ context, self }) => ({
          read: inPlay(context, context.read),
          onProgress: (passages: EmbeddedCounts) => self.send({ type: 'EMBEDDED', passages }),
        }),
        onDone: {
          target: 'committing',
          actions: [
            { type: 'keepFailures', params: ({ event }) => event.output.failures },
            assign({ embedded: ({ event }) => event.output.embedded, read: [] }),
          ],
        },
        onError: { target: 'recording', actions: 'failAll' },
      },
    },
    committing: {
      invoke: {
        src: 'commitIndex',
        input: ({ context }) => ({ embedded: inPlay(context, context.embedded) }),
        onDone: {
          target: 'recording',
          actions: { type: 'keepFailures', params: ({ event }) => event.output },
        },
        onError: { target: 'recording', actions: 'failAll' },
      },
    },
    recording: {
      always: { guard: 'hasNoFailures', target: 'settled' },
      invoke: {
        src: 'recordFailures',
        input: ({ context }) => ({ failures: context.failures }),
        onDone: 'settled',
        // The store cannot even take the failure: the rows stay claimed and the next start queues them again.
        onError: {
          target: 'settled',
          actions: assign({
            storeError: ({ context, event }) => {
              const error = toErrorShape(event.error)
              return context.storeError ?? (isStoreDown(error) ? error : null)
            },
          }),
        },
      },
    },
    settled: { type: 'final', entry: 'reportSettled' },
    cancelled: { type: 'final' },
  },
})

function withFailures(context: IngestContext, failures: readonly IngestFailure[]): Partial<IngestContext> {
  if (failures.length === 0) return {}
  const failed = new Set(failures.map((failure) => failure.sourceId))
  const fresh = failures.filter((failure) => context.unsettled.includes(failure.sourceId))
  return {
    sources: context.sources.filter((source) => !failed.has(source.source_id)),
    failures: [...context.failures, ...fresh],
    storeError: context.storeError ?? failures.find((failure) => isStoreDown(failure.error))?.error ?? null,
  }
}

/** The context without sources that are somebody else's now. */
function without(context: IngestContext, gone: ReadonlySet<string>): Partial<IngestContext> {
  return {
    sources: context.sources.filter((source) => !gone.has(source.source_id)),
    unsettled: context.unsettled.filter((sourceId) => !gone.has(sourceId)),
    failures: context.failures.filter((failure) => !gone.has(failure.sourceId)),
  }
}

/** Of these, those that were not cancelled or failed meanwhile. */
function onTheirWay(context: IngestContext, sources: readonly ClaimedSource[]): ClaimedSource[] {
  const here = new Set(context.sources.map((source) => source.source_id))
  return sources.filter((source) => here.has(source.source_id))
}

function inPlay<Step extends { readonly source: ClaimedSource }>(
  context: IngestContext,
  steps: readonly Step[],
): Step[] {
  const here = new Set(context.sources.map((source) => source.source_id))
  return steps.filter(({ source }) => here.has(source.source_id))
}

function restless(source: ClaimedSource): IngestFailure {
  const error = new QuarryError('read.corrupt', 'The file keeps changing while it is read.', {
    remedy: 'retryWhenWritten',
  })
  return { sourceId: source.source_id, error: toErrorShape(error) }
}

import { type ActorRef, assertEvent, assign, fromPromise, sendTo, setup } from 'xstate'
import { type ErrorShape, QuarryError, toErrorShape } from '../../contract/errors'
import type { Extract } from '../../contract/extract'
import type { PreparedSource } from './prepared-source'
import type { ClaimedSource } from './queue-rows'
import { isStoreDown } from './store-down'

/** Times that a file is read again because it changed while it was being read. */
const rereadLimit = 3

/** What a file (or note) was when it was read. */
export interface FileIdentity {
  readonly contentHash: string
  readonly sizeBytes: number
  /** Null for a note. */
  readonly modifiedMs: number | null
}

/** Whether there is anything to read: `unchanged` is indexed as it is, `adopted` is an older source renamed. */
export interface Identified {
  readonly verdict: 'read' | 'unchanged' | 'adopted'
}

export interface ReadOutcome {
  readonly extract: Extract
  /** What was read: seen by the reader, so that a file need not be opened twice. */
  readonly identity: FileIdentity
  /** The file was not the same after reading as before. */
  readonly changed: boolean
}

export interface IngestInput {
  readonly source: ClaimedSource
  readonly queue: ActorRef<never, IngestReport>
}

/** What an ingest tells the queue. */
export type IngestReport =
  | { readonly type: 'SOURCE_MOVED' }
  | { readonly type: 'SOURCE_SETTLED'; readonly sourceId: string; readonly storeError: ErrorShape | null }

interface IngestContext extends IngestInput {
  identity: FileIdentity | null
  extract: Extract | null
  prepared: PreparedSource | null
  vectors: readonly (Float32Array | null)[]
  passagesEmbedded: number
  rereads: number
  error: ErrorShape | null
}

type IngestEvent = { type: 'CANCEL' } | { type: 'EMBEDDED'; passages: number }

/**
 * The life of one file (or note) in flight. Its row says `reading` meanwhile; what lies between is here alone, as
 * writing three rows per file would cost more than the file. The actors do the reading and writing.
 */
export const ingestMachine = setup({
  types: {
    context: {} as IngestContext,
    events: {} as IngestEvent,
    input: {} as IngestInput,
  },
  actors: {
    identifySource: fromPromise<Identified, { source: ClaimedSource }>(unprovided),
    readSource: fromPromise<ReadOutcome, { source: ClaimedSource }>(unprovided),
    prepareIndex: fromPromise<PreparedSource, { extract: Extract }>(unprovided),
    embedPassages: fromPromise<
      (Float32Array | null)[],
      { sourceId: string; prepared: PreparedSource; onProgress: (passages: number) => void }
    >(unprovided),
    commitIndex: fromPromise<
      void,
      {
        source: ClaimedSource
        identity: FileIdentity
        prepared: PreparedSource
        vectors: readonly (Float32Array | null)[]
      }
    >(unprovided),
    recordOutcome: fromPromise<void, { sourceId: string; error: ErrorShape; storeIsDown: boolean }>(unprovided),
  },
  actions: {
    reportMove: sendTo(({ context }) => context.queue, { type: 'SOURCE_MOVED' }),
    reportSettled: sendTo(
      ({ context }) => context.queue,
      ({ context }) => ({
        type: 'SOURCE_SETTLED' as const,
        sourceId: context.source.source_id,
        storeError: isStoreDown(context.error) ? context.error : null,
      }),
    ),
    keepError: assign({ error: ({ event }) => toErrorShape((event as unknown as { error: unknown }).error) }),
    countEmbedded: assign({
      passagesEmbedded: ({ event }) => {
        assertEvent(event, 'EMBEDDED')
        return event.passages
      },
    }),
  },
  guards: {
    isNew: ({ context: { source, rereads } }) =>
      rereads === 0 && source.kind === 'file' && source.extract_hash === null && !source.some_missing,
    hasRereadsLeft: ({ context }) => context.rereads < rereadLimit,
  },
}).createMachine({
  id: 'ingest',
  context: ({ input }) => ({
    ...input,
    identity: null,
    extract: null,
    prepared: null,
    vectors: [],
    passagesEmbedded: 0,
    rereads: 0,
    error: null,
  }),
  initial: 'identifying',
  on: { CANCEL: '.cancelled' },
  states: {
    identifying: {
      // What was never read, and is no missing file under a new name, is read without looking at it before.
      always: { guard: 'isNew', target: 'reading' },
      invoke: {
        src: 'identifySource',
        input: ({ context }) => ({ source: context.source }),
        onDone: [
          {
            guard: ({ event }) => event.output.verdict === 'read',
            target: 'reading',
          },
          { target: 'indexed' },
        ],
        onError: { target: 'recording', actions: 'keepError' },
      },
    },
    reading: {
      entry: 'reportMove',
      invoke: {
        src: 'readSource',
        input: ({ context }) => ({ source: context.source }),
        onDone: [
          {
            guard: ({ event }) => !event.output.changed,
            target: 'chunking',
            actions: assign({
              extract: ({ event }) => event.output.extract,
              identity: ({ event }) => event.output.identity,
            }),
          },
          {
            guard: 'hasRereadsLeft',
            target: 'identifying',
            actions: assign({ rereads: ({ context }) => context.rereads + 1 }),
          },
          {
            target: 'recording',
            actions: assign({
              error: toErrorShape(
                new QuarryError('read.corrupt', 'It keeps changing while it is read.', {
                  remedy: 'Retry when whatever writes it has finished.',
                }),
              ),
            }),
          },
        ],
        onError: { target: 'recording', actions: 'keepError' },
      },
    },
    chunking: {
      invoke: {
        src: 'prepareIndex',
        input: ({ context }) => ({ extract: context.extract! }),
        onDone: {
          target: 'embedding',
          actions: assign({ prepared: ({ event }) => event.output, extract: null }),
        },
        onError: { target: 'recording', actions: 'keepError' },
      },
    },
    embedding: {
      entry: 'reportMove',
      on: { EMBEDDED: { actions: ['countEmbedded', 'reportMove'] } },
      invoke: {
        src: 'embedPassages',
        input: ({ context, self }) => ({
          sourceId: context.source.source_id,
          prepared: context.prepared!,
          onProgress: (passages: number) => self.send({ type: 'EMBEDDED', passages }),
        }),
        onDone: { target: 'committing', actions: assign({ vectors: ({ event }) => event.output }) },
        onError: { target: 'recording', actions: 'keepError' },
      },
    },
    committing: {
      invoke: {
        src: 'commitIndex',
        input: ({ context }) => ({
          source: context.source,
          identity: context.identity!,
          prepared: context.prepared!,
          vectors: context.vectors,
        }),
        onDone: { target: 'indexed' },
        onError: { target: 'recording', actions: 'keepError' },
      },
    },
    recording: {
      invoke: {
        src: 'recordOutcome',
        input: ({ context }) => ({
          sourceId: context.source.source_id,
          error: context.error!,
          storeIsDown: isStoreDown(context.error),
        }),
        onDone: 'failed',
        // The store cannot even take the failure: the row stays claimed and the next start queues it again.
        onError: { target: 'failed', actions: 'keepError' },
      },
    },
    indexed: { type: 'final', entry: 'reportSettled' },
    failed: { type: 'final', entry: 'reportSettled' },
    cancelled: { type: 'final', entry: 'reportSettled' },
  },
})

function unprovided(): never {
  throw new QuarryError('internal', 'The ingest machine was started without its actors.')
}

import { type ActorRefFrom, assertEvent, assign, emit, enqueueActions, not, setup, stateIn, stopChild } from 'xstate'
import type { ErrorShape } from '../../../contract/error-shape'
import { toErrorShape } from '../../../contract/errors'
import { callbackNotProvided, notProvided } from '../../threads'
import { ingestMachine } from '../ingest/ingest-machine'
import type { IngestReport } from '../ingest/ingest-steps'
import { batchesOf } from './ingest-batches'
import type { ClaimedSource } from './queue-rows'

/** Sources in flight: enough that the next are read and prepared while a transaction of one-page files runs. */
const sourcesInFlight = 384
/**
 * Ingests in flight, where files go alone. Each that comes or goes costs the machine a copy of its list of children
 * (with 256: 1 ms each), and what one claim brings comes at once.
 */
const ingestsInFlight = 96
/** Room from which on the next are claimed: one claim for many files rather than one for each. */
const claimAtLeast = 32
/** Bytes of files in flight, so that 64 books are not in memory at once; one file always goes. */
const bytesInFlight = 48 * 1024 * 1024
/** After this a queue that the store stopped (disk full) tries again by itself. */
const retryBlockedMs = 30_000

type IngestRef = ActorRefFrom<typeof ingestMachine>

/** The ingest that a source is in; small files share one. */
interface SourceInFlight {
  readonly ingest: IngestRef
  readonly sizeBytes: number
}

interface QueueContext {
  /** By source id. */
  inFlight: ReadonlyMap<string, SourceInFlight>
  /** Why the queue stands still; null while it does not. */
  error: ErrorShape | null
}

type QueueEvent =
  | IngestReport
  | { type: 'WAKE' }
  | { type: 'PAUSE' }
  | { type: 'RESUME' }
  | { type: 'FORGET'; sourceIds: readonly string[] }

/** Whoever shows the queue is told that something moved. */
type QueueEmitted = { type: 'moved' }

/**
 * The queue itself is rows; this actor claims the next ones and keeps a small number of ingests in flight.
 * `woken` beside a claim under way keeps a wake-up that came meanwhile from being lost.
 */
export const queueMachine = setup({
  types: {
    context: {} as QueueContext,
    events: {} as QueueEvent,
    emitted: {} as QueueEmitted,
  },
  actors: {
    ingest: ingestMachine,
    recoverQueue: notProvided<void, { inFlight: readonly string[] }>('recoverQueue'),
    claimSources: notProvided<ClaimedSource[], { limit: number; budgetBytes: number; excluding: readonly string[] }>(
      'claimSources',
    ),
    holdEmbedding: callbackNotProvided('holdEmbedding'),
  },
  actions: {
    tellMoved: emit({ type: 'moved' }),
    forgetSettled: enqueueActions(({ context, event, enqueue }) => {
      assertEvent(event, 'SOURCES_SETTLED')
      const others = new Map(context.inFlight)
      for (const sourceId of event.sourceIds) others.delete(sourceId)
      enqueue.assign({ inFlight: others })
      if (event.isOver) enqueue(stopChild(event.ingestId))
    }),
    cancelForgotten: enqueueActions(({ context, event, enqueue }) => {
      assertEvent(event, 'FORGET')
      const { sourceIds } = event
      const ingests = new Set(sourceIds.map((sourceId) => context.inFlight.get(sourceId)?.ingest))
      for (const ingest of ingests) if (ingest !== undefined) enqueue.sendTo(ingest, { type: 'CANCEL', sourceIds })
    }),
    keepStoreError: assign({
      error: ({ event }) => {
        assertEvent(event, 'SOURCES_SETTLED')
        return event.storeError
      },
    }),
    keepError: assign({ error: ({ event }) => toErrorShape((event as unknown as { error: unknown }).error) }),
    clearError: assign({ error: null }),
    startIngests: assign({
      inFlight: ({ context, event, spawn, self }) => {
        const { output } = event as unknown as { output: readonly ClaimedSource[] }
        const inFlight = new Map(context.inFlight)
        for (const sources of batchesOf(output)) {
          const id = `ingest.${sources[0]!.source_id}`
          const ingest = spawn('ingest', { id, input: { sources, rereads: 0, queue: self as never } })
          for (const source of sources) inFlight.set(source.source_id, { ingest, sizeBytes: Number(source.size_bytes) })
        }
        return inFlight
      },
    }),
    startApart: assign({
      inFlight: ({ context, event, spawn, self }) => {
        assertEvent(event, 'SOURCES_APART')
        const { sources, rereads } = event
        const inFlight = new Map(context.inFlight)
        for (const source of sources) {
          const id = `ingest.${source.source_id}.apart.${rereads}`
          const ingest = spawn('ingest', { id, input: { sources: [source], rereads, queue: self as never } })
          inFlight.set(source.source_id, { ingest, sizeBytes: Number(source.size_bytes) })
        }
        return inFlight
      },
    }),
  },
  guards: {
    isStoreDown: ({ event }) => event.type === 'SOURCES_SETTLED' && event.storeError !== null,
    hasClaimed: ({ event }) => (event as unknown as { output: readonly unknown[] }).output.length > 0,
    isFull: ({ context }) => roomIn(context).limit < claimAtLeast,
  },
  delays: { retryBlocked: retryBlockedMs },
}).createMachine({
  id: 'queue',
  context: { inFlight: new Map(), error: null },
  initial: 'recovering',
  on: {
    SOURCES_MOVED: { actions: 'tellMoved' },
    SOURCES_SETTLED: [
      { guard: 'isStoreDown', target: '.blocked', actions: ['forgetSettled', 'keepStoreError', 'tellMoved'] },
      { actions: ['forgetSettled', 'tellMoved'] },
    ],
    SOURCES_APART: { actions: ['startApart', 'tellMoved'] },
    FORGET: { actions: 'cancelForgotten' },
    PAUSE: '.paused',
  },
  states: {
    recovering: {
      invoke: {
        src: 'recoverQueue',
        input: ({ context }) => ({ inFlight: [...context.inFlight.keys()] }),
        onDone: { target: 'working', actions: 'clearError' },
        onError: { target: 'blocked', actions: 'keepError' },
      },
    },
    working: {
      entry: 'tellMoved',
      initial: 'claiming',
      states: {
        claiming: {
          initial: 'undisturbed',
          states: {
            undisturbed: {
              on: {
                WAKE: 'woken',
                SOURCES_SETTLED: {
                  guard: not('isStoreDown'),
                  target: 'woken',
                  actions: ['forgetSettled', 'tellMoved'],
                },
              },
            },
            woken: {},
          },
          invoke: {
            src: 'claimSources',
            input: ({ context }) => roomIn(context),
            onDone: [
              { guard: 'hasClaimed', target: 'filling', actions: ['startIngests', 'tellMoved'] },
              { guard: stateIn({ working: { claiming: 'woken' } }), target: 'claiming', reenter: true },
              { target: 'waiting', actions: 'tellMoved' },
            ],
            onError: { target: '#queue.blocked', actions: 'keepError' },
          },
        },
        /** Something was claimed, so there may be more. */
        filling: { always: [{ guard: 'isFull', target: 'full' }, { target: 'claiming' }] },
        full: {
          on: {
            SOURCES_SETTLED: [
              {
                guard: 'isStoreDown',
                target: '#queue.blocked',
                actions: ['forgetSettled', 'keepStoreError', 'tellMoved'],
              },
              { target: 'filling', actions: ['forgetSettled', 'tellMoved'] },
            ],
          },
        },
        waiting: {
          on: {
            WAKE: 'claiming',
            // A source may have been queued again while it was in flight.
            SOURCES_SETTLED: [
              {
                guard: 'isStoreDown',
                target: '#queue.blocked',
                actions: ['forgetSettled', 'keepStoreError', 'tellMoved'],
              },
              { target: 'claiming', actions: ['forgetSettled', 'tellMoved'] },
            ],
          },
        },
      },
    },
    paused: {
      entry: 'tellMoved',
      invoke: [
        { src: 'holdEmbedding', onError: { actions: 'keepError' } },
        {
          // A claim that was under way has taken rows that nothing will work on: back into the queue with them.
          src: 'recoverQueue',
          input: ({ context }) => ({ inFlight: [...context.inFlight.keys()] }),
          onDone: { actions: 'tellMoved' },
          onError: { actions: ['keepError', 'tellMoved'] },
        },
      ],
      on: {
        RESUME: 'recovering',
        SOURCES_SETTLED: [
          { guard: 'isStoreDown', actions: ['forgetSettled', 'keepStoreError', 'tellMoved'] },
          { actions: ['forgetSettled', 'tellMoved'] },
        ],
      },
    },
    blocked: {
      entry: 'tellMoved',
      after: { retryBlocked: 'recovering' },
      on: { RESUME: 'recovering', WAKE: 'recovering' },
    },
  },
})

/** How much may be claimed beside what is in flight. */
function roomIn(context: QueueContext): { limit: number; budgetBytes: number; excluding: string[] } {
  const excluding = [...context.inFlight.keys()]
  const ingests = new Set(Array.from(context.inFlight.values(), ({ ingest }) => ingest))
  let bytes = 0
  for (const { sizeBytes } of context.inFlight.values()) bytes += sizeBytes
  const budgetBytes = Math.max(0, bytesInFlight - bytes)
  // Any of the next may be one that goes alone.
  const room = Math.min(sourcesInFlight - excluding.length, ingestsInFlight - ingests.size)
  const limit = excluding.length > 0 && budgetBytes === 0 ? 0 : Math.max(0, room)
  return { limit, budgetBytes, excluding }
}

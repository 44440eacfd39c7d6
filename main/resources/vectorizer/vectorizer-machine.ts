import { assign, or, setup, stateIn } from 'xstate'
import type { ErrorShape } from '../../../contract/error-shape'
import { toErrorShape } from '../../../contract/errors'
import { notProvided } from '../../threads'

/** What one batch came to. */
export interface BatchOutcome {
  /** Whether there is more to embed now. */
  readonly more: boolean
  /** Resources that could not be embedded, by now: tried again later. */
  readonly failed: readonly string[]
  readonly error: ErrorShape | null
}

interface VectorizerContext {
  /** Left out until the next retry, so that one bad text does not hold up the rest. */
  failed: readonly string[]
  error: ErrorShape | null
  /** Failed turns in a row. */
  failures: number
}

/** First wait after a failed turn, doubled with each further one. */
const firstRetryMs = 2_000
const longestRetryMs = 5 * 60_000

/**
 * Gives every resource its vectors, batch by batch, and rests when all have them. What is left to do stands in the rows,
 * so that a run that was cut off goes on by itself at the next start.
 */
export const vectorizerMachine = setup({
  types: {
    context: {} as VectorizerContext,
    events: {} as { type: 'WAKE' },
  },
  actors: {
    embedBatch: notProvided<BatchOutcome, { failed: readonly string[] }>('embedBatch'),
  },
  actions: {
    keepOutcome: assign(({ context, event }) => {
      const { failed, error } = outcomeOf(event)
      return { failed: [...context.failed, ...failed], error: error ?? context.error }
    }),
    keepFailure: assign({ error: ({ event }) => toErrorShape((event as unknown as { error: unknown }).error) }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    forgetFailures: assign({ failed: [], error: null, failures: 0 }),
    tryFailedAgain: assign({ failed: [] }),
    reportError: () => undefined,
  },
  guards: {
    isMore: ({ event }) => outcomeOf(event).more,
    hasFailed: ({ context, event }) => context.failed.length + outcomeOf(event).failed.length > 0,
  },
  delays: {
    settle: 2_000,
    retry: ({ context }) => Math.min(longestRetryMs, firstRetryMs * 2 ** Math.max(0, context.failures - 1)),
  },
}).createMachine({
  id: 'vectorizer',
  context: { failed: [], error: null, failures: 0 },
  initial: 'settling',
  states: {
    /** A command that lists something ends before it would have the encoder loaded, which takes longer than all it does. */
    settling: { on: { WAKE: 'embedding' }, after: { settle: 'embedding' } },
    idle: { on: { WAKE: 'embedding' } },
    embedding: {
      initial: 'current',
      states: {
        current: { on: { WAKE: 'outdated' } },
        /** Something was written after this batch had asked what there is. */
        outdated: {},
      },
      invoke: {
        src: 'embedBatch',
        input: ({ context }) => ({ failed: context.failed }),
        onDone: [
          {
            guard: or([stateIn({ embedding: 'outdated' }), 'isMore']),
            target: 'embedding',
            reenter: true,
            actions: 'keepOutcome',
          },
          { guard: 'hasFailed', target: 'waiting', actions: ['keepOutcome', 'countFailure'] },
          { target: 'idle', actions: 'forgetFailures' },
        ],
        onError: { target: 'waiting', actions: ['keepFailure', 'countFailure', 'reportError'] },
      },
    },
    waiting: {
      on: { WAKE: 'embedding' },
      after: { retry: { target: 'embedding', actions: 'tryFailedAgain' } },
    },
  },
})

function outcomeOf(event: unknown): BatchOutcome {
  return (event as { output: BatchOutcome }).output
}

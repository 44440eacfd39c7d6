import { assign, setup } from 'xstate'
import type { ErrorShape } from '../../contract/errors'

export type ServiceEvent =
  | { type: 'CALL_SUCCEEDED' }
  | { type: 'CALL_FAILED'; error: ErrorShape }
  /** One call is let through to see whether the service answers again. */
  | { type: 'TRIAL_BEGUN' }
  /** It was cut off, and says nothing. */
  | { type: 'TRIAL_ABANDONED' }

interface ServiceContext {
  /** In a row. */
  readonly failures: number
  /** Of the last failure. */
  readonly error: ErrorShape | null
}

const failuresAtMost = 5
/** How long a service that failed is left alone, in ms. */
const openForMs = 60_000

const failed = {
  type: 'noteFailure',
  params: ({ event }: { event: { readonly error: ErrorShape } }) => event,
} as const

/** The circuit breaker of one service: after failures in a row nothing is sent to it for a while, then one trial. */
export const serviceMachine = setup({
  types: { context: {} as ServiceContext, events: {} as ServiceEvent },
  actions: {
    noteFailure: assign(({ context }, { error }: { error: ErrorShape }) => ({ failures: context.failures + 1, error })),
    forgetFailures: assign({ failures: 0, error: null }),
  },
  guards: { isLastBearable: ({ context }) => context.failures + 1 >= failuresAtMost },
  delays: { openFor: openForMs },
}).createMachine({
  id: 'service',
  context: { failures: 0, error: null },
  initial: 'closed',
  states: {
    closed: {
      on: {
        CALL_SUCCEEDED: { actions: 'forgetFailures' },
        CALL_FAILED: [{ guard: 'isLastBearable', target: 'open', actions: failed }, { actions: failed }],
      },
    },
    open: { after: { openFor: 'halfOpen' } },
    halfOpen: {
      initial: 'untried',
      states: {
        untried: { on: { TRIAL_BEGUN: 'trying' } },
        trying: {
          on: {
            CALL_SUCCEEDED: { target: '#service.closed', actions: 'forgetFailures' },
            CALL_FAILED: { target: '#service.open', actions: failed },
            TRIAL_ABANDONED: 'untried',
          },
        },
      },
    },
  },
})

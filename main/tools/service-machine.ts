import { assign, setup } from 'xstate'
import type { ErrorShape } from '../../contract/error-shape'

export type ServiceEvent =
  | { type: 'CALL_SUCCEEDED' }
  | { type: 'CALL_FAILED'; error: ErrorShape }
  /** A health check got an answer: the service is there, which says nothing of how its calls end. */
  | { type: 'CHECK_SUCCEEDED' }
  | { type: 'CHECK_FAILED'; error: ErrorShape }
  /** One call is let through to see whether the service answers again. */
  | { type: 'TRIAL_BEGUN' }
  /** It was cut off, and says nothing. */
  | { type: 'TRIAL_ABANDONED' }

interface ServiceContext {
  /** Calls in a row. */
  readonly failures: number
  /** Checks in a row since a call or check succeeded. */
  readonly failedChecks: number
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
const checkFailed = { ...failed, type: 'noteFailedCheck' } as const

/**
 * The circuit breaker of one service: after failures in a row nothing is sent to it for a while, then one trial. A check that
 * is answered has the trial come sooner; only a call, or a second check, closes the circuit, and after a check the next call
 * that fails opens it again.
 */
export const serviceMachine = setup({
  types: { context: {} as ServiceContext, events: {} as ServiceEvent },
  actions: {
    noteFailure: assign(({ context }, { error }: { error: ErrorShape }) => ({ failures: context.failures + 1, error })),
    noteFailedCheck: assign(({ context }, { error }: { error: ErrorShape }) => ({
      failedChecks: context.failedChecks + 1,
      error,
    })),
    forgetFailures: assign({ failures: 0, failedChecks: 0, error: null }),
    forgetFailedChecks: assign({ failedChecks: 0 }),
    trustOnce: assign({ failures: failuresAtMost - 1, failedChecks: 0 }),
  },
  guards: { isLastBearable: ({ context }) => context.failures + context.failedChecks + 1 >= failuresAtMost },
  delays: { openFor: openForMs },
}).createMachine({
  id: 'service',
  context: { failures: 0, failedChecks: 0, error: null },
  initial: 'closed',
  states: {
    closed: {
      on: {
        CALL_SUCCEEDED: { actions: 'forgetFailures' },
        CALL_FAILED: [{ guard: 'isLastBearable', target: 'open', actions: failed }, { actions: failed }],
        CHECK_SUCCEEDED: { actions: 'forgetFailedChecks' },
        CHECK_FAILED: [{ guard: 'isLastBearable', target: 'open', actions: checkFailed }, { actions: checkFailed }],
      },
    },
    open: { after: { openFor: 'halfOpen' }, on: { CHECK_SUCCEEDED: 'halfOpen' } },
    halfOpen: {
      initial: 'untried',
      states: {
        untried: {
          on: {
            TRIAL_BEGUN: 'trying',
            CHECK_SUCCEEDED: { target: '#service.closed', actions: 'trustOnce' },
            CHECK_FAILED: { target: '#service.open', actions: checkFailed },
          },
        },
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

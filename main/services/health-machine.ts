import { assign, not, or, setup, stateIn } from 'xstate'
import type { HealthCheck } from '../../contract/resources/service'
import { notProvided } from '../threads'

export type HealthEvent =
  /** A call goes to the service. */
  | { type: 'USED' }
  | { type: 'CIRCUIT_OPENED' }
  | { type: 'CIRCUIT_CLOSED' }
  /** Somebody looks at it. */
  | { type: 'WATCHED' }
  | { type: 'UNWATCHED' }
  /** Somebody wants to know now. */
  | { type: 'CHECK' }

interface HealthContext {
  /** The newest first. */
  readonly checks: readonly HealthCheck[]
}

const checkEveryMs = 30_000
/** A service counts as in use so long after its last call. */
const inUseMs = 300_000
const keptChecks = 20

/**
 * When one service is checked: every 30 s while it is in use, its circuit is open or somebody looks at it, else when somebody
 * asks. Never twice at once.
 */
export const healthMachine = setup({
  types: { context: {} as HealthContext, events: {} as HealthEvent },
  actors: { checkService: notProvided<HealthCheck, undefined>('checkService') },
  guards: {
    isAttended: or([stateIn({ use: 'inUse' }), stateIn({ circuit: 'open' }), stateIn({ watch: 'watched' })]),
  },
  delays: { checkEvery: checkEveryMs, inUse: inUseMs },
}).createMachine({
  id: 'health',
  context: { checks: [] },
  type: 'parallel',
  states: {
    use: {
      initial: 'unused',
      states: {
        unused: { on: { USED: 'inUse' } },
        inUse: { on: { USED: { target: 'inUse', reenter: true } }, after: { inUse: 'unused' } },
      },
    },
    circuit: {
      initial: 'closed',
      states: { closed: { on: { CIRCUIT_OPENED: 'open' } }, open: { on: { CIRCUIT_CLOSED: 'closed' } } },
    },
    watch: {
      initial: 'unwatched',
      states: { unwatched: { on: { WATCHED: 'watched' } }, watched: { on: { UNWATCHED: 'unwatched' } } },
    },
    check: {
      initial: 'resting',
      states: {
        resting: {
          on: { CHECK: 'checking', WATCHED: 'checking' },
          always: { guard: 'isAttended', target: 'waiting' },
        },
        waiting: {
          on: { CHECK: 'checking' },
          always: { guard: not('isAttended'), target: 'resting' },
          after: { checkEvery: 'checking' },
        },
        checking: {
          invoke: {
            src: 'checkService',
            onDone: {
              target: 'resting',
              actions: assign({
                checks: ({ context, event }) => [event.output, ...context.checks].slice(0, keptChecks),
              }),
            },
            onError: 'resting',
          },
        },
      },
    },
  },
})

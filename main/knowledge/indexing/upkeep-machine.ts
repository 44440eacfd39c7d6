import { assign, setup } from 'xstate'
import type { ErrorShape } from '../../../contract/error-shape'
import { toErrorShape } from '../../../contract/errors'
import { notProvided } from '../../threads'

/** Passages that came or went before upkeep is worth its statements; the store's own thresholds then say where. */
const passagesWorthUpkeep = 500
/** Quiet after the last change: commits of an ingest come every second or two. */
const quietMs = 5_000

interface UpkeepContext {
  /** Passages that came or went since the last upkeep. */
  changed: number
  error: ErrorShape | null
}

type UpkeepEvent = { type: 'CHANGED'; passages: number }

/**
 * Lets the store bring the planner's statistics up to date and give deleted rows' space back, once many passages have
 * come or gone and nothing changes for some seconds. What fails is reported and left to the next time.
 */
export const upkeepMachine = setup({
  types: { context: {} as UpkeepContext, events: {} as UpkeepEvent },
  actors: { maintainStore: notProvided<void>('maintainStore') },
  actions: {
    countChange: assign({ changed: ({ context, event }) => context.changed + event.passages }),
    forgetChanges: assign({ changed: 0 }),
    keepError: assign({ error: ({ event }) => toErrorShape((event as unknown as { error: unknown }).error) }),
    reportError: () => undefined,
  },
  guards: { isWorthUpkeep: ({ context }) => context.changed >= passagesWorthUpkeep },
  delays: { quiet: quietMs },
}).createMachine({
  id: 'upkeep',
  context: { changed: 0, error: null },
  initial: 'counting',
  on: { CHANGED: { actions: 'countChange' } },
  states: {
    counting: { always: { guard: 'isWorthUpkeep', target: 'settling' } },
    settling: {
      on: { CHANGED: { target: 'settling', reenter: true, actions: 'countChange' } },
      after: { quiet: 'maintaining' },
    },
    maintaining: {
      entry: 'forgetChanges',
      invoke: {
        src: 'maintainStore',
        onDone: 'counting',
        onError: { target: 'counting', actions: ['keepError', 'reportError'] },
      },
    },
  },
})

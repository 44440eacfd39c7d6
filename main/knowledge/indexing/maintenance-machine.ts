import { assign, setup } from 'xstate'
import type { ErrorShape } from '../../../contract/error-shape'
import { toErrorShape } from '../../../contract/errors'
import { notProvided } from '../../threads'

interface MaintenanceContext {
  error: ErrorShape | null
}

/** `PASSAGES_CAME`: some that need vectors still. */
type MaintenanceEvent = { type: 'PASSAGES_CAME' }

/**
 * Brings the index up to what this version makes: sources that a newer reader reads better are queued again, search
 * text is segmented anew, passages are embedded anew. One after the other, in the background, each resumable; what
 * failed is tried again at the next start. Then passages get vectors that came without.
 */
export const maintenanceMachine = setup({
  types: { context: {} as MaintenanceContext, events: {} as MaintenanceEvent },
  actors: {
    requeueOutdated: notProvided<void>('requeueOutdated'),
    resegment: notProvided<void>('resegment'),
    reembed: notProvided<void>('reembed'),
  },
  actions: {
    keepError: assign({ error: ({ event }) => toErrorShape((event as unknown as { error: unknown }).error) }),
    reportError: () => undefined,
  },
}).createMachine({
  id: 'maintenance',
  context: { error: null },
  initial: 'requeueing',
  states: {
    requeueing: {
      invoke: {
        src: 'requeueOutdated',
        onDone: 'resegmenting',
        onError: { target: 'interrupted', actions: ['keepError', 'reportError'] },
      },
    },
    resegmenting: {
      invoke: {
        src: 'resegment',
        onDone: 'reembedding',
        onError: { target: 'interrupted', actions: ['keepError', 'reportError'] },
      },
    },
    reembedding: {
      // What is embedded is kept; those that come at the very end must not be missed.
      on: { PASSAGES_CAME: { target: 'reembedding', reenter: true } },
      invoke: {
        src: 'reembed',
        onDone: 'upToDate',
        onError: { target: 'interrupted', actions: ['keepError', 'reportError'] },
      },
    },
    upToDate: { on: { PASSAGES_CAME: 'reembedding' } },
    interrupted: { on: { PASSAGES_CAME: 'reembedding' } },
  },
})

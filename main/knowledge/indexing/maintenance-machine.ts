import { assign, setup } from 'xstate'
import { type ErrorShape, toErrorShape } from '../../../contract/errors'
import { notProvided } from '../../threads'

interface MaintenanceContext {
  error: ErrorShape | null
}

/**
 * Brings the index up to what this version makes: sources that a newer reader reads better are queued again, search
 * text is segmented anew, passages are embedded anew. One after the other, in the background, each resumable; what
 * failed is tried again at the next start.
 */
export const maintenanceMachine = setup({
  types: { context: {} as MaintenanceContext },
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
      invoke: {
        src: 'reembed',
        onDone: 'upToDate',
        onError: { target: 'interrupted', actions: ['keepError', 'reportError'] },
      },
    },
    upToDate: { type: 'final' },
    interrupted: { type: 'final' },
  },
})

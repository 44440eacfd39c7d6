import { assign, enqueueActions, fromCallback, setup } from 'xstate'
import type { ErrorShape } from '../../../contract/error-shape'
import { toErrorShape } from '../../../contract/errors'
import { notProvided } from '../../threads'

/** What is watched alike: files by the file system, servers by asking again, the library by its own notices. */
export type MonitorKind = 'files' | 'servers' | 'library'

export type MonitorEvent =
  /** These origins may have changed. */
  | { type: 'CHANGED'; origins: readonly string[] }
  /** Look at everything now: the start, or a notice that says no more. */
  | { type: 'LOOK' }
  /** Watch exactly these origins from now on. */
  | { type: 'WATCH'; origins: readonly string[] }

export type WatchEvent = Extract<MonitorEvent, { type: 'WATCH' }>

interface MonitorContext {
  /** Origins to look at again; null: all. */
  changed: readonly string[] | null
  /** Those that are being looked at. */
  looking: readonly string[] | null
  error: ErrorShape | null
  readonly pollMs: number
}

/** Quiet for so long before anything is looked at: a copy is many changes. */
const quietMs = 1_000
/** Looked at after so long all the same: a log that is written to all day is never quiet. */
const longestWaitMs = 10_000

/**
 * Sees that what resources were made from changed, and has them discovered and embedded again. Everything is looked at
 * every `pollMs` as well, which is how servers are watched, and files where the file system gives no notice.
 */
export const monitorMachine = setup({
  types: {
    context: {} as MonitorContext,
    events: {} as MonitorEvent,
    input: {} as { pollMs: number },
  },
  actors: {
    watchOrigins: fromCallback<WatchEvent>(() => undefined),
    lookAgain: notProvided<void, { origins: readonly string[] | null }>('lookAgain'),
  },
  actions: {
    note: assign({
      changed: ({ context, event }) =>
        event.type === 'CHANGED' && context.changed !== null
          ? [...new Set([...context.changed, ...event.origins])]
          : context.changed,
    }),
    noteAll: assign({ changed: null }),
    takeUp: assign({ looking: ({ context }) => context.changed, changed: [] }),
    watchThese: enqueueActions(({ enqueue, event }) => {
      if (event.type === 'WATCH') enqueue.sendTo('watch', event)
    }),
    keepError: assign({ error: ({ event }) => toErrorShape((event as unknown as { error: unknown }).error) }),
    reportError: () => undefined,
  },
  guards: {
    hasChanged: ({ context }) => context.changed === null || context.changed.length > 0,
  },
  delays: {
    poll: ({ context }) => context.pollMs,
    quiet: quietMs,
    longestWait: longestWaitMs,
  },
}).createMachine({
  id: 'monitor',
  context: ({ input }) => ({ changed: [], looking: [], error: null, pollMs: input.pollMs }),
  invoke: {
    id: 'watch',
    src: 'watchOrigins',
    onError: { actions: ['keepError', 'reportError'] },
  },
  on: { WATCH: { actions: 'watchThese' } },
  initial: 'watching',
  states: {
    watching: {
      on: {
        CHANGED: { target: 'changed', actions: 'note' },
        LOOK: { target: 'revectorizing', actions: 'noteAll' },
      },
      after: { poll: { target: 'revectorizing', actions: 'noteAll' } },
    },
    changed: {
      initial: 'settling',
      after: { longestWait: 'revectorizing' },
      on: { LOOK: { target: 'revectorizing', actions: 'noteAll' } },
      states: {
        settling: {
          on: { CHANGED: { target: 'settling', reenter: true, actions: 'note' } },
          after: { quiet: '#monitor.revectorizing' },
        },
      },
    },
    revectorizing: {
      entry: 'takeUp',
      on: {
        CHANGED: { actions: 'note' },
        LOOK: { actions: 'noteAll' },
      },
      invoke: {
        src: 'lookAgain',
        input: ({ context }) => ({ origins: context.looking }),
        onDone: [{ guard: 'hasChanged', target: 'changed' }, { target: 'watching' }],
        onError: { target: 'watching', actions: ['keepError', 'reportError'] },
      },
    },
  },
})

import { assign, setup } from 'xstate'
import type { ErrorShape } from '../../contract/error-shape'

export type ServerEvent =
  /** A piece of work was sent to it. */
  | { type: 'ASKED' }
  | { type: 'CONNECTED'; at: string }
  | { type: 'ANSWERED' }
  /** It did not start, crashed, or is gone at its work. */
  | { type: 'FAILED'; error: ErrorShape; nowMs: number }
  /** It ended without anything to do, by itself or after its idle time. */
  | { type: 'GONE' }
  /** A person or Quarry ended it: that also forgives it its failures. */
  | { type: 'STOPPED' }

interface ServerContext {
  /** In a row. */
  readonly failures: number
  readonly error: ErrorShape | null
  /** ISO time. */
  readonly runsSince: string | null
  /** Milliseconds of the epoch until which it is left alone. */
  readonly restsUntilMs: number
}

/** After a failure a server is left alone: so long first, then twice as long, up to the longest. */
const firstRestMs = 1000
const longestRestMs = 60_000
const restMs = (failures: number): number => Math.min(longestRestMs, firstRestMs * 2 ** (failures - 1))

const connected = {
  target: 'running',
  actions: { type: 'noteStart', params: ({ event }: { event: { readonly at: string } }) => event },
} as const

/** One MCP server of a project: started with the first piece of work, and left alone for a while after it failed. */
export const serverMachine = setup({
  types: { context: {} as ServerContext, events: {} as ServerEvent },
  actions: {
    noteFailure: assign(({ context }, { error, nowMs }: { error: ErrorShape; nowMs: number }) => ({
      failures: context.failures + 1,
      error,
      runsSince: null,
      restsUntilMs: nowMs + restMs(context.failures + 1),
    })),
    noteStart: assign({ runsSince: (_, { at }: { at: string }) => at }),
    noteEnd: assign({ runsSince: null }),
    forgive: assign({ failures: 0, error: null, runsSince: null }),
    settle: assign({ failures: 0, error: null }),
  },
  delays: { rest: ({ context }) => restMs(context.failures) },
}).createMachine({
  id: 'server',
  context: { failures: 0, error: null, runsSince: null, restsUntilMs: 0 },
  initial: 'stopped',
  on: {
    STOPPED: { target: '.stopped', actions: 'forgive' },
    FAILED: { target: '.backingOff', actions: { type: 'noteFailure', params: ({ event }) => event } },
  },
  states: {
    stopped: { on: { ASKED: 'starting', CONNECTED: connected } },
    starting: { on: { CONNECTED: connected, GONE: 'stopped' } },
    running: {
      on: {
        ANSWERED: { actions: 'settle' },
        GONE: { target: 'stopped', actions: 'noteEnd' },
      },
    },
    backingOff: { after: { rest: 'failed' } },
    failed: { on: { ASKED: 'starting' } },
  },
})

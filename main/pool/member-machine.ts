import { assign, sendParent, setup } from 'xstate'
import type { MemberState } from '../../contract/pool'
import type { MemberSpec, MemberStanding, Outcome } from './terms'

/** Events of one slot. `at` is the ISO time at which it happened, so that the machine needs no clock. */
export type MemberEvent =
  | { type: 'DEPLOY'; taskId: string; at: string }
  | { type: 'EXECUTE'; at: string }
  | { type: 'RETURN'; outcome: Exclude<Outcome['kind'], 'memberFailed'>; at: string }
  | { type: 'FAIL'; reason: string; at: string }
  | { type: 'CLEAR'; at: string }
  | { type: 'BLOCK'; reason: string; at: string }
  | { type: 'HEAL'; at: string }
  | { type: 'DRAIN'; at: string }

export interface MemberContext {
  readonly spec: MemberSpec
  readonly since: string
  readonly taskId: string | null
  readonly tasksDone: number
  readonly tasksFailed: number
  readonly error: string | null
}

export interface MemberInput {
  readonly spec: MemberSpec
  readonly at: string
  readonly tasksDone: number
  readonly tasksFailed: number
  /** An error that outlived the last run: only a person clears it. */
  readonly error: string | null
}

/**
 * Life of one slot of the pool, in the six states of the design. One slot holds one task at a time. Each entry of a
 * state tells the parent where the member now stands (`MEMBER_CHANGED`).
 */
export const memberMachine = setup({
  types: {
    context: {} as MemberContext,
    events: {} as MemberEvent,
    input: {} as MemberInput,
  },
  actions: {
    markSince: assign(({ event }) => ('at' in event ? { since: event.at } : {})),
    takeTask: assign(({ event }) => (event.type === 'DEPLOY' ? { taskId: event.taskId } : {})),
    countAndDropTask: assign(({ context, event }) =>
      event.type === 'RETURN' || event.type === 'FAIL'
        ? {
            taskId: null,
            tasksDone: context.tasksDone + (event.type === 'RETURN' && event.outcome === 'completed' ? 1 : 0),
            tasksFailed: context.tasksFailed + (event.type === 'FAIL' || event.outcome === 'failed' ? 1 : 0),
          }
        : {},
    ),
    noteReason: assign(({ event }) => ('reason' in event ? { error: event.reason } : {})),
    forgetReason: assign({ error: null }),
    tellPool: sendParent(({ context }, params: { state: MemberState }) => {
      const { spec, ...rest } = context
      const standing: MemberStanding = { ...spec, ...rest, state: params.state }
      return { type: 'MEMBER_CHANGED' as const, standing }
    }),
  },
  guards: {
    hasOldError: ({ context }) => context.error !== null,
  },
}).createMachine({
  id: 'poolMember',
  context: ({ input }) => ({
    spec: input.spec,
    since: input.at,
    taskId: null,
    tasksDone: input.tasksDone,
    tasksFailed: input.tasksFailed,
    error: input.error,
  }),
  initial: 'joining',
  states: {
    joining: { always: [{ guard: 'hasOldError', target: 'error' }, { target: 'available' }] },
    available: {
      entry: { type: 'tellPool', params: { state: 'available' } },
      on: {
        DEPLOY: { target: 'deployed', actions: ['markSince', 'takeTask'] },
        BLOCK: { target: 'blocked', actions: ['markSince', 'noteReason'] },
        FAIL: { target: 'error', actions: ['markSince', 'noteReason'] },
        DRAIN: { target: 'released', actions: 'markSince' },
      },
    },
    deployed: {
      entry: { type: 'tellPool', params: { state: 'deployed' } },
      on: {
        EXECUTE: { target: 'busy', actions: 'markSince' },
        RETURN: { target: 'available', actions: ['markSince', 'countAndDropTask'] },
        FAIL: { target: 'error', actions: ['markSince', 'noteReason', 'countAndDropTask'] },
        DRAIN: { target: 'released', actions: 'markSince' },
      },
    },
    busy: {
      entry: { type: 'tellPool', params: { state: 'busy' } },
      on: {
        RETURN: { target: 'available', actions: ['markSince', 'countAndDropTask'] },
        FAIL: { target: 'error', actions: ['markSince', 'noteReason', 'countAndDropTask'] },
        DRAIN: { target: 'released', actions: 'markSince' },
      },
    },
    /** A dependency is missing or its breaker is open: heals itself. */
    blocked: {
      entry: { type: 'tellPool', params: { state: 'blocked' } },
      on: {
        HEAL: { target: 'available', actions: ['markSince', 'forgetReason'] },
        FAIL: { target: 'error', actions: ['markSince', 'noteReason'] },
        DRAIN: { target: 'released', actions: 'markSince' },
      },
    },
    /** The member itself failed: a person clears it. */
    error: {
      entry: { type: 'tellPool', params: { state: 'error' } },
      on: {
        CLEAR: { target: 'available', actions: ['markSince', 'forgetReason'] },
        DRAIN: { target: 'released', actions: 'markSince' },
      },
    },
    /** Leaving the pool: takes no task any more, finishes the one that it has. */
    released: {
      entry: { type: 'tellPool', params: { state: 'released' } },
      on: {
        RETURN: { actions: ['markSince', 'countAndDropTask', { type: 'tellPool', params: { state: 'released' } }] },
        FAIL: {
          actions: ['markSince', 'noteReason', 'countAndDropTask', { type: 'tellPool', params: { state: 'released' } }],
        },
      },
    },
  },
})

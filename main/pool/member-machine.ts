import { type AnyActorRef, assign, sendTo, setup } from 'xstate'
import type { MemberState } from '../../contract/pool/pool'
import type { PoolFact } from '../../contract/pool/pool-facts'
import { parentOf } from '../threads'
import { type KnownMember, type MemberSpec, type MemberStatus, type Outcome, poolActors } from './terms'

/** Events of one slot. `at` is the ISO time at which it happened, so that the machine needs no clock. */
export type MemberEvent =
  | { type: 'DEPLOY'; taskId: string; at: string }
  | { type: 'EXECUTE'; at: string }
  | { type: 'RETURN'; outcome: Exclude<Outcome['kind'], 'memberFailed'>; at: string }
  | { type: 'FAIL'; reason: PoolFact; at: string }
  | { type: 'CLEAR'; at: string }
  | { type: 'BLOCK'; reason: PoolFact; at: string }
  | { type: 'HEAL'; at: string }
  | { type: 'DRAIN'; at: string }
  /** Its name, capabilities or the like changed; it stays the slot that it is. */
  | { type: 'UPDATE'; spec: MemberSpec; at: string }

export interface MemberContext {
  readonly spec: MemberSpec
  readonly since: string
  readonly taskId: string | null
  readonly tasksDone: number
  readonly tasksFailed: number
  readonly error: PoolFact | null
  readonly blockedBy: PoolFact | null
}

export interface MemberInput extends KnownMember {
  readonly at: string
}

/** Who keeps the pool's books; of a member outside of a pool, its parent. */
function ledgerOf({
  self,
  system,
}: {
  readonly self: AnyActorRef
  readonly system: { get(id: string): AnyActorRef | undefined }
}): AnyActorRef {
  return system.get(poolActors.ledger) ?? parentOf({ self })
}

/**
 * Life of one slot of the pool, in the six states of the design; the table is docs/pool.md. One slot holds one task at
 * a time. Each change is told to the ledger's keeper with where the member now stands (`MEMBER_CHANGED`). A dependency that
 * goes missing while the member works or is in error is remembered: the member is blocked as soon as it is back.
 */
export const memberMachine = setup({
  types: {
    context: {} as MemberContext,
    events: {} as MemberEvent,
    input: {} as MemberInput,
  },
  actions: {
    markSince: assign(({ event }) => ({ since: event.at })),
    takeTask: assign(({ event }) => (event.type === 'DEPLOY' ? { since: event.at, taskId: event.taskId } : {})),
    countAndDropTask: assign(({ context, event }) =>
      event.type === 'RETURN' || event.type === 'FAIL'
        ? {
            since: event.at,
            taskId: null,
            tasksDone: context.tasksDone + (event.type === 'RETURN' && event.outcome === 'completed' ? 1 : 0),
            tasksFailed: context.tasksFailed + (event.type === 'FAIL' || event.outcome === 'failed' ? 1 : 0),
          }
        : {},
    ),
    noteError: assign(({ event }) => (event.type === 'FAIL' ? { error: event.reason } : {})),
    forgetError: assign({ error: null }),
    noteDependency: assign(({ event }) => (event.type === 'BLOCK' ? { blockedBy: event.reason } : {})),
    forgetDependency: assign({ blockedBy: null }),
    takeSpec: assign(({ event }) => (event.type === 'UPDATE' ? { spec: event.spec } : {})),
    tellPool: sendTo(ledgerOf, ({ context }, params: { state: MemberState }) => {
      const { spec, since, taskId, tasksDone, tasksFailed, error, blockedBy } = context
      const status: MemberStatus = {
        ...spec,
        state: params.state,
        since,
        taskId,
        tasksDone,
        tasksFailed,
        error,
        blockedBy,
      }
      return { type: 'MEMBER_CHANGED' as const, status }
    }),
  },
  guards: {
    hasOldError: ({ context }) => context.error !== null,
    hasMissingDependency: ({ context }) => context.blockedBy !== null,
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
    blockedBy: input.blockedBy ?? null,
  }),
  initial: 'joining',
  states: {
    joining: {
      always: [
        { guard: 'hasOldError', target: 'error' },
        { guard: 'hasMissingDependency', target: 'blocked' },
        { target: 'available' },
      ],
    },
    available: {
      entry: { type: 'tellPool', params: { state: 'available' } },
      on: {
        DEPLOY: { target: 'deployed', actions: 'takeTask' },
        BLOCK: { target: 'blocked', actions: ['markSince', 'noteDependency'] },
        FAIL: { target: 'error', actions: ['markSince', 'noteError'] },
        DRAIN: { target: 'released', actions: 'markSince' },
        UPDATE: { actions: ['takeSpec', { type: 'tellPool', params: { state: 'available' } }] },
      },
    },
    deployed: {
      entry: { type: 'tellPool', params: { state: 'deployed' } },
      on: {
        EXECUTE: { target: 'busy', actions: 'markSince' },
        RETURN: [
          { guard: 'hasMissingDependency', target: 'blocked', actions: 'countAndDropTask' },
          { target: 'available', actions: 'countAndDropTask' },
        ],
        FAIL: { target: 'error', actions: ['noteError', 'countAndDropTask'] },
        BLOCK: { actions: 'noteDependency' },
        HEAL: { actions: 'forgetDependency' },
        DRAIN: { target: 'released', actions: 'markSince' },
        UPDATE: { actions: ['takeSpec', { type: 'tellPool', params: { state: 'deployed' } }] },
      },
    },
    busy: {
      entry: { type: 'tellPool', params: { state: 'busy' } },
      on: {
        RETURN: [
          { guard: 'hasMissingDependency', target: 'blocked', actions: 'countAndDropTask' },
          { target: 'available', actions: 'countAndDropTask' },
        ],
        FAIL: { target: 'error', actions: ['noteError', 'countAndDropTask'] },
        BLOCK: { actions: 'noteDependency' },
        HEAL: { actions: 'forgetDependency' },
        DRAIN: { target: 'released', actions: 'markSince' },
        UPDATE: { actions: ['takeSpec', { type: 'tellPool', params: { state: 'busy' } }] },
      },
    },
    /** A dependency is missing or its breaker is open: heals itself. */
    blocked: {
      entry: { type: 'tellPool', params: { state: 'blocked' } },
      on: {
        HEAL: { target: 'available', actions: ['markSince', 'forgetDependency'] },
        BLOCK: { actions: ['noteDependency', { type: 'tellPool', params: { state: 'blocked' } }] },
        FAIL: { target: 'error', actions: ['markSince', 'noteError'] },
        DRAIN: { target: 'released', actions: 'markSince' },
        UPDATE: { actions: ['takeSpec', { type: 'tellPool', params: { state: 'blocked' } }] },
      },
    },
    /** The member itself failed: a person clears it. */
    error: {
      entry: { type: 'tellPool', params: { state: 'error' } },
      on: {
        CLEAR: [
          { guard: 'hasMissingDependency', target: 'blocked', actions: ['markSince', 'forgetError'] },
          { target: 'available', actions: ['markSince', 'forgetError'] },
        ],
        BLOCK: { actions: 'noteDependency' },
        HEAL: { actions: 'forgetDependency' },
        DRAIN: { target: 'released', actions: 'markSince' },
        UPDATE: { actions: ['takeSpec', { type: 'tellPool', params: { state: 'error' } }] },
      },
    },
    /** Leaving the pool: takes no task any more, finishes the one that it has. */
    released: {
      entry: { type: 'tellPool', params: { state: 'released' } },
      on: {
        RETURN: { actions: ['countAndDropTask', { type: 'tellPool', params: { state: 'released' } }] },
        FAIL: {
          actions: ['noteError', 'countAndDropTask', { type: 'tellPool', params: { state: 'released' } }],
        },
      },
    },
  },
})

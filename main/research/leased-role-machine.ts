import { assign, sendTo, setup } from 'xstate'
import { type AllocatedMember, type Outcome, outcomeOf } from '../pool'
import { callbackNotProvided, notProvided, parentOf } from '../threads'
import type { LeaseNotice, LeaseOrder, LeaseRequest } from './lease'
import type { OnSession, RoleInput, RoleProgressed, RowsMoved } from './role'

export type LeasedRoleEvent = LeaseNotice | RoleProgressed

/** Tells the session that the work of a role ended without its rows. */
export interface RoleFailed {
  readonly type: 'ROLE_FAILED'
  readonly error: unknown
}

interface LeasedRoleContext {
  readonly sessionId: string
  readonly request: LeaseRequest | null
  readonly members: readonly AllocatedMember[]
  readonly moved: RowsMoved | null
  readonly error: unknown
}

function given<Value>(value: Value | null): Value {
  if (value === null) throw new Error('A phase of the role began before the one that it rests on.')
  return value
}

const noteThrown = {
  type: 'noteError',
  params: ({ event }: { event: { readonly error: unknown } }) => ({ error: event.error }),
} as const
const fails = { target: '#leasedRole.failed', actions: noteThrown } as const

/**
 * The work of a role that needs a member of the pool (planning, verifying), with the same lease as a step's: alive in
 * every phase of `leased` and cleaned up on the way out, so that a stop at any moment leaves nothing held.
 */
export const leasedRoleMachine = setup({
  types: {
    context: {} as LeasedRoleContext,
    events: {} as LeasedRoleEvent,
    input: {} as OnSession,
    output: {} as RowsMoved,
  },
  actors: {
    /** Answers what the role asks the pool for. */
    requestMembers: notProvided<LeaseRequest, OnSession>('requestMembers'),
    holdLease: callbackNotProvided<LeaseOrder, LeaseRequest>('holdLease'),
    /** Does the work and writes what came of it, together with the session's transition. */
    work: notProvided<RowsMoved, RoleInput>('work'),
  },
  actions: {
    beginExecuting: sendTo('lease', { type: 'EXECUTE' } satisfies LeaseOrder),
    showLife: sendTo('lease', { type: 'HEARTBEAT' } satisfies LeaseOrder),
    returnMembers: sendTo(
      'lease',
      (_, params: { outcome: Outcome }): LeaseOrder => ({ type: 'RETURN', outcome: params.outcome }),
    ),
    tellProgress: sendTo(parentOf, ({ event }) => event),
    tellFailed: sendTo(parentOf, ({ context }): RoleFailed => ({ type: 'ROLE_FAILED', error: context.error })),
    noteRequest: assign((_, { output }: { output: LeaseRequest }) => ({ request: output })),
    noteMembers: assign(({ event }) => (event.type === 'MEMBERS_ALLOCATED' ? { members: event.members } : {})),
    noteMoved: assign((_, { output }: { output: RowsMoved }) => ({ moved: output })),
    noteError: assign((_, { error }: { error: unknown }) => ({ error })),
  },
}).createMachine({
  id: 'leasedRole',
  context: ({ input: { sessionId } }) => ({ sessionId, request: null, members: [], moved: null, error: null }),
  initial: 'requesting',
  states: {
    requesting: {
      invoke: {
        src: 'requestMembers',
        input: ({ context: { sessionId } }) => ({ sessionId }),
        onDone: { target: 'leased', actions: { type: 'noteRequest', params: ({ event }) => event } },
        onError: fails,
      },
    },
    leased: {
      invoke: { id: 'lease', src: 'holdLease', input: ({ context }) => given(context.request), onError: fails },
      on: { MEMBERS_REFUSED: fails },
      initial: 'allocating',
      states: {
        allocating: { on: { MEMBERS_ALLOCATED: { target: 'working', actions: 'noteMembers' } } },
        working: {
          entry: 'beginExecuting',
          invoke: {
            src: 'work',
            input: ({ context: { sessionId }, self }) => ({
              sessionId,
              onProgress: (done, total) => self.send({ type: 'PROGRESS', done, total }),
            }),
            onDone: { target: 'returning', actions: { type: 'noteMoved', params: ({ event }) => event } },
            onError: { target: 'failing', actions: noteThrown },
          },
          on: {
            PROGRESS: { actions: ['showLife', 'tellProgress'] },
            MEMBERS_LOST: { target: 'failing', actions: noteThrown },
          },
        },
        returning: {
          entry: { type: 'returnMembers', params: { outcome: { kind: 'completed' } } },
          on: { MEMBERS_RETURNED: '#leasedRole.done' },
        },
        /** The member comes back before the failure is told: one that it names leaves service. */
        failing: {
          entry: {
            type: 'returnMembers',
            params: ({ context }) => ({ outcome: outcomeOf(context.error, context.members) }),
          },
          on: { MEMBERS_RETURNED: '#leasedRole.failed' },
        },
      },
    },
    done: { type: 'final' },
    /** The session leaves the state that invoked this, and ends it. */
    failed: { entry: 'tellFailed' },
  },
  output: ({ context }) => given(context.moved),
})

import { type ActorRefFrom, assign, enqueueActions, sendTo, setup } from 'xstate'
import { toErrorShape } from '../../contract/errors'
import type { BlockReason } from '../../contract/pool/pool'
import type { WaitFact } from '../../contract/pool/pool-facts'
import type { SessionSettings, StepState } from '../../contract/session/session'
import { type AllocatedMember, type FailedMember, type Outcome, outcomeOf } from '../pool'
import type { Inquiry, StepFindings, StepInput as StepQuestion } from '../reasoning'
import { callbackNotProvided, notProvided, parentOf } from '../threads'
import { type AskedCall, type CallNotice, type CallRequest, toolCallMachine } from '../tools'
import type { LeaseNotice, LeaseOrder, LeaseRequest } from './lease'

// Over 300 lines: one life in one chart, as that of a session.

/** Names a step's rows. */
export interface StepKey {
  readonly sessionId: string
  readonly planId: string
  readonly stepId: string
}

export interface StepInput extends StepKey {
  /** Where its row stands. `allocating` and `running` are taken up as `pending`: their work died unfinished. */
  readonly state: StepState
}

/** What a step's work needs to know of its session. */
export interface StepSession {
  readonly sessionId: string
  readonly title: string
  readonly settings: SessionSettings
  readonly engine: string
  readonly reportVersion: number
}

/** A step that holds its members, ready for the engine. */
export interface StepBrief {
  readonly question: StepQuestion
  /** The session's row, as it stood then. */
  readonly session: StepSession
  /** ISO time. */
  readonly startedAt: string
}

/** What the engine's work says. */
export type GatheringNotice =
  | { type: 'GATHERING_PROGRESSED' }
  /** `failed`: members that died at a call, which the step did without. */
  | { type: 'GATHERED'; findings: StepFindings; failed?: readonly FailedMember[] }
  | { type: 'GATHERING_FAILED'; error: unknown }
  /** The engine has a tool called; `CallNotice` is the answer. */
  | { type: 'CALL_REQUESTED'; ordinal: number; request: CallRequest }

export type StepEvent =
  | { type: 'START' }
  | LeaseNotice
  | GatheringNotice
  | CallNotice
  /** A person allowed or denied the call. */
  | { type: 'CONFIRMATION_ANSWERED' }

/** Tells the session that a step now stands elsewhere. */
export interface StepChanged {
  readonly type: 'STEP_CHANGED'
  readonly stepId: string
  readonly state: StepState
  /** It goes on by itself, but not now. */
  readonly waits: boolean
}

/** Tells the session that the rows of a step could not be written. */
export interface StepUnrecorded {
  readonly type: 'STEP_UNRECORDED'
  readonly stepId: string
  readonly error: unknown
}

export interface StepContext {
  readonly input: StepInput
  readonly request: LeaseRequest | null
  readonly members: readonly AllocatedMember[]
  readonly brief: StepBrief | null
  readonly findings: StepFindings | null
  readonly failed: readonly FailedMember[]
  /** Calls under way, by their ordinals. */
  readonly calls: Readonly<Record<number, ActorRefFrom<typeof toolCallMachine>>>
  /** What a person must allow before the step can go on. */
  readonly asked: readonly AskedCall[]
  readonly error: unknown
}

export type BriefedStep = StepKey & { readonly brief: StepBrief }

function given<Value>(value: Value | null): Value {
  if (value === null) throw new Error('A phase of the step began before the one that it rests on.')
  return value
}

/** All that the person said of what they want to know. */
const wordsOf = ({ question, clarifications, earlier = [] }: Inquiry): string =>
  [question, ...clarifications.flatMap(({ answer }) => answer ?? []), ...earlier].join('\n')

const keyOf = ({ input: { sessionId, planId, stepId } }: StepContext): StepKey => ({ sessionId, planId, stepId })

const noteThrown = {
  type: 'noteError',
  params: ({ event }: { event: { readonly error: unknown } }) => ({ error: event.error }),
} as const
/** The rows could not be written. */
const unrecorded = { target: '#step.unrecorded', actions: noteThrown } as const
const unwritable = { ...unrecorded, guard: { type: 'isUnwritable', params: noteThrown.params } } as const
/** The step itself failed, unless it was the store. */
const fails = [unwritable, { target: '#step.working.leased.failing', actions: noteThrown }] as const

/**
 * One step of a plan, phase by phase. What it holds of the pool is an actor of its own (`holdLease`), alive in every
 * phase of `leased` and cleaned up on the way out, so that a stop at any moment leaves nothing held. Each phase's rows
 * are written by the actor that it invokes; a failure of the step is its end (the session goes on without it), one to
 * write its rows is the session's.
 */
export const stepMachine = setup({
  types: {
    context: {} as StepContext,
    events: {} as StepEvent,
    input: {} as StepInput,
  },
  actors: {
    /** Writes `allocating`; answers what the step asks the pool for. */
    requestMembers: notProvided<LeaseRequest, StepKey>('requestMembers'),
    holdLease: callbackNotProvided<LeaseOrder, LeaseRequest>('holdLease'),
    recordWaiting: notProvided<void, StepKey & { readonly reason: WaitFact; readonly blockedBy: BlockReason }>(
      'recordWaiting',
    ),
    /** Writes `running`; answers what the engine is asked. */
    beginGathering: notProvided<StepBrief, StepKey & { readonly members: readonly AllocatedMember[] }>(
      'beginGathering',
    ),
    gather: callbackNotProvided<CallNotice, BriefedStep>('gather'),
    toolCall: toolCallMachine,
    /** Writes observations and `observed` in one transaction. */
    recordFindings: notProvided<void, BriefedStep & { readonly findings: StepFindings }>('recordFindings'),
    /** Writes what a person is asked, and `awaitingConfirmation`, in one transaction. */
    recordQuestion: notProvided<void, StepKey & { readonly asked: readonly AskedCall[] }>('recordQuestion'),
    /** Says CONFIRMATION_ANSWERED once the rows say so. */
    watchAnswer: callbackNotProvided<{ type: 'never' }, StepKey>('watchAnswer'),
    recordMissing: notProvided<void, StepKey & { readonly error: unknown }>('recordMissing'),
    recordStepFailure: notProvided<void, StepKey & { readonly startedAt: string | null; readonly error: unknown }>(
      'recordStepFailure',
    ),
  },
  actions: {
    tellSession: sendTo(
      parentOf,
      ({ context }, params: { state: StepState; waits?: true }): StepChanged => ({
        type: 'STEP_CHANGED',
        stepId: context.input.stepId,
        state: params.state,
        waits: params.waits ?? false,
      }),
    ),
    tellUnrecorded: sendTo(
      parentOf,
      ({ context }): StepUnrecorded => ({
        type: 'STEP_UNRECORDED',
        stepId: context.input.stepId,
        error: context.error,
      }),
    ),
    beginExecuting: sendTo('lease', { type: 'EXECUTE' } satisfies LeaseOrder),
    showLife: sendTo('lease', { type: 'HEARTBEAT' } satisfies LeaseOrder),
    returnMembers: sendTo(
      'lease',
      (_, params: { outcome: Outcome }): LeaseOrder => ({ type: 'RETURN', outcome: params.outcome }),
    ),
    noteRequest: assign((_, { output }: { output: LeaseRequest }) => ({ request: output })),
    noteMembers: assign(({ event }) => (event.type === 'MEMBERS_ALLOCATED' ? { members: event.members } : {})),
    noteBrief: assign((_, { output }: { output: StepBrief }) => ({ brief: output })),
    noteFindings: assign(({ event }) => {
      if (event.type !== 'GATHERED') return {}
      return { findings: event.findings, failed: event.failed ?? [] }
    }),
    makeCall: assign(({ context, event, spawn }) => {
      if (event.type !== 'CALL_REQUESTED') return {}
      const { ordinal, request } = event
      const key = { ...keyOf(context), ordinal }
      const { inquiry, step } = given(context.brief).question
      const input = { key, request, question: wordsOf(inquiry), purpose: step.query }
      const call = spawn('toolCall', { id: `call:${ordinal}`, input })
      return { calls: { ...context.calls, [ordinal]: call } }
    }),
    forgetCall: assign(({ context, event }) => {
      if (!('ordinal' in event)) return {}
      const { [event.ordinal]: _ended, ...calls } = context.calls
      return { calls, asked: event.type === 'CALL_ASKS' ? [...context.asked, event.asked] : context.asked }
    }),
    tellEngine: sendTo('gather', ({ event }) => event as CallNotice),
    /** A call is cut off where the engine's work ends before it. */
    stopCalls: enqueueActions(({ context, enqueue }) => {
      for (const call of Object.values(context.calls)) enqueue.stopChild(call)
      enqueue.assign({ calls: {} })
    }),
    forgetAsked: assign({ asked: [] }),
    noteError: assign((_, { error }: { error: unknown }) => ({ error })),
  },
  guards: {
    stoodAt: ({ context }, params: { state: StepState }) => context.input.state === params.state,
    /** Nothing is under way but what a person must allow. */
    isAsking: ({ context }) => context.asked.length > 0 && Object.keys(context.calls).length === 0,
    isMissing: (_, { error }: { error: unknown }) => toErrorShape(error).code === 'pool.noSuchMember',
    /** Thrown by the store, or because a person's stop overtook the step: nothing more can be written of it. */
    isUnwritable: (_, { error }: { error: unknown }) => {
      const { code } = toErrorShape(error)
      return code.startsWith('store.') || code === 'session.wrongState'
    },
  },
}).createMachine({
  id: 'step',
  context: ({ input }) => ({
    input,
    request: null,
    members: [],
    brief: null,
    findings: null,
    failed: [],
    calls: {},
    asked: [],
    error: null,
  }),
  initial: 'resuming',
  states: {
    resuming: {
      always: [
        { guard: { type: 'stoodAt', params: { state: 'observed' } }, target: 'observed' },
        { guard: { type: 'stoodAt', params: { state: 'failed' } }, target: 'failed' },
        { guard: { type: 'stoodAt', params: { state: 'skipped' } }, target: 'skipped' },
        { guard: { type: 'stoodAt', params: { state: 'blocked' } }, target: 'blocked' },
        {
          guard: { type: 'stoodAt', params: { state: 'awaitingConfirmation' } },
          target: 'awaitingConfirmation',
        },
        { target: 'pending' },
      ],
    },
    /** Waits for the steps that it depends on. */
    pending: {
      entry: { type: 'tellSession', params: { state: 'pending' } },
      on: { START: 'working' },
    },
    working: {
      initial: 'requesting',
      states: {
        requesting: {
          entry: { type: 'tellSession', params: { state: 'allocating' } },
          invoke: {
            src: 'requestMembers',
            input: ({ context }) => keyOf(context),
            onDone: { target: 'leased', actions: { type: 'noteRequest', params: ({ event }) => event } },
            onError: [unwritable, { target: 'recordingFailure', actions: noteThrown }],
          },
        },
        leased: {
          invoke: {
            id: 'lease',
            src: 'holdLease',
            input: ({ context }) => given(context.request),
            onError: { target: 'recordingFailure', actions: noteThrown },
          },
          initial: 'allocating',
          states: {
            allocating: {
              on: {
                MEMBERS_AWAITED: 'recordingWait',
                MEMBERS_ALLOCATED: { target: 'beginning', actions: 'noteMembers' },
              },
            },
            recordingWait: {
              invoke: {
                src: 'recordWaiting',
                input: ({ context, event }) => {
                  if (event.type !== 'MEMBERS_AWAITED') throw new Error(`No wait in ${event.type}.`)
                  return { ...keyOf(context), reason: event.reason, blockedBy: event.blockedBy }
                },
                onDone: 'waiting',
                onError: unrecorded,
              },
              on: {
                MEMBERS_AWAITED: { target: 'recordingWait', reenter: true },
                MEMBERS_ALLOCATED: { target: 'beginning', actions: 'noteMembers' },
              },
            },
            /** `blocked` in its row, with the reason. It goes on by itself. */
            waiting: {
              entry: { type: 'tellSession', params: { state: 'blocked', waits: true } },
              on: {
                MEMBERS_AWAITED: 'recordingWait',
                MEMBERS_ALLOCATED: { target: 'beginning', actions: 'noteMembers' },
              },
            },
            beginning: {
              invoke: {
                src: 'beginGathering',
                input: ({ context }) => ({ ...keyOf(context), members: context.members }),
                onDone: { target: 'gathering', actions: { type: 'noteBrief', params: ({ event }) => event } },
                onError: fails,
              },
              on: { MEMBERS_LOST: { target: 'failing', actions: noteThrown } },
            },
            gathering: {
              entry: ['beginExecuting', { type: 'tellSession', params: { state: 'running' } }],
              exit: 'stopCalls',
              invoke: {
                id: 'gather',
                src: 'gather',
                input: ({ context }) => ({ ...keyOf(context), brief: given(context.brief) }),
                onError: fails,
              },
              always: { guard: 'isAsking', target: 'recordingQuestion' },
              on: {
                CALL_REQUESTED: { actions: ['showLife', 'makeCall'] },
                CALL_RECORDED: { actions: ['showLife', 'forgetCall', 'tellEngine'] },
                CALL_FAILED: { actions: ['showLife', 'forgetCall', 'tellEngine'] },
                CALL_ASKS: { actions: 'forgetCall' },
                GATHERING_PROGRESSED: { actions: 'showLife' },
                GATHERED: { target: 'recording', actions: 'noteFindings' },
                GATHERING_FAILED: fails,
                MEMBERS_LOST: { target: 'failing', actions: noteThrown },
              },
            },
            recording: {
              invoke: {
                src: 'recordFindings',
                input: ({ context }) => ({
                  ...keyOf(context),
                  brief: given(context.brief),
                  findings: given(context.findings),
                }),
                onDone: 'returning',
                onError: fails,
              },
            },
            recordingQuestion: {
              invoke: {
                src: 'recordQuestion',
                input: ({ context }) => ({ ...keyOf(context), asked: context.asked }),
                onDone: 'leavingForAnswer',
                onError: unrecorded,
              },
            },
            /** It holds nothing while a person thinks. */
            leavingForAnswer: {
              entry: [{ type: 'returnMembers', params: { outcome: { kind: 'cancelled' } } }, 'forgetAsked'],
              on: { MEMBERS_RETURNED: '#step.awaitingConfirmation' },
            },
            returning: {
              entry: {
                type: 'returnMembers',
                params: ({ context: { failed } }) => ({
                  outcome: { kind: 'completed' as const, ...(failed.length > 0 ? { failed } : {}) },
                }),
              },
              on: { MEMBERS_RETURNED: '#step.observed' },
            },
            /** The members come back before the failure is written: the one that it names leaves service. */
            failing: {
              entry: {
                type: 'returnMembers',
                params: ({ context }) => ({ outcome: outcomeOf(context.error, context.members) }),
              },
              on: { MEMBERS_RETURNED: '#step.working.recordingFailure' },
            },
          },
          on: {
            MEMBERS_REFUSED: [
              unwritable,
              {
                guard: { type: 'isMissing', params: noteThrown.params },
                target: 'recordingMissing',
                actions: noteThrown,
              },
              { target: 'recordingFailure', actions: noteThrown },
            ],
          },
        },
        recordingMissing: {
          invoke: {
            src: 'recordMissing',
            input: ({ context }) => ({ ...keyOf(context), error: context.error }),
            onDone: '#step.blocked',
            onError: unrecorded,
          },
        },
        recordingFailure: {
          invoke: {
            src: 'recordStepFailure',
            input: ({ context }) => ({
              ...keyOf(context),
              startedAt: context.brief?.startedAt ?? null,
              error: context.error,
            }),
            onDone: '#step.failed',
            onError: unrecorded,
          },
        },
      },
    },
    /** A person must allow a call first: a row, without members, for as long as it takes. */
    awaitingConfirmation: {
      entry: { type: 'tellSession', params: { state: 'awaitingConfirmation', waits: true } },
      invoke: {
        src: 'watchAnswer',
        input: ({ context }) => keyOf(context),
        onError: unrecorded,
      },
      on: { CONFIRMATION_ANSWERED: 'working' },
    },
    observed: { type: 'final', entry: { type: 'tellSession', params: { state: 'observed' } } },
    /** Nobody in service has what it needs: a person must act, then the session starts it anew. */
    blocked: { type: 'final', entry: { type: 'tellSession', params: { state: 'blocked' } } },
    failed: { type: 'final', entry: { type: 'tellSession', params: { state: 'failed' } } },
    skipped: { type: 'final', entry: { type: 'tellSession', params: { state: 'skipped' } } },
    unrecorded: { type: 'final', entry: 'tellUnrecorded' },
  },
})

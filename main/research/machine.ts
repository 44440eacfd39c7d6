import { assign, type DoneActorEvent, enqueueActions, type SnapshotFrom, setup } from 'xstate'
import {
  type NextVersion,
  type PlanStepDraft,
  type SessionState,
  type StepAmendment,
  type StepNeeds,
  sessionState,
} from '../../contract/session/session'
import { noSuchEdge } from '../../contract/session/session-transitions'
import { notProvided } from '../threads'
import { leasedRoleMachine, type RoleFailed } from './leased-role-machine'
import { type EntryState, entryStates, type ResumePoint } from './resume'
import type { OnSession, RoleInput, RoleProgressed, RowsMoved } from './role'
import { isHeldUp, judgeProgress, readySteps, type ScheduledStep } from './schedule'
import { type StepChanged, type StepUnrecorded, stepMachine } from './step-machine'

// Over 300 lines: one life in one chart. Taken apart, no part could be read without the others.

export type ResearchEvent =
  /** A person answers the open round; null: skips it. */
  | { type: 'ANSWER'; answer: string | null }
  | { type: 'ACCEPT_PLAN'; steps: readonly PlanStepDraft[] }
  | { type: 'SEND_BACK'; remark: string; needs: readonly StepNeeds[] }
  | { type: 'STOP' }
  /** Goes on after a stop or a block. */
  | { type: 'RESUME' }
  /** Goes on after a failure. */
  | { type: 'RETRY' }
  /** Asks more, once the report is finished. */
  | { type: 'FOLLOW_UP'; question: NextVersion }
  /** A person changes what a blocked step needs, or leaves it out. */
  | { type: 'AMEND'; stepId: string; change: StepAmendment }
  | RoleProgressed
  | RoleFailed
  | StepChanged
  | StepUnrecorded

export interface ResearchContext {
  readonly sessionId: string
  /** Where the rows stood when the machine began. */
  readonly entry: EntryState
  readonly planId: string | null
  readonly steps: readonly ScheduledStep[]
  /** Whether it goes on by itself once what its steps wait for is free. */
  readonly resumesByItself: boolean
  /** How far the work under way is; null where it does not say. */
  readonly progress: { readonly done: number; readonly total: number | null } | null
  /** What went wrong last, as it was thrown. */
  readonly error: unknown
}

export interface ResearchInput {
  readonly sessionId: string
  readonly point: ResumePoint
}

/** How long steps wait for others before the session shows as paused: what a step of its own gives back reaches the next within it. */
const pauseAfterMs = 500

const stepActorId = (stepId: string): string => `step:${stepId}`

type RoleDone = { event: DoneActorEvent<RowsMoved> }

/** The edges of a state: one for each place where its work may leave the rows. Any other place is an error. */
const oneOf = (from: string, ...entries: readonly EntryState[]) => [
  ...entries.map((entry) => ({
    guard: {
      type: 'standsAt' as const,
      params: ({ event }: RoleDone) => ({ at: event.output.point.entry, entry }),
    },
    target: `#research.${entry}`,
    actions: { type: 'takePoint' as const, params: ({ event }: RoleDone) => event.output },
  })),
  {
    target: from === 'failing' ? '#research.failed' : '#research.failing',
    actions: {
      type: 'noteError' as const,
      params: ({ event }: RoleDone) => ({ error: noSuchEdge(from, event.output.point.entry) }),
    },
  },
]

const fail = {
  target: '#research.failing',
  actions: {
    type: 'noteError',
    params: ({ event }: { event: { readonly error: unknown } }) => ({ error: event.error }),
  },
} as const

function roleInput({
  context,
  self,
}: {
  context: ResearchContext
  self: { send(event: ResearchEvent): void }
}): RoleInput {
  return {
    sessionId: context.sessionId,
    onProgress: (done, total) => self.send({ type: 'PROGRESS', done, total }),
  }
}

/**
 * The life of one research session. Every state's work is an invoked actor that writes its results together with the
 * transition (one transaction) and then answers where the rows stand: that names which edge of the state is taken. So
 * a crash between the two loses nothing, and `resumeState(rows)` is the only way in. The edges are those of
 * contract/session/session-transitions.ts; a test compares them.
 */
export const researchMachine = setup({
  types: {
    context: {} as ResearchContext,
    events: {} as ResearchEvent,
    input: {} as ResearchInput,
    tags: {} as 'recording' | 'settled',
  },
  actors: {
    assessQuestion: notProvided<RowsMoved, RoleInput>('assessQuestion'),
    recordAnswer: notProvided<RowsMoved, OnSession & { readonly answer: string | null }>('recordAnswer'),
    investigate: notProvided<RowsMoved, RoleInput>('investigate'),
    draftPlan: leasedRoleMachine,
    recordAcceptance: notProvided<RowsMoved, OnSession & { readonly steps: readonly PlanStepDraft[] }>(
      'recordAcceptance',
    ),
    recordSendBack: notProvided<
      RowsMoved,
      OnSession & { readonly remark: string; readonly needs: readonly StepNeeds[] }
    >('recordSendBack'),
    step: stepMachine,
    recordPace: notProvided<void, OnSession & { readonly state: 'running' | 'paused' }>('recordPace'),
    concludeSteps: notProvided<RowsMoved, RoleInput>('concludeSteps'),
    writeReport: notProvided<RowsMoved, RoleInput>('writeReport'),
    verifyReport: leasedRoleMachine,
    writePartialReport: notProvided<RowsMoved, RoleInput>('writePartialReport'),
    verifyPartialReport: leasedRoleMachine,
    recordStop: notProvided<RowsMoved, OnSession>('recordStop'),
    recordFailure: notProvided<RowsMoved, OnSession & { readonly error: unknown }>('recordFailure'),
    recordResumption: notProvided<RowsMoved, OnSession>('recordResumption'),
    recordFollowUp: notProvided<RowsMoved, OnSession & { readonly question: NextVersion }>('recordFollowUp'),
    recordAmendment: notProvided<RowsMoved, OnSession & { readonly stepId: string; readonly change: StepAmendment }>(
      'recordAmendment',
    ),
  },
  actions: {
    takePoint: assign((_, { point }: RowsMoved) => ({
      planId: point.plan?.planId ?? null,
      steps: point.plan?.steps ?? [],
      resumesByItself: point.resumesByItself,
      progress: null,
    })),
    noteError: assign((_, params: { error: unknown }) => ({ error: params.error })),
    forgetError: assign({ error: null }),
    noteProgress: assign(({ event }) =>
      event.type === 'PROGRESS' ? { progress: { done: event.done, total: event.total } } : {},
    ),
    spawnSteps: enqueueActions(({ context, enqueue }) => {
      const { sessionId, planId } = context
      for (const { id, state } of context.steps) {
        enqueue.spawnChild('step', {
          id: stepActorId(id),
          input: { sessionId, planId: planId ?? '', stepId: id, state },
        })
      }
    }),
    noteStep: assign(({ context, event }) =>
      event.type === 'STEP_CHANGED'
        ? {
            steps: context.steps.map((step) =>
              step.id === event.stepId ? { ...step, state: event.state, waits: event.waits } : step,
            ),
          }
        : {},
    ),
    /** What waited is asked about anew when the session goes on. */
    unblockWaiting: assign(({ context }) => ({
      steps: context.steps.map((step) => (step.waits ? { ...step, state: 'pending' as const, waits: false } : step)),
    })),
    startReadySteps: enqueueActions(({ context, enqueue }) => {
      for (const { id } of readySteps(context.steps)) enqueue.sendTo(stepActorId(id), { type: 'START' })
    }),
    stopSteps: enqueueActions(({ context, enqueue }) => {
      for (const { id } of context.steps) enqueue.stopChild(stepActorId(id))
    }),
  },
  guards: {
    entersAt: ({ context }, params: { entry: EntryState }) => context.entry === params.entry,
    standsAt: (_, params: { at: EntryState; entry: EntryState }) => params.at === params.entry,
    isProceeding: ({ context }) => judgeProgress(context.steps) === 'proceeding',
    isStuck: ({ context }) => judgeProgress(context.steps) === 'stuck',
    isHeldUp: ({ context }) => isHeldUp(context.steps) && !context.resumesByItself,
    isFinished: ({ context }) => judgeProgress(context.steps) === 'finished',
    isBlocked: ({ context }) => judgeProgress(context.steps) === 'blocked',
  },
}).createMachine({
  id: 'research',
  context: ({ input }) => ({
    sessionId: input.sessionId,
    entry: input.point.entry,
    planId: input.point.plan?.planId ?? null,
    steps: input.point.plan?.steps ?? [],
    resumesByItself: input.point.resumesByItself,
    progress: null,
    error: null,
  }),
  initial: 'entering',
  on: { PROGRESS: { actions: 'noteProgress' } },
  states: {
    /** Goes where the rows stand. */
    entering: {
      tags: 'recording',
      always: entryStates.map((entry) => ({
        guard: { type: 'entersAt' as const, params: { entry } },
        target: `#research.${entry}`,
      })),
    },

    coordinating: {
      invoke: {
        src: 'assessQuestion',
        input: roleInput,
        onDone: oneOf('coordinating', 'awaitingClarification', 'investigating', 'planning', 'reporting'),
        onError: fail,
      },
      on: { STOP: 'stopping' },
    },

    awaitingClarification: {
      initial: 'waiting',
      states: {
        waiting: { on: { ANSWER: 'recording', STOP: '#research.stopping' } },
        recording: {
          tags: 'recording',
          invoke: {
            src: 'recordAnswer',
            input: ({ context, event }) => ({
              sessionId: context.sessionId,
              answer: event.type === 'ANSWER' ? event.answer : null,
            }),
            onDone: oneOf('awaitingClarification', 'coordinating', 'investigating', 'planning'),
            onError: fail,
          },
        },
      },
    },

    investigating: {
      invoke: {
        src: 'investigate',
        input: roleInput,
        onDone: oneOf('investigating', 'planning'),
        onError: fail,
      },
      on: { STOP: 'stopping' },
    },

    planning: {
      invoke: {
        src: 'draftPlan',
        input: ({ context }) => ({ sessionId: context.sessionId }),
        onDone: oneOf('planning', 'awaitingPlanReview', 'running', 'reporting'),
        onError: fail,
      },
      on: { ROLE_FAILED: fail, STOP: 'stopping' },
    },

    awaitingPlanReview: {
      initial: 'waiting',
      states: {
        waiting: {
          on: { ACCEPT_PLAN: 'recordingAcceptance', SEND_BACK: 'recordingSendBack', STOP: '#research.stopping' },
        },
        recordingAcceptance: {
          tags: 'recording',
          invoke: {
            src: 'recordAcceptance',
            input: ({ context, event }) => ({
              sessionId: context.sessionId,
              steps: event.type === 'ACCEPT_PLAN' ? event.steps : [],
            }),
            onDone: oneOf('awaitingPlanReview', 'running'),
            onError: fail,
          },
        },
        recordingSendBack: {
          tags: 'recording',
          invoke: {
            src: 'recordSendBack',
            input: ({ context, event }) => ({
              sessionId: context.sessionId,
              remark: event.type === 'SEND_BACK' ? event.remark : '',
              needs: event.type === 'SEND_BACK' ? event.needs : [],
            }),
            onDone: oneOf('awaitingPlanReview', 'planning'),
            onError: fail,
          },
        },
      },
    },

    /** The plan's steps are at work; `proceeding` and `paused` tell whether any can go on. */
    running: {
      entry: ['spawnSteps', 'startReadySteps'],
      exit: 'stopSteps',
      initial: 'proceeding',
      on: {
        STEP_CHANGED: { actions: ['noteStep', 'startReadySteps'] },
        STEP_UNRECORDED: {
          target: 'failing',
          actions: { type: 'noteError', params: ({ event }) => ({ error: event.error }) },
        },
        STOP: 'stopping',
      },
      states: {
        proceeding: {
          invoke: {
            src: 'recordPace',
            input: ({ context }) => ({ sessionId: context.sessionId, state: 'running' }),
            onError: fail,
          },
          always: [
            { guard: 'isFinished', target: '#research.concluding' },
            { guard: 'isBlocked', target: '#research.concluding' },
          ],
          initial: 'working',
          states: {
            working: { always: { guard: 'isStuck', target: 'waiting' } },
            waiting: {
              always: { guard: 'isProceeding', target: 'working' },
              after: {
                [pauseAfterMs]: [
                  { guard: 'isHeldUp', target: '#research.running.held' },
                  { target: '#research.running.paused' },
                ],
              },
            },
          },
        },
        paused: {
          invoke: {
            src: 'recordPace',
            input: ({ context }) => ({ sessionId: context.sessionId, state: 'paused' }),
            onError: fail,
          },
          // It goes on by itself: a person who asks for it is not refused.
          on: { RESUME: { target: 'paused', reenter: true } },
          always: [
            { guard: 'isProceeding', target: 'proceeding' },
            { guard: 'isFinished', target: '#research.concluding' },
            { guard: 'isBlocked', target: '#research.concluding' },
          ],
        },
        /** Paused until a person has it go on: its steps have left the pool's waiting list. */
        held: {
          entry: ['stopSteps', 'unblockWaiting'],
          invoke: {
            src: 'recordPace',
            input: ({ context }) => ({ sessionId: context.sessionId, state: 'paused' }),
            onError: fail,
          },
          on: {
            RESUME: { target: '#research.running', reenter: true },
            // What a step said just before it was stopped.
            STEP_CHANGED: {},
          },
        },
      },
    },

    /** No step can do more: on to the report, to a plan for what is missing, or to a person. */
    concluding: {
      invoke: {
        src: 'concludeSteps',
        input: roleInput,
        onDone: oneOf('running', 'planning', 'reporting', 'blockedReview'),
        onError: fail,
      },
      on: { STOP: 'stopping' },
    },

    reporting: {
      invoke: {
        src: 'writeReport',
        input: roleInput,
        onDone: oneOf('reporting', 'verifying'),
        onError: fail,
      },
      on: { STOP: 'stopping' },
    },

    verifying: {
      invoke: {
        src: 'verifyReport',
        input: ({ context }) => ({ sessionId: context.sessionId }),
        onDone: oneOf('verifying', 'done'),
        onError: fail,
      },
      on: { ROLE_FAILED: fail, STOP: 'stopping' },
    },

    done: {
      initial: 'settled',
      states: {
        settled: { tags: 'settled', on: { FOLLOW_UP: 'recording' } },
        recording: {
          tags: 'recording',
          invoke: {
            src: 'recordFollowUp',
            input: ({ context, event }) => {
              if (event.type !== 'FOLLOW_UP') throw new Error(`No question in ${event.type}.`)
              return { sessionId: context.sessionId, question: event.question }
            },
            onDone: oneOf('done', 'investigating', 'planning', 'reporting'),
            onError: fail,
          },
        },
      },
    },

    /** A person must add or change something, then RESUME. */
    blockedReview: {
      tags: 'settled',
      on: { RESUME: 'resuming', STOP: 'stopping', AMEND: 'amending' },
    },

    amending: {
      tags: 'recording',
      invoke: {
        src: 'recordAmendment',
        input: ({ context, event }) => {
          if (event.type !== 'AMEND') throw new Error(`No amendment in ${event.type}.`)
          return { sessionId: context.sessionId, stepId: event.stepId, change: event.change }
        },
        onDone: oneOf('blockedReview', 'blockedReview'),
        onError: fail,
      },
    },

    /** What was written just before the stop counts: the report may be done. */
    stopping: {
      tags: 'recording',
      invoke: {
        src: 'recordStop',
        input: ({ context }) => ({ sessionId: context.sessionId }),
        onDone: oneOf('stopping', 'stopped.reporting', 'stopped.verifying', 'stopped.settled', 'done'),
        onError: fail,
      },
    },

    /** Partial work is kept: what the finished steps found becomes a partial report. */
    stopped: {
      initial: 'settled',
      states: {
        reporting: {
          invoke: {
            src: 'writePartialReport',
            input: roleInput,
            onDone: oneOf('stopped', 'stopped.verifying'),
            onError: fail,
          },
        },
        verifying: {
          invoke: {
            src: 'verifyPartialReport',
            input: ({ context }) => ({ sessionId: context.sessionId }),
            onDone: oneOf('stopped', 'stopped.settled'),
            onError: fail,
          },
          on: { ROLE_FAILED: fail },
        },
        settled: { tags: 'settled', on: { RESUME: '#research.resuming' } },
      },
    },

    failing: {
      tags: 'recording',
      invoke: {
        src: 'recordFailure',
        input: ({ context }) => ({ sessionId: context.sessionId, error: context.error }),
        onDone: oneOf('failing', 'failed', 'blockedReview', 'done'),
        // The failure itself could not be written. The rows still name the state in which it happened, so the next
        // start takes the session up there.
        onError: { target: 'failed', actions: { type: 'noteError', params: ({ event }) => ({ error: event.error }) } },
      },
    },

    failed: {
      tags: 'settled',
      on: { RETRY: 'resuming' },
    },

    resuming: {
      tags: 'recording',
      entry: 'forgetError',
      invoke: {
        src: 'recordResumption',
        input: ({ context }) => ({ sessionId: context.sessionId }),
        onDone: oneOf(
          'resuming',
          'coordinating',
          'awaitingClarification',
          'investigating',
          'planning',
          'awaitingPlanReview',
          'running',
          'reporting',
          'verifying',
          'stopped.reporting',
          'stopped.verifying',
          'stopped.settled',
          'done',
        ),
        onError: fail,
      },
    },
  },
})

/** The state that a person sees, where the machine itself says it; null while it only writes or enters. */
export function shownState({ value }: Pick<SnapshotFrom<typeof researchMachine>, 'value'>): SessionState | null {
  if (typeof value === 'object' && 'running' in value) {
    return value.running === 'paused' || value.running === 'held' ? 'paused' : 'running'
  }
  // The engine may take its time to say what is missing: the steps' state lasts until it has.
  if (value === 'concluding') return 'running'
  const name = typeof value === 'string' ? value : Object.keys(value)[0]
  return sessionState.safeParse(name).data ?? null
}

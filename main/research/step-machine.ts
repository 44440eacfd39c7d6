import { assign, fromPromise, sendParent, setup } from 'xstate'
import type { StepState } from '../../contract/session'

/** How a step's work ended; its rows are already written when the machine hears it. */
export interface StepOutcome {
  readonly state: 'observed' | 'blocked' | 'failed'
}

/** What a step's work tells while it goes on. */
export type StepNotice =
  /** Nobody is free: it waits in the pool. */
  { type: 'EXECUTOR_AWAITED' } | { type: 'EXECUTOR_ALLOCATED' }

export type StepEvent = { type: 'START' } | { type: 'SKIP' } | StepNotice

export interface StepInput {
  readonly sessionId: string
  readonly planId: string
  readonly stepId: string
  /** Where its row stands. `allocating` and `running` are taken up as `pending`: their work died unfinished. */
  readonly state: StepState
}

export interface PerformStepInput {
  readonly sessionId: string
  readonly planId: string
  readonly stepId: string
  readonly notify: (notice: StepNotice) => void
}

/** Tells the session that a step now stands elsewhere. */
export interface StepChanged {
  readonly type: 'STEP_CHANGED'
  readonly stepId: string
  readonly state: StepState
  /** In the pool's waiting list, so that it cannot proceed for now. */
  readonly waits: boolean
}

/** Tells the session that the rows of a step could not be written. */
export interface StepUnrecorded {
  readonly type: 'STEP_UNRECORDED'
  readonly stepId: string
  readonly error: unknown
}

/**
 * One step of a plan. Its work (allocate an executor, gather evidence, write what was found, return the executor) is
 * one invoked actor, so that the executor comes back whatever happens to the machine.
 */
export const stepMachine = setup({
  types: {
    context: {} as { readonly input: StepInput; readonly error: unknown },
    events: {} as StepEvent,
    input: {} as StepInput,
  },
  actors: {
    performStep: fromPromise<StepOutcome, PerformStepInput>(() =>
      Promise.reject(new Error('performStep was not provided.')),
    ),
  },
  actions: {
    tellSession: sendParent(
      ({ context }, params: { state: StepState; waits?: true }): StepChanged => ({
        type: 'STEP_CHANGED',
        stepId: context.input.stepId,
        state: params.state,
        waits: params.waits ?? false,
      }),
    ),
    tellUnrecorded: sendParent(
      ({ context }, params: { error: unknown }): StepUnrecorded => ({
        type: 'STEP_UNRECORDED',
        stepId: context.input.stepId,
        error: params.error,
      }),
    ),
    noteError: assign({ error: (_, params: { error: unknown }) => params.error }),
  },
  guards: {
    stoodAt: ({ context }, params: { state: StepState }) => context.input.state === params.state,
    isOutcome: (_, params: { outcome: StepOutcome; state: StepOutcome['state'] }) =>
      params.outcome.state === params.state,
  },
}).createMachine({
  id: 'step',
  context: ({ input }) => ({ input, error: null }),
  initial: 'resuming',
  states: {
    resuming: {
      always: [
        { guard: { type: 'stoodAt', params: { state: 'observed' } }, target: 'observed' },
        { guard: { type: 'stoodAt', params: { state: 'failed' } }, target: 'failed' },
        { guard: { type: 'stoodAt', params: { state: 'skipped' } }, target: 'skipped' },
        { guard: { type: 'stoodAt', params: { state: 'blocked' } }, target: 'blocked' },
        { target: 'pending' },
      ],
    },
    /** Waits for the steps that it depends on. */
    pending: {
      entry: { type: 'tellSession', params: { state: 'pending' } },
      on: { START: 'working', SKIP: 'skipped' },
    },
    working: {
      invoke: {
        src: 'performStep',
        input: ({ context, self }) => ({
          sessionId: context.input.sessionId,
          planId: context.input.planId,
          stepId: context.input.stepId,
          notify: (notice) => self.send(notice),
        }),
        onDone: [
          { guard: ({ event }) => event.output.state === 'observed', target: 'observed' },
          { guard: ({ event }) => event.output.state === 'blocked', target: 'blocked' },
          { target: 'failed' },
        ],
        onError: {
          target: 'unrecorded',
          actions: [{ type: 'noteError', params: ({ event }) => ({ error: event.error }) }],
        },
      },
      initial: 'allocating',
      states: {
        allocating: {
          entry: { type: 'tellSession', params: { state: 'allocating' } },
          on: { EXECUTOR_AWAITED: 'waiting', EXECUTOR_ALLOCATED: 'running' },
        },
        /** Others hold what it needs: `blocked` in its row, with the reason. It goes on by itself. */
        waiting: {
          entry: { type: 'tellSession', params: { state: 'blocked', waits: true } },
          on: { EXECUTOR_ALLOCATED: 'running' },
        },
        running: { entry: { type: 'tellSession', params: { state: 'running' } } },
      },
    },
    observed: { type: 'final', entry: { type: 'tellSession', params: { state: 'observed' } } },
    /** Nobody in service has what it needs: a person must act, then the session starts it anew. */
    blocked: { type: 'final', entry: { type: 'tellSession', params: { state: 'blocked' } } },
    failed: { type: 'final', entry: { type: 'tellSession', params: { state: 'failed' } } },
    skipped: { type: 'final', entry: { type: 'tellSession', params: { state: 'skipped' } } },
    unrecorded: {
      type: 'final',
      entry: { type: 'tellUnrecorded', params: ({ context }) => ({ error: context.error }) },
    },
  },
})

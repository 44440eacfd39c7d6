import { and, assign, not, or, setup } from 'xstate'
import type { ErrorShape } from '../../contract/error-shape'
import { toErrorShape } from '../../contract/errors'
import { callbackNotProvided, notProvided } from '../threads'
import type { Observation, Weighed } from './ports'
import type { RaisedQuestion } from './raise-questions'

export type LearnerEvent =
  /** Of the machine it runs on, and of the work on it. */
  | { type: 'OBSERVED'; observation: Observation }
  /** Settings, library or domains are other than before, or a person paused or resumed. */
  | { type: 'CHANGED' }
  /** A person wants so many questions asked now. */
  | { type: 'DEMANDED'; questions: number }
  | { type: 'WITHDRAWN' }

interface LearnerContext {
  /** Null until the first one of the present wait. */
  readonly observation: Observation | null
  readonly next: RaisedQuestion | null
  readonly demanded: number
  readonly error: ErrorShape | null
}

const outputOf = (event: unknown): Weighed => (event as { output: Weighed }).output

/**
 * The background learner of a project. It asks one question at a time, and only while it is on and not paused, has budget
 * left, and nobody is at the machine, which is on mains power and has nothing else to do. Rows say what was asked and spent;
 * they are weighed anew before each question. A person may want questions asked now: then only other work is waited for.
 */
export const learnerMachine = setup({
  types: { context: {} as LearnerContext, events: {} as LearnerEvent },
  actors: {
    weigh: notProvided<Weighed, undefined>('weigh'),
    watch: callbackNotProvided<LearnerEvent, { readonly isDemanded: boolean }>('watch'),
    ask: notProvided<void, { readonly question: RaisedQuestion; readonly isDemanded: boolean }>('ask'),
  },
  actions: {
    keepNext: assign({ next: ({ event }) => outputOf(event).next, error: null }),
    keepError: assign({
      error: ({ event }) => toErrorShape((event as unknown as { error: unknown }).error),
      demanded: 0,
    }),
    countDown: assign({ demanded: ({ context }) => Math.max(0, context.demanded - 1) }),
    addDemand: assign(({ context, event }) =>
      event.type === 'DEMANDED' ? { demanded: context.demanded + event.questions } : {},
    ),
    endDemand: assign({ demanded: 0 }),
    observe: assign(({ event }) => (event.type === 'OBSERVED' ? { observation: event.observation } : {})),
    forgetObservation: assign({ observation: null }),
    reportError: () => undefined,
  },
  guards: {
    isOn: ({ event }) => outputOf(event).isOn,
    isPaused: ({ event }) => outputOf(event).isPaused,
    hasBudget: ({ event }) => outputOf(event).hasBudget,
    hasQuestion: ({ event }) => outputOf(event).next !== null,
    isDemanded: ({ context }) => context.demanded > 0,
    isQuiet: ({ context }) => context.observation !== null && !context.observation.isBusy,
    isIdle: ({ context }) => context.observation?.presence?.isIdle === true,
    onMains: ({ context }) => context.observation?.presence?.onMains === true,
    mayAsk: and(['isQuiet', or(['isDemanded', and(['isIdle', 'onMains'])])]),
  },
  delays: {
    /** A day may have ended. */
    spentFor: 10 * 60_000,
    failedFor: 5 * 60_000,
  },
}).createMachine({
  id: 'learner',
  context: { observation: null, next: null, demanded: 0, error: null },
  initial: 'weighing',
  on: {
    CHANGED: '.weighing',
    DEMANDED: { target: '.weighing', actions: 'addDemand' },
    WITHDRAWN: { target: '.weighing', actions: 'endDemand' },
  },
  states: {
    weighing: {
      invoke: {
        src: 'weigh',
        onDone: [
          { guard: and(['isDemanded', 'hasQuestion']), target: 'attending', actions: 'keepNext' },
          { guard: 'isDemanded', target: 'exhausted', actions: 'endDemand' },
          { guard: not('isOn'), target: 'off' },
          { guard: 'isPaused', target: 'paused' },
          { guard: not('hasBudget'), target: 'spent' },
          { guard: not('hasQuestion'), target: 'exhausted' },
          { target: 'attending', actions: 'keepNext' },
        ],
        onError: { target: 'failed', actions: ['keepError', 'reportError'] },
      },
    },
    off: {},
    paused: {},
    spent: { after: { spentFor: 'weighing' } },
    /** Everything that the library raises was asked. */
    exhausted: {},
    failed: { after: { failedFor: 'weighing' } },
    attending: {
      initial: 'waiting',
      entry: 'forgetObservation',
      invoke: {
        src: 'watch',
        input: ({ context }) => ({ isDemanded: context.demanded > 0 }),
        onError: { target: 'failed', actions: ['keepError', 'reportError'] },
      },
      on: { OBSERVED: { actions: 'observe' } },
      states: {
        waiting: { always: { guard: 'mayAsk', target: 'asking' } },
        asking: {
          // Left, it is stopped: what was asked is asked again another time.
          always: { guard: not('mayAsk'), target: 'waiting' },
          invoke: {
            src: 'ask',
            input: ({ context }) => ({ question: context.next!, isDemanded: context.demanded > 0 }),
            onDone: { target: '#learner.weighing', actions: 'countDown' },
            onError: { target: '#learner.failed', actions: ['keepError', 'reportError'] },
          },
        },
      },
    },
  },
})

import { QuarryError } from '../errors'
import type { SessionState } from './session'

/** What a person may do with a session, beside reading, naming, archiving and deleting it. */
export type PersonAct = 'answer' | 'skip' | 'accept' | 'sendBack' | 'amend' | 'followUp' | 'resume' | 'retry' | 'stop'

/** What moves a session: the line of its log that is written in the same transaction. */
export type TransitionCause =
  | 'clarification.asked'
  | 'clarification.answered'
  | 'clarification.skipped'
  | 'question.accepted'
  | 'investigation.finished'
  | 'plan.drafted'
  | 'plan.approved'
  | 'plan.sentBack'
  | 'evidence.sufficient'
  | 'steps.incomplete'
  | 'steps.finished'
  | 'report.written'
  | 'report.verified'
  | 'followUp.asked'
  | 'update.asked'
  | `session.${'paused' | 'proceeded' | 'blocked' | 'stopped' | 'failed' | 'resumed' | 'retried'}`

interface StateTransitions {
  /** Who acts next: Quarry, a person, or other sessions by giving back what this one needs. Nobody: it is over. */
  readonly turn: 'quarry' | 'person' | 'others' | 'nobody'
  readonly next: { readonly [State in SessionState]?: readonly TransitionCause[] }
  readonly acts: readonly PersonAct[]
}

const interrupted = { stopped: ['session.stopped'], failed: ['session.failed'] } as const
/** Work may also find that it lacks something that a person can add. */
const working = { ...interrupted, blockedReview: ['session.blocked'] } as const
const stepsOver = { planning: ['steps.incomplete'], reporting: ['steps.finished'] } as const

/**
 * The life of a session as rows keep it: every state, the states that may follow with what causes it, and what a
 * person may do. `moveSession` refuses every other move; machine, chart and docs are compared with it by tests.
 */
export const sessionTransitions = {
  coordinating: {
    turn: 'quarry',
    next: {
      awaitingClarification: ['clarification.asked'],
      investigating: ['question.accepted'],
      // A quick answer needs no look around, and a person can switch it off.
      planning: ['question.accepted'],
      // What a language model answers alone needs no steps.
      reporting: ['question.accepted'],
      ...working,
    },
    acts: ['stop'],
  },
  awaitingClarification: {
    turn: 'person',
    next: {
      coordinating: ['clarification.answered'],
      investigating: ['clarification.skipped'],
      // Where the session does not look around.
      planning: ['clarification.skipped'],
      ...interrupted,
    },
    acts: ['answer', 'skip', 'stop'],
  },
  investigating: { turn: 'quarry', next: { planning: ['investigation.finished'], ...working }, acts: ['stop'] },
  planning: {
    turn: 'quarry',
    next: {
      awaitingPlanReview: ['plan.drafted'],
      running: ['plan.approved'],
      reporting: ['evidence.sufficient'],
      ...working,
    },
    acts: ['stop'],
  },
  awaitingPlanReview: {
    turn: 'person',
    next: { running: ['plan.approved'], planning: ['plan.sentBack'], ...interrupted },
    acts: ['accept', 'sendBack', 'stop'],
  },
  running: { turn: 'quarry', next: { ...stepsOver, paused: ['session.paused'], ...working }, acts: ['stop'] },
  reporting: { turn: 'quarry', next: { verifying: ['report.written'], ...working }, acts: ['stop'] },
  verifying: { turn: 'quarry', next: { done: ['report.verified'], ...working }, acts: ['stop'] },
  done: {
    turn: 'nobody',
    // Research after a quick answer looks around first.
    next: {
      investigating: ['followUp.asked'],
      planning: ['followUp.asked', 'update.asked'],
      reporting: ['followUp.asked'],
    },
    acts: ['followUp'],
  },
  paused: {
    turn: 'others',
    next: { running: ['session.proceeded'], ...stepsOver, ...working },
    acts: ['resume', 'stop'],
  },
  blockedReview: {
    turn: 'person',
    next: {
      coordinating: ['session.resumed'],
      investigating: ['session.resumed'],
      planning: ['session.resumed'],
      running: ['session.resumed'],
      reporting: ['session.resumed'],
      verifying: ['session.resumed'],
      ...interrupted,
    },
    acts: ['amend', 'resume', 'stop'],
  },
  stopped: {
    turn: 'nobody',
    next: {
      coordinating: ['session.resumed'],
      awaitingClarification: ['session.resumed'],
      investigating: ['session.resumed'],
      planning: ['session.resumed'],
      awaitingPlanReview: ['session.resumed'],
      running: ['session.resumed'],
      reporting: ['session.resumed'],
      verifying: ['session.resumed'],
      // The partial report.
      stopped: ['report.written', 'report.verified'],
      failed: ['session.failed'],
    },
    acts: ['resume'],
  },
  failed: {
    turn: 'nobody',
    next: {
      coordinating: ['session.retried'],
      awaitingClarification: ['session.retried'],
      investigating: ['session.retried'],
      planning: ['session.retried'],
      awaitingPlanReview: ['session.retried'],
      running: ['session.retried'],
      reporting: ['session.retried'],
      verifying: ['session.retried'],
      stopped: ['session.retried'],
    },
    acts: ['retry'],
  },
} as const satisfies Record<SessionState, StateTransitions>

/** A state's transitions, widened so that any state and cause can be looked up. */
export function transitionsOf(state: SessionState): StateTransitions {
  return sessionTransitions[state]
}

/** Whether a person may do this with a session in this state. */
export const mayAct = (state: SessionState, act: PersonAct): boolean => transitionsOf(state).acts.includes(act)

/** States in which Quarry works. */
export const quarrysTurn: readonly SessionState[] = (Object.keys(sessionTransitions) as SessionState[]).filter(
  (state) => transitionsOf(state).turn === 'quarry',
)

/** Whether nothing happens by itself any more. */
export const isOver = (state: SessionState): boolean => transitionsOf(state).turn === 'nobody'

/** Whether it has work to do and does none: a person is asked, or others hold what it needs. */
export const isWaiting = (state: SessionState): boolean => !isOver(state) && transitionsOf(state).turn !== 'quarry'

/** The states that may follow a state, in the table's order. */
export function nextStates(state: SessionState): SessionState[] {
  return Object.keys(sessionTransitions[state].next) as SessionState[]
}

/** The error of a move that the table does not have. */
export function noSuchEdge(from: string, to: string, cause?: string): QuarryError {
  return new QuarryError('internal', `A session does not go from “${from}” to “${to}”${cause ? ` by ${cause}` : ''}.`, {
    context: { from, to },
  })
}

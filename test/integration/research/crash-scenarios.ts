import type { SessionSettings, SessionState } from '../../../contract/session/session'
import type { EngineMethod } from './scripted-engine'

/** One session of the process that is killed: how far it gets, and what is left to do of it. */
export interface Scenario {
  /** Its question, by which the engine knows it. */
  readonly question: string
  readonly settings: SessionSettings
  /** Where its rows stand when the process is killed. */
  readonly state: SessionState
  /** The engine never answers this call. */
  readonly hangsAt?: { readonly method: EngineMethod; readonly detail?: string }
  readonly isAsked?: true
  /** Nothing is indexed while it begins; its question for material is skipped. */
  readonly lacksMaterial?: true
  readonly everyStepFails?: true
  /** This step has been observed when the process is killed (and before the stop, where it is stopped). */
  readonly observed?: string
  readonly isStopped?: true
  /** Ids of the steps that turn out to be missing once those of the plan are over. */
  readonly gaps?: readonly string[]
  /** What a person does after the restart. */
  readonly act?: 'answer' | 'accept' | 'retry' | 'resume'
  /** Calls of the engine after the restart, sorted. */
  readonly callsLeft: readonly string[]
  readonly ends: 'done' | 'stopped'
}

const alone: SessionSettings = { clarify: false, autoAccept: true }
const asking: SessionSettings = { clarify: true, autoAccept: true }
const wholeWay = [
  'assessQuestion',
  'investigate',
  'plan',
  'gatherEvidence a',
  'gatherEvidence b',
  'gatherEvidence c',
  'findGaps',
  'writeReport',
  'verifyReport',
]
const since = (call: string): string[] => wholeWay.slice(wholeWay.indexOf(call)).sort()

/**
 * In the order in which they are brought where they stand. The pool has two executors, one orchestrator and one
 * reviewer: those that hold one for ever come after those that still need it.
 */
export const scenarios: readonly Scenario[] = [
  {
    question: 'Blocked for want of material?',
    settings: asking,
    lacksMaterial: true,
    state: 'blockedReview',
    act: 'resume',
    callsLeft: since('investigate'),
    ends: 'done',
  },
  { question: 'Done?', settings: alone, state: 'done', callsLeft: [], ends: 'done' },
  {
    question: 'Failed?',
    settings: alone,
    everyStepFails: true,
    state: 'failed',
    act: 'retry',
    callsLeft: since('gatherEvidence a'),
    ends: 'done',
  },
  {
    question: 'Coordinating?',
    settings: asking,
    hangsAt: { method: 'assessQuestion' },
    state: 'coordinating',
    callsLeft: since('assessQuestion'),
    ends: 'done',
  },
  {
    question: 'Awaiting clarification?',
    settings: asking,
    isAsked: true,
    state: 'awaitingClarification',
    act: 'answer',
    callsLeft: since('assessQuestion'),
    ends: 'done',
  },
  {
    question: 'Investigating?',
    settings: alone,
    hangsAt: { method: 'investigate' },
    state: 'investigating',
    callsLeft: since('investigate'),
    ends: 'done',
  },
  {
    question: 'Awaiting plan review?',
    settings: { clarify: false, autoAccept: false },
    state: 'awaitingPlanReview',
    act: 'accept',
    callsLeft: since('gatherEvidence a'),
    ends: 'done',
  },
  {
    question: 'Finding out what is missing?',
    settings: alone,
    gaps: ['d'],
    hangsAt: { method: 'findGaps' },
    observed: 'c',
    state: 'running',
    callsLeft: [...since('findGaps'), 'plan d', 'gatherEvidence d', 'findGaps'].sort(),
    ends: 'done',
  },
  {
    question: 'Reporting?',
    settings: alone,
    hangsAt: { method: 'writeReport' },
    state: 'reporting',
    callsLeft: since('writeReport'),
    ends: 'done',
  },
  {
    question: 'Stopped before the partial report?',
    settings: alone,
    hangsAt: { method: 'writeReport' },
    observed: 'a',
    isStopped: true,
    state: 'stopped',
    callsLeft: since('writeReport'),
    ends: 'stopped',
  },
  {
    question: 'Stopped before its verification?',
    settings: alone,
    hangsAt: { method: 'verifyReport' },
    observed: 'a',
    isStopped: true,
    state: 'stopped',
    callsLeft: since('verifyReport'),
    ends: 'stopped',
  },
  {
    question: 'Verifying?',
    settings: alone,
    // The reviewer is held by the scenario before it: this one waits for it.
    state: 'verifying',
    callsLeft: since('verifyReport'),
    ends: 'done',
  },
  {
    question: 'Running before its first observation?',
    settings: alone,
    hangsAt: { method: 'gatherEvidence', detail: 'a' },
    observed: 'b',
    state: 'running',
    callsLeft: since('gatherEvidence a').filter((call) => call !== 'gatherEvidence b'),
    ends: 'done',
  },
  {
    question: 'Running between observations?',
    settings: alone,
    hangsAt: { method: 'gatherEvidence', detail: 'b' },
    observed: 'a',
    state: 'running',
    callsLeft: since('gatherEvidence b'),
    ends: 'done',
  },
  {
    question: 'Paused?',
    settings: alone,
    state: 'paused',
    callsLeft: since('gatherEvidence a'),
    ends: 'done',
  },
  {
    question: 'Planning?',
    settings: alone,
    hangsAt: { method: 'plan' },
    state: 'planning',
    callsLeft: since('plan'),
    ends: 'done',
  },
]

export const executors = 2

export const round = {
  round: 1,
  kind: 'tooBroad' as const,
  prompt: { kind: 'askNarrower' as const, values: { subject: 'wings' } },
  reason: { kind: 'questionTooBroad' as const, values: { subject: 'wings', passages: 3, sources: 1 } },
  suggestions: ['Wings'],
}

/** What is missing of a scenario's question. */
export function gapsOf(question: string): string[][] {
  const { gaps } = scenarios.find((scenario) => scenario.question === question) ?? {}
  return gaps === undefined ? [] : [[...gaps]]
}

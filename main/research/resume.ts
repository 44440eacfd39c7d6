import {
  type SessionSettings,
  type StepState,
  type StepView,
  sessionState,
  stepState,
} from '../../contract/session/session'
import { transitionsOf } from '../../contract/session/session-transitions'
import type { ScheduledStep } from './schedule'

/** Everything about a session's rows that decides where its machine starts. */
export interface SessionRows {
  readonly state: string
  readonly interruptedState: string | null
  /** The newest plan for the question that is worked on, or null. */
  readonly plan: {
    readonly planId: string
    readonly approved: boolean
    readonly steps: readonly {
      readonly id: string
      readonly dependsOn: readonly string[]
      readonly state: string
      readonly blockedBy: StepView['blockedBy']
    }[]
  } | null
  /** Null where none was written yet. */
  readonly report: { readonly verified: boolean } | null
  readonly hasObservations: boolean
  readonly settings: Pick<SessionSettings, 'resumesByItself'>
}

/** Where the machine starts. `stopped` is taken apart: a partial report may still have to be written or verified. */
export const entryStates = [
  'coordinating',
  'awaitingClarification',
  'investigating',
  'planning',
  'awaitingPlanReview',
  'running',
  'reporting',
  'verifying',
  'done',
  'blockedReview',
  'stopped.reporting',
  'stopped.verifying',
  'stopped.settled',
  'failed',
] as const
export type EntryState = (typeof entryStates)[number]
type StoppedEntry = Extract<EntryState, `stopped.${string}`>

export interface ResumePoint {
  readonly entry: EntryState
  readonly plan: { readonly planId: string; readonly steps: readonly ScheduledStep[] } | null
  /** Whether it goes on by itself once what it waits for is free. */
  readonly resumesByItself: boolean
}

function resumeStep(step: NonNullable<SessionRows['plan']>['steps'][number]): ScheduledStep {
  const parsed = stepState.safeParse(step.state)
  // What was under way died with its process and left nothing behind (an observation and the state `observed` are
  // written together), so it starts again. A state that this version does not know is taken the same way.
  const dead: ReadonlySet<StepState> = new Set(['allocating', 'running'])
  // What goes on by itself is asked about anew; only what nobody has still needs a person.
  const isShort =
    step.state === 'blocked' && (step.blockedBy === 'resource_shortage' || step.blockedBy === 'dependency_not_ready')
  const state = parsed.success && !dead.has(parsed.data) && !isShort ? parsed.data : 'pending'
  return { id: step.id, dependsOn: step.dependsOn, state, waits: state === 'awaitingConfirmation' }
}

function resumeStopped(rows: SessionRows): StoppedEntry {
  // The whole report is there, and waits for its verification to go on.
  if (rows.interruptedState === 'verifying') return 'stopped.settled'
  if (rows.report === null) return rows.hasObservations ? 'stopped.reporting' : 'stopped.settled'
  return rows.report.verified ? 'stopped.settled' : 'stopped.verifying'
}

/**
 * Where a session's machine starts, from its rows alone: at start, after a crash, and when a person has it go on.
 * Pure. Null where the state's name is not known (rows of a newer version): such a session is left alone.
 */
export function resumeState(rows: SessionRows): ResumePoint | null {
  const parsed = sessionState.safeParse(rows.state)
  if (!parsed.success) return null
  const resumesByItself = rows.settings.resumesByItself !== false
  const plan = rows.plan === null ? null : { planId: rows.plan.planId, steps: rows.plan.steps.map(resumeStep) }
  switch (parsed.data) {
    case 'running':
    case 'paused':
      // Only an approved plan runs; without one it is planned again.
      return { entry: rows.plan?.approved === true ? 'running' : 'planning', plan, resumesByItself }
    case 'stopped':
      return { entry: resumeStopped(rows), plan, resumesByItself }
    default:
      return { entry: parsed.data, plan, resumesByItself }
  }
}

/** Whether a session goes on by itself when the app starts (the others wait for a person, or are over). */
export function isUnfinishedWork(entry: EntryState): boolean {
  if (entry === 'stopped.reporting' || entry === 'stopped.verifying') return true
  return entry !== 'stopped.settled' && transitionsOf(entry).turn === 'quarry'
}

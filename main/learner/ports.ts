import type { ReportView } from '../../contract/report/report'
import type { Answers } from '../memory'
import type { ReasoningEngine } from '../reasoning'
import type { Database } from '../store'
import type { CallRequest } from '../tools'
import type { RaisedQuestion } from './raise-questions'

/** Whether anybody is at the machine, and what it runs on. */
export interface PresenceNow {
  readonly isIdle: boolean
  readonly onMains: boolean
}

/** Who is at the machine. Without one (headless) the learner asks on demand alone. */
export interface Presence {
  now(): PresenceNow
  subscribe(listener: () => void): () => void
}

export interface Observation {
  /** Null where nothing says so. */
  readonly presence: PresenceNow | null
  /** A session works, or material is being read. */
  readonly isBusy: boolean
}

/** What rows and settings say before a question. */
export interface Weighed {
  readonly isOn: boolean
  readonly isPaused: boolean
  readonly hasBudget: boolean
  readonly next: RaisedQuestion | null
}

export interface LearnerSettings {
  readonly backgroundLearning: boolean
  readonly learns: boolean
  readonly learnerQuestions: number
  readonly learnerMinutes: number
}

export interface LearnerPorts {
  readonly database: Database
  readonly projectId: string
  readonly presence: Presence | null
  /** Answers by rules from the library alone. */
  readonly engine: Pick<ReasoningEngine, 'plan' | 'gatherEvidence' | 'writeReport' | 'verifyReport'>
  /** Makes a call through the gate. The search of the library is all that can be called. Throws `tool.denied`. */
  callTool(request: CallRequest, signal: AbortSignal): Promise<unknown>
  readonly answers: Pick<Answers, 'learn'>
  settings(): LearnerSettings
  /** Whether a session works, or material is being indexed, in any project. */
  isBusy(): Promise<boolean>
  /** Settings, library or domains changed. `isMaterial`: what questions are raised from. */
  onChanged(listener: (isMaterial: boolean) => void): () => void
  /** Lets one learner of all projects work at a time. */
  inTurn<Value>(work: () => Promise<Value>): Promise<Value>
  /** After a removal: dumps that still hold what was removed go. */
  forgetRemoved(): Promise<void>
  onBackgroundError(error: unknown): void
  now(): Date
}

/** What an answer came to: the summary to be kept, or why not. */
export type Judged =
  | { readonly kind: 'kept'; readonly summary: ReportView }
  | {
      readonly kind: 'dropped'
      readonly reason: 'notAnswered' | 'namesMissing' | 'unsupported' | 'disagreement' | 'elsewhere'
    }

import type { CallDecision, ConfirmationAnswer } from '../../contract/calls/calls'
import type { FilePreview } from '../../contract/calls/file-change'
import type { QuestionAnswer } from '../../contract/calls/service-question'
import type { DraftPiece } from '../../contract/channels/thread-event'
import type { AnswerPlace } from '../../contract/report/place'
import type { ReportEdit } from '../../contract/report/report'
import type { RerunAnswer } from '../../contract/report/rerun'
import type { BranchMode } from '../../contract/session/checkpoint'
import type {
  AskMode,
  EvidenceChoice,
  FollowUpQuestion,
  PlanStepDraft,
  RedoneStep,
  SessionProgress,
  SessionSettings,
  SessionSummary,
  SessionView,
  StepAmendment,
  StepNeeds,
} from '../../contract/session/session'
import type { SessionScope } from '../../contract/session/session-scope'
import type { SessionHooks } from '../plugins'
import type { ProgramCalls, UndoCalls } from '../tools'
import type { ReportKey } from './repository/reports'
import type { SessionRecords } from './session-records'

/** What deleting a session removes, told before it is done. */
interface SessionRemovalPreview {
  readonly steps: number
  readonly citations: number
  /** Memories that rules or a model took from it. */
  readonly memories: number
  readonly running: boolean
}

/**
 * Sessions of one project. Commands throw `session.notFound`, and `session.wrongState` where the session stands
 * elsewhere than the command needs; they resolve when what they change is in the store.
 */
export interface Research extends SessionRecords {
  /** Calls beside the sessions, by the same gate. */
  readonly programCalls: ProgramCalls
  /** What calls wrote is undone here. */
  readonly undoCalls: UndoCalls
  /** What plugins do around sessions; null where there can be none. */
  readonly hooks: SessionHooks | null
  /** Starts a session; answers its id at once, while it works on. */
  start(input: {
    readonly question: string
    /** Default: research. */
    readonly mode?: AskMode
    readonly settings?: SessionSettings
    /** The engine's name. Default: without a language model. */
    readonly engine?: string
  }): Promise<string>
  /** Answers the open clarification round; null skips it and ends the asking. */
  answer(sessionId: string, text: string | null): Promise<void>
  /** Approves the plan, as it is or edited. Throws `plan.invalid`. */
  acceptPlan(sessionId: string, steps: readonly PlanStepDraft[]): Promise<void>
  /** @param needs what a person changed of the needs of steps */
  sendBackPlan(sessionId: string, remark: string, needs?: readonly StepNeeds[]): Promise<void>
  /** Stops what runs; what finished steps found becomes a partial report. */
  stop(sessionId: string): Promise<void>
  /** Has a failed session go on in the state in which it failed. */
  retry(sessionId: string): Promise<void>
  /** Has a stopped or blocked session, or one that an earlier process left working, go on. One at work just works on. */
  resume(sessionId: string): Promise<void>
  /** Asks more of a session whose report is finished: the answer is the report's next version. */
  followUp(sessionId: string, question: FollowUpQuestion): Promise<void>
  /** Answers the last question once more, by the same steps or with one of them redone. Throws `plan.invalid` for no such step. */
  update(sessionId: string, redo?: RedoneStep): Promise<void>
  /**
   * Starts a session that goes on from a checkpoint of this one, which stays as it is; answers its id. Throws
   * `session.notFound`, `checkpoint.notFound`, `plan.invalid`.
   */
  branch(sessionId: string, checkpointId: string, mode: BranchMode): Promise<string>
  /** Writes what a person decides of evidence. Throws `place.invalid` where the report has no such citation. */
  chooseEvidence(sessionId: string, choice: EvidenceChoice): Promise<void>
  /** Writes what alone it may use for what is asked next; null: all of the project. */
  setScope(sessionId: string, scope: SessionScope | null): Promise<void>
  /** Writes whether its language model may ask to write files from now on. */
  setWritesFiles(sessionId: string, writesFiles: boolean): Promise<void>
  /**
   * Changes a version of a finished session's report, or takes the last change back. An edited sentence is checked
   * against what it cites. Throws `session.wrongState` where it is not finished, or has changed since a person saw it
   * with so many edits.
   */
  editReport(key: ReportKey, edits: number, edit: ReportEdit): Promise<void>
  /**
   * Asks again what an answer that this session keeps was the answer to; the kept one stays as it is. Throws
   * `place.invalid` where the session keeps no such answer.
   */
  rerun(sessionId: string, place: AnswerPlace): Promise<RerunAnswer>
  /** What the gate says of what a step asks, with the arguments as a person changed them. */
  checkConfirmation(
    sessionId: string,
    confirmationId: string,
    input: Readonly<Record<string, unknown>>,
  ): Promise<CallDecision>
  /** What such a call would do to a file; null of a call that writes none. */
  previewConfirmation(
    sessionId: string,
    confirmationId: string,
    input: Readonly<Record<string, unknown>>,
  ): Promise<FilePreview | null>
  /**
   * Allows or denies what a step asks; the step goes on with the answer. Throws `confirmation.changed` where the call is
   * riskier than what the person saw.
   */
  answerConfirmation(sessionId: string, confirmationId: string, answer: ConfirmationAnswer): Promise<void>
  /**
   * Answers what a service asks while its call runs. Throws `session.wrongState` where it asks no more, `input.invalid` with
   * the first value that does not fit.
   */
  answerQuestion(sessionId: string, questionId: string, answer: QuestionAnswer): Promise<void>
  /** Changes what a blocked step needs, or leaves it out; resuming then goes on. Throws `plan.invalid`. */
  amendStep(sessionId: string, stepId: string, change: StepAmendment): Promise<void>
  rename(sessionId: string, title: string): Promise<void>
  archive(sessionId: string, archived: boolean): Promise<void>
  previewRemoval(sessionId: string): Promise<SessionRemovalPreview>
  /** Deletes a session and everything derived from it; one that works is ended first. */
  remove(sessionId: string): Promise<void>
  list(filter?: { readonly archived?: boolean }): Promise<SessionSummary[]>
  view(sessionId: string): Promise<SessionView>
  /** Calls the listener with the id of each session whose rows changed, until the returned function is called. */
  subscribe(listener: (sessionId: string) => void): () => void
  /** How far its work is, from the live machine; null where nothing is counted. */
  progress(sessionId: string): SessionProgress
  /** Pieces of what a language model is writing in a session just now, after the one of this number; told by `subscribeProgress`. */
  drafts(sessionId: string, after: number, limit: number): readonly DraftPiece[]
  /** Calls the listener with the id of each session whose progress alone moved. */
  subscribeProgress(listener: (sessionId: string) => void): () => void
  /** Resolves when the session is done, stopped, failed, or blocked on a person's review. */
  whenSettled(sessionId: string, signal?: AbortSignal): Promise<SessionView>
  /** Takes up every session that an earlier process left working; answers their ids. */
  resumeAll(): Promise<string[]>
  /** Ends all machines without changing any session's state, and waits for writes under way. */
  close(): Promise<void>
}

import { randomUUID } from 'node:crypto'
import { type ActorRefFrom, createActor, type SnapshotFrom, waitFor } from 'xstate'
import type { CallDecision, ConfirmationAnswer, OpenConfirmation, WrittenRule } from '../../contract/calls'
import type { BranchMode, Checkpoint } from '../../contract/checkpoint'
import type { CheckpointView } from '../../contract/checkpoint-view'
import type { CitationOrigin } from '../../contract/citation-origin'
import { hasMemoryTools, memoryOfRole, rolesOf } from '../../contract/engine'
import { QuarryError, toErrorShape } from '../../contract/errors'
import type { GivenContext } from '../../contract/memory'
import type { SessionMetrics } from '../../contract/metrics'
import type { ModelTurnView } from '../../contract/model-turn'
import type { AnswerPlace } from '../../contract/place'
import type { PluginHook } from '../../contract/plugin'
import { type Claim, claimsIn, type ReportEdit, type ReportView } from '../../contract/report'
import type { RerunAnswer } from '../../contract/rerun'
import type {
  AskMode,
  ErrorSnapshot,
  EvidenceChoice,
  FollowUpQuestion,
  PlanStepDraft,
  ProjectEventView,
  RedoneStep,
  SessionEventView,
  SessionProgress,
  SessionSettings,
  SessionState,
  SessionSummary,
  SessionView,
  StepAmendment,
} from '../../contract/session'
import { mayAct } from '../../contract/session-transitions'
import type { LibrarySummary } from '../../contract/source'
import { standAlone } from '../language'
import { createSessionHooks, type HookedPlugin, type SessionHooks } from '../plugins'
import type { Pool } from '../pool'
import { type ReasoningEngine, workingQuestion } from '../reasoning'
import type { Database } from '../store'
import {
  type Breakers,
  type CallEnd,
  type CallLimits,
  createBreakers,
  createCallGate,
  createConfirmCall,
  createDirectCall,
  createProgramCalls,
  createToolCalls,
  createToolRegistry,
  type ProgramCalls,
  readOpenConfirmations,
  redactCallsOfSession,
  type Tool,
  type ToolProvider,
} from '../tools'
import { type Admission, createAdmission } from './admission'
import { branchSession, listCheckpoints, viewCheckpoint } from './branch'
import { withHooks } from './hooked-engine'
import { type ResearchEvent, type researchMachine, shownState } from './machine'
import { checkPlan } from './plan-check'
import { notePlugin } from './plugin-events'
import { editSections } from './report-edits'
import { listBranches, readOrigin } from './repository/branches'
import { appendEvent, inOwnWords, readEvents, readLastProjectEvent, readProjectEvents } from './repository/events'
import { recordChoice } from './repository/evidence-choices'
import { listGiven } from './repository/given'
import { readInquiry } from './repository/inquiry'
import { insertQuestion } from './repository/messages'
import { readSessionMetrics } from './repository/metrics'
import { keepsPlace } from './repository/observations'
import { readOrigins } from './repository/origins'
import { readNewestPlan } from './repository/plans'
import { countCitations, type ReportKey, readReport, writeEdit } from './repository/reports'
import { readResumePoint } from './repository/resume-point'
import {
  archiveSession,
  claimSession,
  countMemories,
  deleteSession,
  insertSession,
  listOpenSessionIds,
  listSessions,
  readSession,
  renameSession,
  touchSession,
} from './repository/sessions'
import { readErrorSnapshots } from './repository/snapshots'
import { readTurns } from './repository/turns'
import { type RerunPorts, rerunPlace } from './rerun'
import { isUnfinishedWork } from './resume'
import { checkAmendment } from './roles/amendment'
import type { ChooseResource, RoleContext } from './roles/context'
import { createAnswerBoard, recordConfirmation } from './roles/step-confirmation'
import { createSessionModel, type ModelPorts } from './session-model'
import { titleOf } from './title'
import { assembleView, type LiveWork } from './view'
import { wireMachine } from './wiring'
import { createWorkLog } from './work-log'

export interface ResearchOptions {
  readonly database: Database
  /** What reasons in sessions without a language model. */
  readonly engine: ReasoningEngine
  /** Without it sessions of a language model are worked on by `engine`. */
  readonly models?: ModelPorts
  readonly pool: Pool
  /** How many sessions work at the same time, of all projects; without it all do. */
  readonly admission?: Admission
  readonly projectId: string
  readonly librarySummary: () => LibrarySummary | Promise<LibrarySummary>
  readonly readResource: RoleContext['readResource']
  readonly chooseResource?: ChooseResource
  readonly findResource?: RoleContext['findResource']
  readonly askableResources?: RoleContext['askableResources']
  readonly memory?: RoleContext['memory']
  readonly sourceDates?: RoleContext['sourceDates']
  /** The plugins that are on and have a hook; without it there are none. */
  readonly pluginsHaving?: (hook: PluginHook) => Promise<readonly HookedPlugin[]>
  readonly select: RerunPorts['select']
  /** What steps can have called. */
  readonly tools: readonly Tool[]
  /** What resources have called of their own. */
  readonly toolProviders?: readonly ToolProvider[]
  /** What bounds every call, as it is now. */
  readonly callLimits: () => Promise<CallLimits>
  /** Writes a rule that a person made by allowing a call always. */
  readonly addRule: (rule: WrittenRule) => Promise<void>
  /** Circuits of the services that are called; whoever made them closes them. Without them the sessions have their own. */
  readonly breakers?: Breakers
  /** Told of each call that was really made, with what came of it. */
  readonly onCallEnded?: (end: CallEnd) => void
  readonly clock?: () => Date
}

/** What deleting a session removes, told before it is done. */
export interface SessionRemovalPreview {
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
export interface Research {
  /** Calls beside the sessions, by the same gate. */
  readonly programCalls: ProgramCalls
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
  sendBackPlan(sessionId: string, remark: string): Promise<void>
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
  /** Moments whose rows still say what stood then, oldest first. Throws `session.notFound`. */
  checkpoints(sessionId: string): Promise<Checkpoint[]>
  /** What the session knew at a checkpoint. Throws `session.notFound`, `checkpoint.notFound`. */
  checkpoint(sessionId: string, checkpointId: string): Promise<CheckpointView>
  /**
   * Starts a session that goes on from a checkpoint of this one, which stays as it is; answers its id. Throws
   * `session.notFound`, `checkpoint.notFound`, `plan.invalid`.
   */
  branch(sessionId: string, checkpointId: string, mode: BranchMode): Promise<string>
  /** Writes what a person decides of evidence. Throws `place.invalid` where the report has no such citation. */
  chooseEvidence(sessionId: string, choice: EvidenceChoice): Promise<void>
  /** A follow-up as it would be read: with what it leaves out filled in. Throws `session.notFound`. */
  understand(sessionId: string, question: string): Promise<string>
  /** A version of the report. Null where none was written. */
  report(sessionId: string, version: number): Promise<ReportView | null>
  /**
   * Changes a version of a finished session's report, or takes the last change back. An edited sentence is checked
   * against what it cites. Throws `session.wrongState` where it is not finished, or has changed since a person saw it
   * with so many edits.
   */
  editReport(key: ReportKey, edits: number, edit: ReportEdit): Promise<void>
  /** Where each citation of a version comes from. Throws `session.notFound`. */
  origins(sessionId: string, version: number): Promise<CitationOrigin[]>
  /**
   * Asks again what an answer that this session keeps was the answer to; the kept one stays as it is. Throws
   * `place.invalid` where the session keeps no such answer.
   */
  rerun(sessionId: string, place: AnswerPlace): Promise<RerunAnswer>
  /** What steps ask in all sessions, the oldest first. */
  confirmations(): Promise<OpenConfirmation[]>
  /** What the gate says of what a step asks, with the arguments as a person changed them. */
  checkConfirmation(
    sessionId: string,
    confirmationId: string,
    input: Readonly<Record<string, unknown>>,
  ): Promise<CallDecision>
  /**
   * Allows or denies what a step asks; the step goes on with the answer. Throws `confirmation.changed` where the call is
   * riskier than what the person saw.
   */
  answerConfirmation(sessionId: string, confirmationId: string, answer: ConfirmationAnswer): Promise<void>
  /** Changes what a blocked step needs, or leaves it out; resuming then goes on. Throws `plan.invalid`. */
  amendStep(sessionId: string, stepId: string, change: StepAmendment): Promise<void>
  rename(sessionId: string, title: string): Promise<void>
  archive(sessionId: string, archived: boolean): Promise<void>
  previewRemoval(sessionId: string): Promise<SessionRemovalPreview>
  /** Deletes a session and everything derived from it; one that works is ended first. */
  remove(sessionId: string): Promise<void>
  list(filter?: { readonly archived?: boolean }): Promise<SessionSummary[]>
  view(sessionId: string): Promise<SessionView>
  /** The session's log after its first `after` lines, at most `limit`; nothing of a session that is not there. */
  events(sessionId: string, after: number, limit: number): Promise<SessionEventView[]>
  /** The log of all sessions after the line of this number, at most `limit`. */
  projectEvents(after: number, limit: number): Promise<ProjectEventView[]>
  /** The number of the newest line of that log; 0 where it is empty. */
  lastProjectEvent(): Promise<number>
  /** Errors that ended work of a session, or of any (null), the newest first. */
  errors(sessionId: string | null, limit: number): Promise<ErrorSnapshot[]>
  metrics(): Promise<SessionMetrics>
  /** Calls the listener with the id of each session whose rows changed, until the returned function is called. */
  subscribe(listener: (sessionId: string) => void): () => void
  /** How far its work is, from the live machine; null where nothing is counted. */
  progress(sessionId: string): SessionProgress
  /** Calls the listener with the id of each session whose progress alone moved. */
  subscribeProgress(listener: (sessionId: string) => void): () => void
  /** Resolves when the session is done, stopped, failed, or blocked on a person's review. */
  whenSettled(sessionId: string, signal?: AbortSignal): Promise<SessionView>
  /** Takes up every session that an earlier process left working; answers their ids. */
  resumeAll(): Promise<string[]>
  /** What was asked of a language model, and what it said, in full. Throws `session.notFound`. */
  turns(sessionId: string): Promise<ModelTurnView[]>
  /** What the engine was given of what the project remembers, for each part of a version. Throws `session.notFound`. */
  given(sessionId: string, version: number): Promise<GivenContext[]>
  /** Ends all machines without changing any session's state, and waits for writes under way. */
  close(): Promise<void>
}

type ResearchActor = ActorRefFrom<typeof researchMachine>

/** Characters of a draft that are shown, the last ones. */
const shownDraft = 2000

const defaultSettings: SessionSettings = { clarify: true, autoAccept: false }

function wrongState(state: SessionState, command: string): QuarryError {
  return new QuarryError('session.wrongState', `The session is “${state}”: ${command} is not possible now.`, {
    context: { state, command },
  })
}

/** A session in a state that this version does not know, or deleted meanwhile, is passed over: the others still resume. */
function passOver(error: unknown): null {
  if (error instanceof QuarryError && (error.code === 'session.wrongState' || error.code === 'session.notFound')) {
    return null
  }
  throw error
}

type ResearchSnapshot = SnapshotFrom<typeof researchMachine>

/** Whether what was counted moved and nothing else: then no row changed. */
function isProgressAlone(before: ResearchSnapshot, after: ResearchSnapshot): boolean {
  if (before.context.progress === after.context.progress || before.status !== after.status) return false
  const { progress: _before, ...contextBefore } = before.context
  const { progress: _after, ...contextAfter } = after.context
  return (
    JSON.stringify(before.value) === JSON.stringify(after.value) &&
    Object.entries(contextAfter).every(([key, value]) => contextBefore[key as keyof typeof contextBefore] === value)
  )
}

/** Opens the sessions of a project. Nothing runs until it is started, commanded, or resumed. */
export function createResearch(options: ResearchOptions): Research {
  const { database, engine, pool, projectId, clock = () => new Date() } = options
  const now = (): string => clock().toISOString()
  /** What language models are writing just now, by session. */
  const drafts = new Map<string, string>()
  const progressListeners = new Set<(sessionId: string) => void>()
  const engineOf = async (sessionId: string): Promise<ReasoningEngine> => {
    const chosen = await chosenEngineOf(sessionId)
    return hooks === null ? chosen : withHooks(chosen, hooks, sessionId)
  }
  const chosenEngineOf = async (sessionId: string): Promise<ReasoningEngine> => {
    const { models } = options
    const { engine: chosen, settings } = await readSession(database, projectId, sessionId)
    const places = models === undefined ? [] : rolesOf(chosen, settings.roleEngines)
    if (models === undefined || places.length === 0) return engine
    const onDraft = (draft: string | null): void => {
      if (draft === null) drafts.delete(sessionId)
      else drafts.set(sessionId, draft.slice(-shownDraft))
      for (const listener of progressListeners) listener(sessionId)
    }
    const ofSession = { database, projectId, sessionId, models, now, onDraft }
    const roles = places.map(([role, place]) => {
      const instructions = settings.roleInstructions?.[role] ?? ''
      return [role, createSessionModel(place, { ...ofSession, instructions })] as const
    })
    const offersMemory = hasMemoryTools(memoryOfRole('research', settings.roleMemory))
    return models.engineOn(Object.fromEntries(roles), tools.toolsOf, offersMemory)
  }
  const { admission = createAdmission(() => Number.POSITIVE_INFINITY) } = options
  const enter = (sessionId: string, signal: AbortSignal): Promise<void> =>
    admission.enter(sessionId, signal, () => changed(sessionId))
  const context: RoleContext = { ...options, engineOf, enter, now }
  const log = createWorkLog()
  const { readResource, onCallEnded } = options
  const tools = createToolRegistry({ tools: options.tools, providers: options.toolProviders, readResource })
  const judge = createCallGate({ database, projectId, limits: options.callLimits, readResource })
  const breakers = options.breakers ?? createBreakers({ onChanged: () => undefined })
  const callOptions = { database, projectId, tools, judge, breakers, onCallEnded, now }
  const toolCall = createToolCalls(callOptions, log.keep)
  const callTool = createDirectCall(callOptions, log.keep)
  const hooks =
    options.pluginsHaving === undefined
      ? null
      : createSessionHooks({
          having: options.pluginsHaving,
          call: callTool,
          note: (sessionId, notice) => notePlugin({ database, projectId, now }, sessionId, notice),
        })
  const programCalls = createProgramCalls(callOptions)
  const confirmCall = createConfirmCall({ database, projectId, tools, judge, addRule: options.addRule, now })
  const board = createAnswerBoard()
  const machine = wireMachine(context, log, toolCall, board)
  const actors = new Map<string, ResearchActor>()
  const starting = new Map<string, Promise<ResearchActor>>()
  /** Sessions that are being deleted: no machine may begin from rows that are about to go. */
  const removing = new Set<string>()
  const listeners = new Set<(sessionId: string) => void>()
  let closed = false

  const changed = (sessionId: string): void => {
    for (const listener of listeners) listener(sessionId)
  }

  const startActor = async (sessionId: string): Promise<ResearchActor> => {
    const point = await readResumePoint(database, projectId, sessionId)
    if (!(await claimSession(database, projectId, sessionId))) {
      throw new QuarryError('session.wrongState', 'Another process is working on this session.', {
        context: { sessionId },
      })
    }
    if (closed) throw new QuarryError('cancelled', 'Quarry is closing.')
    if (removing.has(sessionId)) {
      throw new QuarryError('session.notFound', 'This session is being deleted.', { context: { sessionId } })
    }
    const actor = createActor(machine, { input: { sessionId, point } })
    actors.set(sessionId, actor)
    let before = actor.getSnapshot()
    actor.subscribe((snapshot) => {
      const live = liveWork(sessionId)
      // What waits for a person, or for a resource, keeps nobody from working.
      if (live === null || live.key === 'paused') admission.leave(sessionId)
      if (!isProgressAlone(before, snapshot)) changed(sessionId)
      else for (const listener of progressListeners) listener(sessionId)
      before = snapshot
    })
    actor.start()
    changed(sessionId)
    return actor
  }

  /** The session's machine, started from its rows where none lives. */
  const actorOf = async (sessionId: string): Promise<ResearchActor> => {
    const live = actors.get(sessionId)
    if (live !== undefined) return live
    const underWay = starting.get(sessionId)
    if (underWay !== undefined) return underWay
    const start = startActor(sessionId).finally(() => starting.delete(sessionId))
    starting.set(sessionId, start)
    return start
  }

  /** Resolves with the first snapshot that fits. Throws the signal's reason, and `cancelled` where the machine ends before. */
  const whenSnapshot = async (
    actor: ResearchActor,
    fits: (snapshot: SnapshotFrom<typeof researchMachine>) => boolean,
    signal?: AbortSignal,
  ): Promise<SnapshotFrom<typeof researchMachine>> => {
    try {
      return await waitFor(actor, fits, signal === undefined ? {} : { signal })
    } catch (cause) {
      signal?.throwIfAborted()
      throw new QuarryError('cancelled', 'The session was closed or deleted.', { cause })
    }
  }

  const command = async (sessionId: string, event: ResearchEvent, name: string): Promise<void> => {
    const actor = await actorOf(sessionId)
    const before = await whenSnapshot(actor, (snapshot) => !snapshot.hasTag('recording'))
    if (!before.can(event)) {
      throw wrongState((await readSession(database, projectId, sessionId)).state, name)
    }
    actor.send(event)
    const after = await whenSnapshot(actor, (snapshot) => !snapshot.hasTag('recording'))
    const { error } = after.context
    if (error !== null && error !== before.context.error) throw error
  }

  const liveWork = (sessionId: string): LiveWork | null => {
    const snapshot = actors.get(sessionId)?.getSnapshot()
    if (snapshot === undefined || snapshot.hasTag('settled') || snapshot.hasTag('recording')) return null
    const { progress } = snapshot.context
    if (snapshot.matches({ stopped: 'reporting' })) return { key: 'reporting', progress }
    if (snapshot.matches({ stopped: 'verifying' })) return { key: 'verifying', progress }
    const key = shownState(snapshot)
    if (key === null || key === 'awaitingClarification' || key === 'awaitingPlanReview') return null
    return { key, progress }
  }

  const withQueue = <Of extends SessionSummary>(summary: Of): Of =>
    admission.isWaiting(summary.id) ? { ...summary, isQueued: true } : summary

  const view = async (sessionId: string): Promise<SessionView> => {
    const whole = withQueue(await assembleView(database, projectId, sessionId, liveWork(sessionId)))
    const snapshot = actors.get(sessionId)?.getSnapshot()
    // A failure that could not even be written is told all the same.
    if (snapshot?.matches('failed') && whole.state !== 'failed') {
      return { ...whole, state: 'failed', interruptedState: whole.state, error: toErrorShape(snapshot.context.error) }
    }
    return whole
  }

  return {
    hooks,
    programCalls: { ...programCalls, call: (request) => log.keep('', programCalls.call(request)) },
    async start({ question, mode = 'research', settings = defaultSettings, engine: chosen = engine.name }) {
      const sessionId = randomUUID()
      await database.transaction(async (transaction) => {
        const at = now()
        const session = { sessionId, title: titleOf(question), question, settings, engine: chosen }
        await insertSession(transaction, projectId, session, at)
        await insertQuestion(transaction, projectId, sessionId, { text: question, typed: null, mode }, at)
        await appendEvent(transaction, projectId, sessionId, 'coordinating', { type: 'session.started' }, at)
      })
      await actorOf(sessionId)
      return sessionId
    },
    answer: (sessionId, text) => command(sessionId, { type: 'ANSWER', answer: text }, 'answering'),
    async acceptPlan(sessionId, steps) {
      const checked = checkPlan(steps)
      await command(sessionId, { type: 'ACCEPT_PLAN', steps: checked }, 'accepting a plan')
    },
    sendBackPlan: (sessionId, remark) => command(sessionId, { type: 'SEND_BACK', remark }, 'sending back a plan'),
    stop: (sessionId) => command(sessionId, { type: 'STOP' }, 'stopping'),
    retry: (sessionId) => command(sessionId, { type: 'RETRY' }, 'a retry'),
    async resume(sessionId) {
      const { entry } = await readResumePoint(database, projectId, sessionId)
      const live = actors.get(sessionId)?.getSnapshot()
      // What works already needs nothing more; what an earlier process left working is taken up.
      if (
        isUnfinishedWork(entry) &&
        (live === undefined || !(live.matches('failed') || live.can({ type: 'RESUME' })))
      ) {
        await actorOf(sessionId)
        return
      }
      await command(sessionId, { type: 'RESUME' }, 'resuming')
    },
    followUp: (sessionId, question) => command(sessionId, { type: 'FOLLOW_UP', question }, 'a follow-up question'),
    async update(sessionId, redo) {
      const steps = (await readNewestPlan(database, sessionId))?.steps ?? []
      if (redo !== undefined && !steps.some(({ id, skipped }) => id === redo.stepId && !skipped)) {
        throw new QuarryError('plan.invalid', 'The plan has no such step.', { context: { stepId: redo.stepId } })
      }
      await command(sessionId, { type: 'FOLLOW_UP', question: { mode: 'update', redo } }, 'an update')
    },
    checkpoints: (sessionId) => listCheckpoints(database, projectId, sessionId),
    checkpoint: (sessionId, checkpointId) => viewCheckpoint(database, projectId, sessionId, checkpointId),
    async branch(sessionId, checkpointId, mode) {
      const branched = await branchSession(database, projectId, { sessionId, checkpointId, mode }, now())
      changed(sessionId)
      await actorOf(branched)
      return branched
    },
    async chooseEvidence(sessionId, choice) {
      await database.transaction((transaction) => recordChoice(transaction, projectId, sessionId, choice))
      changed(sessionId)
    },
    async understand(sessionId, question) {
      await readSession(database, projectId, sessionId)
      return standAlone(question, workingQuestion(await readInquiry(database, sessionId)))
    },
    async report(sessionId, version) {
      await readSession(database, projectId, sessionId)
      return readReport(database, { sessionId, version })
    },
    async editReport(key, edits, edit) {
      const { sessionId } = key
      const { state } = await readSession(database, projectId, sessionId)
      const report = await readReport(database, key)
      if (report === null || !mayAct(state, 'followUp')) throw wrongState(state, 'editing the report')
      const check = async (edited: Claim): Promise<Claim> => {
        const sections = [{ kind: 'summary' as const, sentences: [edited] }]
        const citations = report.citations.filter(({ n }) => edited.citations.includes(n))
        const { signal } = new AbortController()
        const checked = await engine.verifyReport({ ...report, sections, citations }, { signal })
        return claimsIn(checked.sections)[0] ?? edited
      }
      const sections = edit.kind === 'undo' ? null : await editSections(report, edit, check)
      await database.transaction(async (transaction) => {
        const at = now()
        await writeEdit(transaction, key, edits, sections, at)
        await touchSession(transaction, sessionId, at)
        const text = edit.kind === 'sentence' ? { detail: inOwnWords(edit.text) } : {}
        const type = edit.kind === 'undo' ? 'report.restored' : 'report.edited'
        await appendEvent(transaction, projectId, sessionId, state, { type, ...text }, at)
      })
      changed(sessionId)
    },
    async origins(sessionId, version) {
      await readSession(database, projectId, sessionId)
      return readOrigins(database, projectId, { sessionId, version })
    },
    async rerun(sessionId, place) {
      if (!(await keepsPlace(database, projectId, sessionId, place))) {
        throw new QuarryError('place.invalid', 'This answer is not part of the session.', { context: { sessionId } })
      }
      return rerunPlace(place, { ...options, tools, callTool }, sessionId, now())
    },
    async answerConfirmation(sessionId, confirmationId, answer) {
      await readSession(database, projectId, sessionId)
      await confirmCall.confirm(sessionId, confirmationId, answer)
      board.tell(await recordConfirmation(context, sessionId, confirmationId, answer))
      // What an earlier process left working goes on with the answer.
      await actorOf(sessionId)
      changed(sessionId)
    },
    checkConfirmation: (sessionId, confirmationId, input) => confirmCall.check(sessionId, confirmationId, input),
    async amendStep(sessionId, stepId, change) {
      // Looked at before the machine is: what cannot run must not fail the session.
      const plan = await readNewestPlan(database, sessionId)
      checkAmendment(plan?.steps ?? [], stepId, change)
      await command(sessionId, { type: 'AMEND', stepId, change }, 'changing a step')
    },
    async rename(sessionId, title) {
      await readSession(database, projectId, sessionId)
      await renameSession(database, sessionId, title)
      changed(sessionId)
    },
    async archive(sessionId, archived) {
      await readSession(database, projectId, sessionId)
      await archiveSession(database, sessionId, archived)
      changed(sessionId)
    },
    async previewRemoval(sessionId) {
      await readSession(database, projectId, sessionId)
      const plan = await readNewestPlan(database, sessionId)
      return {
        steps: plan?.steps.length ?? 0,
        citations: await countCitations(database, sessionId),
        memories: await countMemories(database, sessionId),
        running: liveWork(sessionId) !== null,
      }
    },
    async remove(sessionId) {
      const origin = await readOrigin(database, projectId, sessionId)
      const branches = await listBranches(database, projectId, sessionId)
      await readSession(database, projectId, sessionId)
      removing.add(sessionId)
      try {
        // A failure to start is told to who asked for it.
        await starting.get(sessionId)?.catch(() => undefined)
        actors.get(sessionId)?.stop()
        actors.delete(sessionId)
        admission.leave(sessionId)
        await log.settled(sessionId)
        // The pool's rows first: a crash in between leaves a session that can be deleted again, not rows of none.
        await pool.forgetSession(sessionId)
        await database.transaction(async (transaction) => {
          await redactCallsOfSession(transaction, projectId, sessionId)
          await deleteSession(transaction, sessionId)
        })
      } finally {
        removing.delete(sessionId)
      }
      changed(sessionId)
      // They say where they come from, and what came of them.
      if (origin !== null && origin.sessionId !== null) changed(origin.sessionId)
      for (const branch of branches) changed(branch.sessionId)
    },
    async turns(sessionId) {
      await readSession(database, projectId, sessionId)
      return readTurns(database, projectId, sessionId)
    },
    async given(sessionId, version) {
      await readSession(database, projectId, sessionId)
      return listGiven(database, { sessionId, version })
    },
    list: async (filter = {}) => (await listSessions(database, projectId, filter.archived ?? null)).map(withQueue),
    view,
    events: (sessionId, after, limit) => readEvents(database, projectId, sessionId, after, limit),
    projectEvents: (after, limit) => readProjectEvents(database, projectId, after, limit),
    lastProjectEvent: () => readLastProjectEvent(database, projectId),
    errors: (sessionId, limit) => readErrorSnapshots(database, projectId, sessionId, limit),
    metrics: () => readSessionMetrics(database, projectId),
    confirmations: () => readOpenConfirmations(database, projectId, null),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    progress(sessionId) {
      const progress = liveWork(sessionId)?.progress ?? null
      const draft = drafts.get(sessionId)
      return draft === undefined ? progress : { done: 0, total: null, ...progress, draft }
    },
    subscribeProgress(listener) {
      progressListeners.add(listener)
      return () => progressListeners.delete(listener)
    },
    async whenSettled(sessionId, signal) {
      const actor = await actorOf(sessionId)
      await whenSnapshot(actor, (snapshot) => snapshot.hasTag('settled'), signal)
      return view(sessionId)
    },
    async resumeAll() {
      const resumed: string[] = []
      for (const sessionId of await listOpenSessionIds(database, projectId)) {
        const point = await readResumePoint(database, projectId, sessionId).catch(passOver)
        if (point === null || !isUnfinishedWork(point.entry)) continue
        if ((await actorOf(sessionId).catch(passOver)) !== null) resumed.push(sessionId)
      }
      return resumed
    },
    async close() {
      closed = true
      for (const actor of actors.values()) actor.stop()
      for (const sessionId of actors.keys()) admission.leave(sessionId)
      await log.settled()
      breakers.close()
      actors.clear()
    },
  }
}

import { randomUUID } from 'node:crypto'
import type { WrittenRule } from '../../contract/calls/calls'
import { QuarryError, toErrorShape } from '../../contract/errors'
import type { LibrarySummary } from '../../contract/library/source'
import { type Claim, claimsIn } from '../../contract/report/report'
import type { PluginHook } from '../../contract/resources/plugin'
import { isWrittenByModel } from '../../contract/session/engine'
import type { SessionSettings, SessionSummary, SessionView } from '../../contract/session/session'
import { mayAct } from '../../contract/session/session-transitions'
import { createSessionHooks, type HookedPlugin } from '../plugins'
import type { Pool } from '../pool'
import { modelNotChosen, type ReasoningEngine } from '../reasoning'
import type { Database } from '../store'
import {
  type Breakers,
  type CallEnd,
  type CallLimits,
  type CallMeanings,
  createBreakers,
  createCallGate,
  createConfirmCall,
  createDirectCall,
  createProgramCalls,
  createQuestionBoard,
  createToolCalls,
  createToolRegistry,
  createUndoCalls,
  redactCallsOfSession,
  type Tool,
  type ToolProvider,
} from '../tools'
import { type Admission, createAdmission } from './admission'
import { branchSession } from './branch'
import { createPrepareCompletion } from './completion'
import { notePlugin } from './engines/plugin-events'
import { createSessionEngines } from './engines/session-engines'
import type { ModelPorts } from './engines/session-model'
import { checkPlan } from './plan-check'
import type { Research } from './port'
import { editSections } from './report-edits'
import { listBranches, readOrigin } from './repository/branches'
import { appendEvent, inOwnWords } from './repository/events'
import { recordChoice } from './repository/evidence-choices'
import { modeOf } from './repository/inquiry'
import { insertQuestion, readQuestions } from './repository/messages'
import { keepsPlace } from './repository/observations'
import { readNewestPlan } from './repository/plans'
import { countCitations, readReport, writeEdit } from './repository/reports'
import { readResumePoint } from './repository/resume-point'
import { writeScope } from './repository/scope'
import {
  archiveSession,
  countMemories,
  deleteSession,
  insertSession,
  listOpenSessionIds,
  listSessions,
  readSession,
  renameSession,
  touchSession,
  writeWritesFiles,
} from './repository/sessions'
import { type RerunPorts, rerunPlace } from './rerun'
import { isUnfinishedWork } from './resume'
import { checkAmendment } from './roles/amendment'
import type { ChooseResource, RoleContext } from './roles/context'
import { createAnswerBoard, recordConfirmation } from './roles/step-confirmation'
import { createSessionActors, wrongState } from './session-actors'
import { createSessionRecords } from './session-records'
import { titleOf } from './title'
import { assembleView } from './view'
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
  readonly findResources?: RoleContext['findResources']
  readonly onChosen?: RoleContext['onChosen']
  readonly decliningDatabases?: RoleContext['decliningDatabases']
  readonly passedOverDatabases?: RoleContext['passedOverDatabases']
  readonly askableResources?: RoleContext['askableResources']
  readonly memory?: RoleContext['memory']
  readonly sourceDates?: RoleContext['sourceDates']
  /** The plugins that are on and have a hook; without it there are none. */
  readonly pluginsHaving?: (hook: PluginHook) => Promise<readonly HookedPlugin[]>
  readonly select: RerunPorts['select']
  readonly results: RerunPorts['results']
  /** What steps can have called. */
  readonly tools: readonly Tool[]
  /** What resources have called of their own. */
  readonly toolProviders?: readonly ToolProvider[]
  /** Whether the project lets language models ask to write files; without it none may. */
  readonly writesFiles?: () => boolean
  /** What bounds every call, as it is now. */
  readonly callLimits: () => Promise<CallLimits>
  /** Finds calls that were made in other words; without it calls are compared by their words alone. */
  readonly callMeanings?: CallMeanings
  /** Writes a rule that a person made by allowing a call always. */
  readonly addRule: (rule: WrittenRule) => Promise<void>
  /** Circuits of the services that are called; whoever made them closes them. Without them the sessions have their own. */
  readonly breakers?: Breakers
  /** Told of each call that was really made, with what came of it. */
  readonly onCallEnded?: (end: CallEnd) => void
  readonly clock?: () => Date
  /** How long a person may think about what services ask during one call; as usual where it is left out. */
  readonly patienceMs?: number
}

/** Throws where a language model cannot answer alone: nothing is asked, or none is chosen to write. */
function requireWriter(question: string, engine: string, { roleEngines }: SessionSettings): void {
  if (question.trim() === '') {
    throw new QuarryError('input.invalid', 'There is no question.', {
      context: { problem: 'tooShort', field: 'question', limit: 1 },
    })
  }
  if (!isWrittenByModel(engine, roleEngines)) throw modelNotChosen()
}

const defaultSettings: SessionSettings = { clarify: true, autoAccept: false }

/** A session in a state that this version does not know, or deleted meanwhile, is passed over: the others still resume. */
function passOver(error: unknown): null {
  if (error instanceof QuarryError && (error.code === 'session.wrongState' || error.code === 'session.notFound')) {
    return null
  }
  throw error
}

// Over 300 lines: every command of a session, one after the other.

/** Opens the sessions of a project. Nothing runs until it is started, commanded, or resumed. */
export function createResearch(options: ResearchOptions): Research {
  const { database, engine, pool, projectId, clock = () => new Date() } = options
  const now = (): string => clock().toISOString()
  const { admission = createAdmission(() => Number.POSITIVE_INFINITY), readResource, onCallEnded } = options
  const listeners = new Set<(sessionId: string) => void>()
  const progressListeners = new Set<(sessionId: string) => void>()
  const changed = (sessionId: string): void => {
    for (const listener of listeners) listener(sessionId)
  }
  const progressed = (sessionId: string): void => {
    for (const listener of progressListeners) listener(sessionId)
  }

  const log = createWorkLog()
  const tools = createToolRegistry({ tools: options.tools, providers: options.toolProviders, readResource })
  /** A session's own choice stands before the project's. */
  const mayWriteFiles = async (sessionId: string): Promise<boolean> =>
    (await readSession(database, projectId, sessionId)).settings.writesFiles ?? options.writesFiles?.() ?? false
  const judge = createCallGate({
    database,
    projectId,
    limits: options.callLimits,
    mayWriteFiles,
    readResource,
    meanings: options.callMeanings,
  })
  const breakers = options.breakers ?? createBreakers({ onChanged: () => undefined })
  /** A line of the log tells a person who looks elsewhere. */
  const onAsking = (sessionId: string): Promise<void> =>
    database.transaction(async (transaction) => {
      const at = now()
      await touchSession(transaction, sessionId, at)
      await appendEvent(transaction, projectId, sessionId, 'running', { type: 'service.asked' }, at)
    })
  const questions = createQuestionBoard({
    onChanged: changed,
    onAsking,
    ...(options.models === undefined
      ? {}
      : { prepareCompletion: createPrepareCompletion({ database, projectId, models: options.models, now }) }),
    clock,
    ...(options.patienceMs === undefined ? {} : { patienceMs: options.patienceMs }),
  })
  const isFollowed = async (sessionId: string): Promise<boolean> =>
    (await readSession(database, projectId, sessionId)).settings.clarify
  const callOptions = { database, projectId, tools, judge, breakers, onCallEnded, questions, isFollowed, now }
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
  const ofProject = { database, projectId }
  const engines = createSessionEngines({
    ...ofProject,
    engine,
    models: options.models,
    hooks,
    toolsOf: tools.toolsOf,
    mayWriteFiles,
    now,
    onDraft: progressed,
  })
  const enter = (sessionId: string, signal: AbortSignal): Promise<void> =>
    admission.enter(sessionId, signal, () => changed(sessionId))
  const context: RoleContext = { ...options, engineOf: engines.engineOf, enter, now }
  const machine = wireMachine(context, log, createToolCalls(callOptions, log.keep), board)
  const actors = createSessionActors({ ...ofProject, machine, admission, onChanged: changed, onProgress: progressed })
  const { actorOf, command, liveWork } = actors

  const withQueue = <Of extends SessionSummary>(summary: Of): Of =>
    admission.isWaiting(summary.id) ? { ...summary, isQueued: true } : summary

  const view = async (sessionId: string): Promise<SessionView> => {
    const whole = withQueue(
      await assembleView(database, projectId, sessionId, liveWork(sessionId), questions.open(sessionId)),
    )
    const snapshot = actors.snapshot(sessionId)
    // A failure that could not even be written is told all the same.
    if (snapshot?.matches('failed') && whole.state !== 'failed') {
      return { ...whole, state: 'failed', interruptedState: whole.state, error: toErrorShape(snapshot.context.error) }
    }
    return whole
  }

  return {
    ...createSessionRecords(database, projectId),
    hooks,
    undoCalls: createUndoCalls({ database, projectId, tools, judge, now }),
    programCalls: { ...programCalls, call: (request) => log.keep('', programCalls.call(request)) },
    async start({ question, mode = 'research', settings = defaultSettings, engine: chosen = engine.name }) {
      if (mode === 'modelOnly') requireWriter(question, chosen, settings)
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
    sendBackPlan: (sessionId, remark, needs = []) =>
      command(sessionId, { type: 'SEND_BACK', remark, needs }, 'sending back a plan'),
    stop: (sessionId) => command(sessionId, { type: 'STOP' }, 'stopping'),
    retry: (sessionId) => command(sessionId, { type: 'RETRY' }, 'a retry'),
    async resume(sessionId) {
      const { entry } = await readResumePoint(database, projectId, sessionId)
      const live = actors.snapshot(sessionId)
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
    async followUp(sessionId, question) {
      if (question.mode === 'modelOnly') {
        const session = await readSession(database, projectId, sessionId)
        requireWriter(question.question, session.engine, session.settings)
      }
      await command(sessionId, { type: 'FOLLOW_UP', question }, 'a follow-up question')
    },
    async update(sessionId, redo) {
      if (modeOf(await readQuestions(database, sessionId)) === 'modelOnly') {
        throw new QuarryError('plan.invalid', 'This answer has no steps that could run again.', {
          context: { problem: 'noSteps' },
        })
      }
      const steps = (await readNewestPlan(database, sessionId))?.steps ?? []
      if (redo !== undefined && !steps.some(({ id, skipped }) => id === redo.stepId && !skipped)) {
        throw new QuarryError('plan.invalid', 'The plan has no such step.', { context: { stepId: redo.stepId } })
      }
      await command(sessionId, { type: 'FOLLOW_UP', question: { mode: 'update', redo } }, 'an update')
    },
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
    async setScope(sessionId, scope) {
      await readSession(database, projectId, sessionId)
      await writeScope(database, sessionId, scope)
      changed(sessionId)
    },
    async setWritesFiles(sessionId, writesFiles) {
      await readSession(database, projectId, sessionId)
      await writeWritesFiles(database, sessionId, writesFiles)
      changed(sessionId)
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
    async answerQuestion(sessionId, questionId, answer) {
      await readSession(database, projectId, sessionId)
      questions.answer(sessionId, questionId, answer)
    },
    checkConfirmation: (sessionId, confirmationId, input) => confirmCall.check(sessionId, confirmationId, input),
    previewConfirmation: (sessionId, confirmationId, input) => confirmCall.preview(sessionId, confirmationId, input),
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
      await actors.duringRemoval(sessionId, async () => {
        await log.settled(sessionId)
        // The pool's rows first: a crash in between leaves a session that can be deleted again, not rows of none.
        await pool.forgetSession(sessionId)
        await database.transaction(async (transaction) => {
          await redactCallsOfSession(transaction, projectId, sessionId)
          await deleteSession(transaction, sessionId)
        })
      })
      engines.drafts.forget(sessionId)
      changed(sessionId)
      // They say where they come from, and what came of them.
      if (origin !== null && origin.sessionId !== null) changed(origin.sessionId)
      for (const branch of branches) changed(branch.sessionId)
    },
    list: async (filter = {}) => (await listSessions(database, projectId, filter.archived ?? null)).map(withQueue),
    view,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    progress(sessionId) {
      const progress = liveWork(sessionId)?.progress ?? null
      const draft = engines.draftOf(sessionId)
      return draft === undefined ? progress : { done: 0, total: null, ...progress, draft }
    },
    drafts: engines.drafts.readAfter,
    subscribeProgress(listener) {
      progressListeners.add(listener)
      return () => progressListeners.delete(listener)
    },
    async whenSettled(sessionId, signal) {
      await actors.whenSettled(sessionId, signal)
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
      actors.stopAll()
      await log.settled()
      breakers.close()
    },
  }
}

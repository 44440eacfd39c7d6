import { createInterface } from 'node:readline/promises'
import { QuarryError } from '../../../contract/errors'
import type { ReportTemplate } from '../../../contract/report/report'
import type { RoleMemory } from '../../../contract/session/engine'
import type { AskMode, SessionView } from '../../../contract/session/session'
import { mayAct } from '../../../contract/session/session-transitions'
import { shownLine, shownText } from '../../../contract/shown-text'
import type { Connection } from '../../api'
import { addAndWait, sayFailures, waitUntilIndexed } from '../library/ingest'
import { enginesNamed } from '../resources/models'
import { activityLine } from '../terminal/activity-line'
import { exitCode } from '../terminal/exit-code'
import type { ProgressLine } from '../terminal/terminal'
import { waitingText } from '../terminal/waiting-text'
import { confirmOnTerminal } from './confirm'
import { scopeNamed } from './scope'
import { answerOnTerminal } from './service-questions'
import { type OutcomeOptions, writeOutcome } from './session-outcome'
import { showPlan } from './shown-plan'
import { isSettled, waitsForPerson, watchSession } from './watch-session'

export interface AskOptions extends OutcomeOptions {
  readonly add: readonly string[]
  /** A finished session that the question is asked of further. */
  readonly session?: string
  /** A few cited sentences at once, without a plan. */
  readonly quick: boolean
  /** By the language model alone: without the library. */
  readonly modelOnly: boolean
  /** Language models, as `enginesNamed` reads them; the project's settings where there are none. */
  readonly model: readonly string[]
  /** What alone it is asked of, as `scopeNamed` reads it; the whole project where there is none. */
  readonly only: readonly string[]
  /** The form of the session's reports. */
  readonly template?: ReportTemplate
  /** How roles get at what the project remembers, where that is not as the project has it. */
  readonly memory: RoleMemory
  /** Whether its language model may ask to write files; as the project has it where it is left out. */
  readonly writeFiles?: boolean
  /** How the session works; as the project has it where one is left out. */
  readonly investigate?: boolean
  readonly react?: boolean
  readonly parallelCalls?: boolean
  readonly interactive: boolean
}

/** How a session is followed, and where its report goes. */
export type FollowOptions = OutcomeOptions & Pick<AskOptions, 'interactive'>

/** Runs one session, or a follow-up of one, from question to report. Answers the exit code; what there is of a report is always written. */
export async function ask(
  connection: Connection,
  question: string,
  options: AskOptions,
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<number> {
  const engines = await enginesNamed(connection, options.model)
  if (!options.modelOnly && !(await readyLibrary(connection, options.add, progress, signal))) {
    return exitCode.nothingIndexed
  }
  const scope = options.only.length === 0 ? undefined : await scopeNamed(connection, options.only)
  const mode = options.modelOnly ? 'modelOnly' : options.quick ? 'quick' : 'research'
  if (options.session !== undefined) {
    if (scope !== undefined) await connection.call('session.setScope', { sessionId: options.session, scope })
    if (options.writeFiles !== undefined) {
      const { writeFiles: writesFiles } = options
      await connection.call('session.setWritesFiles', { sessionId: options.session, writesFiles })
    }
    return askFurther(connection, options.session, question, mode, options, progress, signal)
  }
  const { sessionId } = await connection.call('session.start', {
    question,
    mode,
    settings: { clarify: options.interactive, autoAccept: !options.interactive },
    ...(options.template !== undefined && { template: options.template }),
    ...(scope !== undefined && { scope }),
    ...engines,
    roleMemory: options.memory,
    investigates: options.investigate,
    reAct: options.react,
    parallelCalls: options.parallelCalls,
    ...(options.writeFiles !== undefined && { writesFiles: options.writeFiles }),
  })
  return followToReport(connection, sessionId, options, progress, signal)
}

/** Adds what is to be added and waits until the library is indexed. Answers whether there is anything to ask, and says if not. */
async function readyLibrary(
  connection: Connection,
  add: readonly string[],
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<boolean> {
  const summary =
    add.length > 0
      ? (await addAndWait(connection, add, progress, signal)).summary
      : await waitUntilIndexed(connection, progress, signal)
  if (add.length > 0) await sayFailures(connection, add, progress)
  const isAskable = summary.passages > 0 || (await hasAnswering(connection))
  if (!isAskable) progress.say(progress.words.session.nothingIndexed)
  return isAskable
}

/** Asks more of a finished session; says how the question is read where that is not as it was typed. */
async function askFurther(
  connection: Connection,
  sessionId: string,
  typed: string,
  mode: AskMode,
  options: AskOptions,
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<number> {
  const { question } = await connection.call('session.understand', { sessionId, question: typed })
  if (question !== typed.trim()) progress.say(progress.words.session.understood(shownLine(question)))
  await connection.call('session.followUp', { sessionId, question, typed, mode })
  return followToReport(connection, sessionId, options, progress, signal)
}

/** Whether anything beside documents can be asked. */
async function hasAnswering(connection: Connection): Promise<boolean> {
  const { byType } = await connection.call('resources.summary')
  return byType.database + byType.api + byType.mcp_server > 0
}

/** Follows a session until it is settled and writes its report. */
export async function followToReport(
  connection: Connection,
  sessionId: string,
  options: FollowOptions,
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<number> {
  const settled = await followSession(connection, sessionId, options.interactive, progress, signal)
  await writeOutcome(connection, settled, options, progress)
  if (signal.aborted) return exitCode.interrupted
  switch (settled.state) {
    case 'done':
      return exitCode.done
    case 'failed':
      if (settled.error === null) progress.say(progress.words.session.failed)
      else progress.sayError(settled.error, progress.words.session.failed)
      return settled.error?.code === 'index.empty' ? exitCode.nothingIndexed : exitCode.sessionFailed
    case 'stopped':
      progress.say(progress.words.session.stopped)
      return exitCode.interrupted
    default:
      progress.say(waitingText(settled, progress.speech))
      return exitCode.blocked
  }
}

async function followSession(
  connection: Connection,
  sessionId: string,
  interactive: boolean,
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<SessionView> {
  let asked = ''
  let shown: SessionView | null = null
  try {
    return await watchSession(
      connection,
      sessionId,
      {
        isEnd: (view) => isSettled(view) || (waitsForPerson(view) && !interactive),
        onView(view, fail) {
          shown = view
          progress.show(activityLine(view, null, progress))
          const turn = `${view.state} ${view.clarifications.length} ${view.plan?.version ?? 0} ${view.questions[0]?.id ?? view.confirmations[0]?.id ?? ''}`
          if (!waitsForPerson(view) || asked === turn) return
          asked = turn
          progress.end()
          answerAsPerson(connection, view, progress, signal).catch((error) => {
            if (!signal.aborted) fail(error)
          })
        },
        onProgress(moved) {
          if (shown !== null && moved !== null && !waitsForPerson(shown))
            progress.show(activityLine(shown, moved, progress))
        },
        onStopping: () => progress.say(progress.words.session.stopping),
      },
      signal,
    )
  } finally {
    progress.end()
  }
}

const inputEnded = (sessionId: string): QuarryError =>
  new QuarryError('session.blocked', 'The session needs an answer, but the input has ended.', {
    remedy: { kind: 'resumeInteractively', values: { sessionId } },
  })

async function answerAsPerson(
  connection: Connection,
  view: SessionView,
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<void> {
  const { speech, words } = progress
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const ask = (prompt: string): Promise<string> =>
    new Promise((resolve, reject) => {
      // A question to an input that has ended is never answered.
      terminal.once('close', () => reject(inputEnded(view.id)))
      terminal.question(prompt, { signal }).then(resolve, reject)
    })
  try {
    if (mayAct(view.state, 'answer')) {
      const round = view.clarifications.at(-1)
      if (round !== undefined) process.stderr.write(`\n${shownText(speech.fact(round.prompt))}\n`)
      for (const suggestion of round?.suggestions ?? []) process.stderr.write(`  - ${shownLine(suggestion)}\n`)
      const answer = await ask(words.session.answer)
      await connection.call('session.answer', { sessionId: view.id, answer: answer.trim() || null })
      return
    }
    const [question] = view.questions
    if (question !== undefined) {
      await answerOnTerminal(connection, view.id, question, progress, ask)
      return
    }
    const [asked] = view.confirmations
    if (asked !== undefined) {
      await confirmOnTerminal(connection, view, asked, progress, ask)
      return
    }
    if (view.plan === null)
      throw new QuarryError('internal', 'The session is waiting for a plan review but has no plan.')
    process.stderr.write(`\n${words.session.plan}\n${showPlan(view.plan, speech, words.plan)}\n`)
    const remark = await ask(words.session.review)
    if (remark.trim() !== '') {
      await connection.call('session.sendBackPlan', { sessionId: view.id, remark: remark.trim() })
      return
    }
    const steps = view.plan.steps.map(({ id, title, query, dependsOn, skipped, type, doneWhen, requirements }) => ({
      id,
      title,
      query,
      dependsOn,
      skipped,
      type,
      doneWhen,
      requirements,
    }))
    await connection.call('session.acceptPlan', { sessionId: view.id, steps })
  } finally {
    terminal.close()
  }
}

import { Option } from 'commander'
import { QuarryError } from '../../../contract/errors'
import type { Checkpoint } from '../../../contract/session/checkpoint'
import { factOfCheckpoint } from '../../../contract/session/checkpoint-facts'
import type { SessionView } from '../../../contract/session/session'
import { shownLine } from '../../../contract/shown-text'
import type { Connection } from '../../api'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'
import { columns } from '../terminal/table'
import { type ProgressLine, printJson, printResult } from '../terminal/terminal'
import { type FollowOptions, followToReport } from './ask'

interface BranchOptions extends FollowOptions {
  /** A checkpoint; the newest where none is named. */
  readonly at?: string
  /** Stops at the review of that checkpoint's plan. */
  readonly plan: boolean
  /** Asked of the report at the checkpoint. */
  readonly question?: string
}

const noCheckpoint = (sessionId: string, checkpointId?: string): QuarryError =>
  new QuarryError('checkpoint.notFound', 'The session has no such checkpoint.', {
    remedy: { kind: 'listCheckpoints', values: { sessionId } },
    context: { sessionId, checkpointId: checkpointId ?? null },
  })

/** Lists the checkpoints of a session with where it comes from and what came of it, or tells what it knew at one of them. */
async function showCheckpoints(
  connection: Connection,
  sessionId: string,
  checkpointId: string | undefined,
  { json }: { readonly json: boolean },
  progress: ProgressLine,
): Promise<number> {
  if (checkpointId !== undefined) return openCheckpoint(connection, sessionId, checkpointId, json, progress)
  const checkpoints = await connection.call('session.checkpoints', { sessionId })
  const { branchedFrom, branches } = await connection.call('session.view', { sessionId })
  if (json) {
    await printJson({ checkpoints, branchedFrom, branches }, 2)
    return exitCode.done
  }
  const { words, speech } = progress
  sayOrigin(branchedFrom, progress)
  if (checkpoints.length === 0) progress.say(words.branch.none)
  const rows = checkpoints.map((one) => [
    one.id,
    speech.format.dateTime(one.at),
    words.session.steps(speech.format.number(one.stepsDone), speech.format.number(one.stepsTotal)),
    shownLine(speech.fact(factOfCheckpoint(one))),
  ])
  for (const line of columns(rows)) await printResult(line)
  for (const branch of branches) {
    await printResult(
      words.branch.branch(branch.sessionId, shownLine(speech.fact(factOfCheckpoint(branch.checkpoint)))),
    )
  }
  return exitCode.done
}

/** Says where a session comes from, and what is missing of what it was given. */
function sayOrigin(origin: SessionView['branchedFrom'], progress: ProgressLine): void {
  const { words, speech } = progress
  if (origin === null) return
  const { sessionId, sessionTitle, missingSources } = origin
  const at = speech.fact(factOfCheckpoint(origin))
  progress.say(
    sessionId === null ? words.branch.fromDeleted(shownLine(sessionTitle), at) : words.branch.from(sessionId, at),
  )
  if (missingSources.count > 0) {
    const names = speech.format.list(missingSources.names.map(shownLine))
    progress.say(words.branch.missing(speech.format.number(missingSources.count), names))
  }
}

async function openCheckpoint(
  connection: Connection,
  sessionId: string,
  checkpointId: string,
  json: boolean,
  { words, speech }: ProgressLine,
): Promise<number> {
  const known = await connection.call('session.checkpoint', { sessionId, checkpointId })
  if (json) {
    await printJson(known, 2)
    return exitCode.done
  }
  const { branch, session } = words
  const { number } = speech.format
  const lines = [
    `${speech.fact(factOfCheckpoint(known))} · ${speech.format.dateTime(known.at)}`,
    ...known.questions.map((question) => branch.asked(shownLine(question))),
    session.steps(number(known.stepsDone), number(known.stepsTotal)),
    ...known.steps.map(({ title, state, kept }, at) => {
      const told = branch.steps[state === 'observed' || state === 'failed' || state === 'skipped' ? state : 'pending']
      const facts = [shownLine(title), told, ...(kept === null ? [] : [branch.kept(number(kept))])]
      return `  ${at + 1}. ${facts.join(' · ')}`
    }),
    ...known.evidence.map(({ sentence }) => `  - ${shownLine(sentence)}`),
    ...known.reports.map(({ version, title }) => branch.report(number(version), shownLine(title))),
  ]
  await printResult(lines.join('\n'))
  return exitCode.done
}

/** Starts a session that goes on from a checkpoint of another one, and follows it to its report. */
async function branchFrom(
  connection: Connection,
  sessionId: string,
  { at, plan, question, ...options }: BranchOptions,
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<number> {
  const checkpoints = await connection.call('session.checkpoints', { sessionId })
  const checkpoint: Checkpoint | undefined = checkpoints.findLast(({ id }) => at === undefined || id === at)
  if (checkpoint === undefined) throw noCheckpoint(sessionId, at)
  if (question !== undefined && checkpoint.kind !== 'report') {
    progress.say(progress.words.branch.questionNeedsReport)
    return exitCode.badUsage
  }
  const mode = plan ? 'revisePlan' : 'continue'
  const made = await connection.call('session.branch', { sessionId, checkpointId: checkpoint.id, mode })
  progress.say(progress.words.branch.made(made.sessionId, progress.speech.fact(factOfCheckpoint(checkpoint))))
  const { branchedFrom } = await connection.call('session.view', { sessionId: made.sessionId })
  if (branchedFrom !== null && branchedFrom.missingSources.count > 0) sayOrigin(branchedFrom, progress)
  if (question !== undefined) {
    await connection.call('session.followUp', { sessionId: made.sessionId, question, mode: 'research' })
  }
  return followToReport(connection, made.sessionId, options, progress, signal)
}

export function defineBranches({
  program,
  help,
  values,
  progress,
  signal,
  onRuntime,
  withLanguage,
}: CommandLine): void {
  program
    .command('checkpoints')
    .description(help.checkpoints)
    .argument('<session>')
    .argument('[checkpoint]', help.checkpointsOne)
    .option('--json', help.json, false)
    .action((sessionId: string, checkpointId: string | undefined, options: { json: boolean }) =>
      onRuntime((connection) => showCheckpoints(connection, sessionId, checkpointId, options, progress)),
    )

  program
    .command('branch')
    .description(help.branch)
    .argument('<session>')
    .option('--at <checkpoint>', help.branchAt)
    .addOption(new Option('--plan', help.branchPlan).default(false).conflicts('question'))
    .option('--question <text>', help.branchQuestion)
    .option('--out <file>', help.out, values.reportFile)
    .option('--json <file>', help.wholeSession)
    .option('--interactive', help.interactive, false)
    .action((sessionId: string, options: BranchOptions) =>
      onRuntime((connection) => branchFrom(connection, sessionId, withLanguage(options), progress, signal)),
    )
}

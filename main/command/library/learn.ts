import { fewestDocuments } from '../../../contract/library/domain'
import type { DroppedReason, LearnerQuestion } from '../../../contract/library/learner'
import { shownLine } from '../../../contract/shown-text'
import type { Connection } from '../../api'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'
import { row } from '../terminal/table'
import { type ProgressLine, printJson, printResult } from '../terminal/terminal'

const pageSize = 500

interface LearnOptions {
  readonly questions?: number
  readonly json: boolean
}

/**
 * Has the background learner ask so many questions now, and prints what became of each; without a number, what it asked so
 * far. An interruption stops it: what was kept stays. Throws what `learner.ask` does.
 */
async function learn(
  connection: Connection,
  { questions, json }: LearnOptions,
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<number> {
  if (questions === undefined) return listAsked(connection, json, progress)
  const { words, speech } = progress
  const { builtAt, documents } = await connection.call('domains.map')
  if (builtAt === null && documents >= fewestDocuments) await connection.call('domains.rebuild')
  const unsubscribe = connection.subscribe('learner', null, ({ question, waitsFor }) => {
    if (question !== null) progress.show(words.learner.asking(shownLine(question)))
    else if (waitsFor.includes('work')) progress.show(words.learner.waits)
  })
  const stop = (): void => void connection.call('learner.stop').catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  try {
    const { asked, ended } = await connection.call('learner.ask', { questions })
    progress.end()
    for (const one of asked) {
      await (json ? printJson(one) : printResult(row([outcomeOf(one.reason, progress), shownLine(one.question)])))
    }
    const kept = asked.filter(({ reason }) => reason === null).length
    progress.say(words.learner.told(speech.format.number(asked.length), speech.format.number(kept)))
    if (ended === 'exhausted') progress.say(words.learner.exhausted)
    return ended === 'stopped' ? exitCode.interrupted : exitCode.done
  } finally {
    signal.removeEventListener('abort', stop)
    unsubscribe()
    progress.end()
  }
}

async function listAsked(connection: Connection, json: boolean, progress: ProgressLine): Promise<number> {
  for (let offset = 0; ; offset += pageSize) {
    const { questions, total } = await connection.call('learner.questions', { offset, limit: pageSize })
    for (const one of questions) {
      await (json ? printJson(one) : printResult(row([stateOf(one, progress), shownLine(one.question)])))
    }
    if (offset + pageSize >= total) return exitCode.done
  }
}

const outcomeOf = (reason: DroppedReason | null, { words }: ProgressLine): string =>
  reason === null ? words.learner.states.kept : words.learner.reasons[reason]

const stateOf = ({ state, reason }: LearnerQuestion, progress: ProgressLine): string =>
  state === 'dropped' && reason !== null ? outcomeOf(reason, progress) : progress.words.learner.states[state]

export function defineLearn({ program, help, values, progress, signal, onRuntime }: CommandLine): void {
  program
    .command('learn')
    .description(help.learn)
    .option('--questions <n>', help.learnQuestions, values.count)
    .option('--json', help.jsonLines, false)
    .action((options: LearnOptions) => onRuntime((connection) => learn(connection, options, progress, signal)))
}

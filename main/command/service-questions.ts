import { QuarryError } from '../../contract/errors'
import type { QuestionAnswer, ServiceQuestion } from '../../contract/service-question'
import { shownLine } from '../../contract/shown-text'
import type { Connection } from '../api'
import { enteredByOptions, enterOnTerminal, fieldLines } from './asked-fields'
import { exitCode } from './exit-code'
import { type ProgressLine, printResult } from './terminal'

/** What a server asks while its call runs, with the fields that it asks for. */
function questionText({ server, tool, message, fields }: ServiceQuestion, { words }: ProgressLine): string {
  const { question } = words
  return [
    question.asks(shownLine(server), shownLine(tool)),
    `  ${shownLine(message)}`,
    ...fieldLines(fields),
    question.warning,
  ]
    .filter((line) => line.trim() !== '')
    .join('\n')
}

const send = async (
  connection: Connection,
  sessionId: string,
  questionId: string,
  answer: QuestionAnswer,
): Promise<void> => {
  await connection.call('session.answerQuestion', { sessionId, questionId, answer })
}

/** Entries as the contract takes them. */
const accepting = (entries: NonNullable<Awaited<ReturnType<typeof enterOnTerminal>>>): QuestionAnswer => ({
  action: 'accept',
  entries: Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, typeof entry === 'string' ? entry : [...entry]]),
  ),
})

/** Asks on the terminal and answers for the person: only a yes sends what they entered. */
export async function answerOnTerminal(
  connection: Connection,
  sessionId: string,
  question: ServiceQuestion,
  progress: ProgressLine,
  ask: (prompt: string) => Promise<string>,
): Promise<void> {
  process.stderr.write(`\n${questionText(question, progress)}\n`)
  const entries = await enterOnTerminal(question.fields, progress, ask)
  const isSent = entries !== null && /^(?:y|yes|是)$/i.test((await ask(progress.words.question.prompt)).trim())
  try {
    await send(connection, sessionId, question.id, isSent ? accepting(entries) : { action: 'decline' })
  } catch (error) {
    // It was over before the person had answered; the session goes on.
    if (!(error instanceof QuarryError) || error.code !== 'session.wrongState') throw error
    progress.say(progress.words.question.over)
  }
}

/**
 * Shows what a server asks, or answers it.
 * @returns null where it was answered and the session goes on, else the exit code
 */
export async function answerByOptions(
  connection: Connection,
  sessionId: string,
  question: ServiceQuestion,
  { allow, deny, set }: { readonly allow: boolean; readonly deny: boolean; readonly set: readonly string[] },
  progress: ProgressLine,
): Promise<number | null> {
  if (!allow && !deny) {
    await printResult(questionText(question, progress))
    progress.say(progress.words.confirm.howMissing(sessionId))
    return exitCode.blocked
  }
  const answer: QuestionAnswer = allow ? accepting(enteredByOptions(question.fields, set)) : { action: 'decline' }
  await send(connection, sessionId, question.id, answer)
  return null
}

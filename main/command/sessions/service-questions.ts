import type {
  CompletionQuestion,
  FormQuestion,
  QuestionAnswer,
  ServiceQuestion,
} from '../../../contract/calls/service-question'
import { QuarryError } from '../../../contract/errors'
import { shownLine, shownParts } from '../../../contract/shown-text'
import type { Connection } from '../../api'
import { enteredByOptions, enterOnTerminal, fieldLines } from '../terminal/asked-fields'
import { exitCode } from '../terminal/exit-code'
import { type ProgressLine, printResult } from '../terminal/terminal'

/** What a server asks while its call runs. */
const questionText = (question: ServiceQuestion, progress: ProgressLine): string =>
  question.kind === 'form' ? formText(question, progress) : completionText(question, progress)

/** Foreign lines behind a sign: what a terminal would obey, or the eye not see, is escaped. */
const quoted = (text: string): string[] => text.split('\n').map((line) => `  | ${shownParts(line).join('')}`)

/** What would be sent to which model, or what it answered. */
function completionText(
  { server, tool, stage, system, messages, model, maxTokens, answer, error }: CompletionQuestion,
  { words, speech }: ProgressLine,
): string {
  const { completion } = words.question
  const asking = shownLine(server)
  const name = shownLine(model.name)
  if (answer !== null)
    return [completion.review(asking, name), ...quoted(answer.text), ...(answer.isCut ? [completion.isCut] : [])].join(
      '\n',
    )
  const prompt = [...(system === '' ? [] : [{ role: 'system', text: system }]), ...messages]
  return [
    stage === 'working' ? completion.working(asking, name) : completion.permission(asking, shownLine(tool)),
    ...prompt.flatMap(({ role, text }) => [`  ${role}:`, ...quoted(text)]),
    completion.model(name, shownLine(model.server), speech.format.number(maxTokens)),
    ...(model.elsewhere === null ? [] : [completion.elsewhere(shownLine(model.elsewhere))]),
    ...(error === null ? [] : [completion.failed(shownLine(speech.error(error)))]),
  ].join('\n')
}

function formText({ server, tool, message, fields }: FormQuestion, { words }: ProgressLine): string {
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
  const { words } = progress
  const entries = question.kind === 'form' ? await enterOnTerminal(question.fields, progress, ask) : {}
  const prompt =
    question.kind === 'form'
      ? words.question.prompt
      : words.question.completion.prompt[question.stage === 'review' ? 'review' : 'permission']
  const isSent = entries !== null && /^(?:y|yes|是)$/i.test((await ask(prompt)).trim())
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
    const { how, howMissing } = progress.words.confirm
    progress.say(question.kind === 'form' ? howMissing(sessionId) : how(sessionId))
    return exitCode.blocked
  }
  const fields = question.kind === 'form' ? question.fields : []
  const answer: QuestionAnswer = allow ? accepting(enteredByOptions(fields, set)) : { action: 'decline' }
  await send(connection, sessionId, question.id, answer)
  return null
}

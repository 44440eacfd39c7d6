import type { AskedField } from '../../../contract/calls/asked-field'
import type { CallDecision, ConfirmationAnswer, ConfirmationView } from '../../../contract/calls/calls'
import type { DiffPart, FilePreview } from '../../../contract/calls/file-change'
import { waitsForAnswer } from '../../../contract/calls/service-question'
import type { SessionView } from '../../../contract/session/session'
import { shownJson, shownLine, shownParts, shownText } from '../../../contract/shown-text'
import type { Connection } from '../../api'
import { checkEntered, enteredByOptions, enterOnTerminal, fieldLines } from '../terminal/asked-fields'
import { exitCode } from '../terminal/exit-code'
import { type ProgressLine, printResult } from '../terminal/terminal'
import { answerByOptions } from './service-questions'

export interface ConfirmOptions {
  readonly allow: boolean
  readonly deny: boolean
  readonly scope: ConfirmationAnswer['scope']
  readonly remark?: string
  /** The second yes, which high risk takes. */
  readonly highRisk: boolean
  /** Arguments that the call misses, each as `name=value`. */
  readonly set: readonly string[]
}

/** A call that a step wants to make, with all that a person needs to decide on it. */
export function askedText(asked: ConfirmationView, view: SessionView, progress: ProgressLine): string {
  const { confirm } = progress.words
  const title = view.plan?.steps.find(({ id }) => id === asked.stepId)?.title ?? asked.stepId
  const tool = `${asked.tool} (${asked.tier})`
  if (asked.lacking !== undefined) {
    return [
      confirm.lacks(title, tool, asked.resourceName),
      confirm.input(shownJson(JSON.stringify(asked.input))),
      confirm.missing,
      ...fieldLines(asked.lacking.fields),
    ]
      .map(onOneLine)
      .join('\n')
  }
  return [
    confirm.asks(title, tool, asked.resourceName),
    ...(asked.reason === 'inDoubt' ? [confirm.inDoubt] : []),
    ...reasonLines(asked, progress),
    ...asked.similarCalls.map(({ question, decision, succeeded }) =>
      confirm.before[decision === 'refused' ? 'refused' : succeeded === false ? 'failed' : 'done'](question),
    ),
    confirm.input(shownJson(JSON.stringify(asked.input))),
  ]
    .map(onOneLine)
    .join('\n')
}

/** A line break in foreign text would begin a line of its own. */
const onOneLine = (line: string): string => shownText(line).replaceAll(/[\n\t]/g, ' ')

const answerOf = (
  asked: ConfirmationView,
  given: Pick<ConfirmationAnswer, 'answer' | 'scope' | 'remark'>,
): ConfirmationAnswer => ({ ...given, input: null, seen: { risk: asked.risk, steps: asked.steps } })

/** The answer with the arguments that were entered, as the gate saw them; to what it would have to ask about, only once that was seen. */
const enteredAnswer = ({
  input,
  decision: { risk, steps },
}: Awaited<ReturnType<typeof checkEntered>>): ConfirmationAnswer => ({
  answer: 'allow',
  scope: 'once',
  remark: null,
  input,
  seen: { risk, steps },
})

/** Asks on the terminal and answers for the person. `ask` shows a prompt and resolves with the line. */
export async function confirmOnTerminal(
  connection: Connection,
  view: SessionView,
  asked: ConfirmationView,
  progress: ProgressLine,
  ask: (prompt: string) => Promise<string>,
): Promise<void> {
  const { confirm } = progress.words
  const preview = await filePreviewText(connection, view.id, asked, progress)
  process.stderr.write(`\n${askedText(asked, view, progress)}\n${preview}`)
  if (asked.lacking !== undefined) {
    const answer = await enterMissing(connection, view.id, asked, asked.lacking.fields, progress, ask)
    await connection.call('session.answerConfirmation', { sessionId: view.id, confirmationId: asked.id, ...answer })
    return
  }
  const said = (await ask(asked.canRemember ? confirm.promptRemember : confirm.prompt)).trim()
  const scope = { y: 'once', yes: 'once', s: 'session', a: 'always' }[said.toLowerCase()] as
    | ConfirmationAnswer['scope']
    | undefined
  const isAllowed =
    scope !== undefined &&
    (scope === 'once' || asked.canRemember) &&
    (asked.steps < 2 || isYes(await ask(confirm.promptTwice)))
  const remark = isAllowed || scope !== undefined || /^(?:no?)?$/i.test(said) ? null : said
  await connection.call('session.answerConfirmation', {
    sessionId: view.id,
    confirmationId: asked.id,
    ...answerOf(asked, { answer: isAllowed ? 'allow' : 'deny', scope: isAllowed ? scope : 'once', remark }),
  })
}

/** Asks for what a call misses, and for a yes where the gate would not let it run unasked. An empty line leaves the call out. */
async function enterMissing(
  connection: Connection,
  sessionId: string,
  asked: ConfirmationView,
  fields: readonly AskedField[],
  progress: ProgressLine,
  ask: (prompt: string) => Promise<string>,
): Promise<ConfirmationAnswer> {
  const { confirm } = progress.words
  const denied = answerOf(asked, { answer: 'deny', scope: 'once', remark: null })
  const entered = await enterOnTerminal(fields, progress, ask)
  if (entered === null) return denied
  const checked = await checkEntered(connection, sessionId, asked, fields, entered)
  const { decision } = checked
  if (decision.decision === 'allow') return enteredAnswer(checked)
  const reasons = reasonLines(decision, progress)
  process.stderr.write(`${reasons.map(onOneLine).join('\n')}\n`)
  if (decision.decision === 'deny') return denied
  const isAllowed = isYes(await ask(confirm.prompt)) && (decision.steps < 2 || isYes(await ask(confirm.promptTwice)))
  return isAllowed ? enteredAnswer(checked) : denied
}

const isYes = (said: string): boolean => /^y(?:es)?$/i.test(said.trim())

const reasonLines = (
  { risk, reasons }: Pick<CallDecision, 'risk' | 'reasons'>,
  { speech, words }: ProgressLine,
): string[] => [
  words.confirm.risk(speech.format.percent(risk)),
  ...reasons.filter(({ score }) => score >= 0.3).map(({ fact }) => `  - ${speech.fact(fact)}`),
]

/**
 * Shows what a session asks, or answers its oldest question.
 * @returns null where the question was answered and the session goes on, else the exit code
 */
export async function confirmByOptions(
  connection: Connection,
  sessionId: string,
  { allow, deny, scope, remark, highRisk, set }: ConfirmOptions,
  progress: ProgressLine,
): Promise<number | null> {
  const { confirm } = progress.words
  const view = await connection.call('session.view', { sessionId })
  const question = view.questions.find(waitsForAnswer)
  if (question !== undefined) return answerByOptions(connection, sessionId, question, { allow, deny, set }, progress)
  const [asked] = view.confirmations
  if (asked === undefined) {
    await printResult(confirm.nothing)
    return exitCode.done
  }
  if (!allow && !deny) {
    const shown = view.confirmations.map(async (one) => {
      const preview = await filePreviewText(connection, sessionId, one, progress)
      return `${askedText(one, view, progress)}${preview === '' ? '' : `\n${preview.trimEnd()}`}`
    })
    await printResult((await Promise.all(shown)).join('\n\n'))
    progress.say(asked.lacking === undefined ? confirm.how(sessionId) : confirm.howMissing(sessionId))
    return exitCode.blocked
  }
  if (allow && asked.lacking !== undefined) {
    const fields = [...asked.lacking.fields, ...(asked.lacking.optional ?? [])]
    const checked = await checkEntered(connection, sessionId, asked, fields, enteredByOptions(fields, set))
    const { decision, steps } = checked.decision
    // `--high-risk` says yes to what the gate would have to ask, too: the reasons were not seen before.
    if (decision !== 'allow' && !highRisk) {
      await printResult(reasonLines(checked.decision, progress).map(onOneLine).join('\n'))
      progress.say(steps === 2 ? confirm.highRisk : confirm.riskyMissing)
      return exitCode.blocked
    }
    const entered = { sessionId, confirmationId: asked.id, ...enteredAnswer(checked) }
    await connection.call('session.answerConfirmation', entered)
    return null
  }
  if (allow && asked.steps === 2 && !highRisk) {
    await printResult(askedText(asked, view, progress))
    progress.say(confirm.highRisk)
    return exitCode.blocked
  }
  const answer = answerOf(asked, {
    answer: allow ? 'allow' : 'deny',
    scope: allow ? scope : 'once',
    remark: remark ?? null,
  })
  await connection.call('session.answerConfirmation', { sessionId, confirmationId: asked.id, ...answer })
  return null
}

const signs: Readonly<Record<DiffPart['kind'], string>> = { same: ' ', removed: '-', added: '+' }

/** A line of a file behind a sign: what a terminal would obey, or the eye not see, is escaped. */
const marked = (sign: string, line: string): string => `  ${sign} ${shownParts(line).join('')}`

function linesOf(preview: FilePreview, { words, speech }: ProgressLine): string[] {
  const { confirm } = words
  switch (preview.kind) {
    case 'failure':
      return [confirm.file.fails(shownLine(speech.error(preview.error)))]
    case 'new':
      return [
        confirm.file.new(shownLine(preview.path)),
        ...preview.content.split('\n').map((line) => marked('+', line)),
      ]
    case 'change':
      return [
        confirm.file.change(shownLine(preview.path)),
        ...preview.hunks.flatMap(({ line, parts }) => [
          `  ${confirm.file.line(speech.format.number(line))}`,
          ...parts.flatMap(({ kind, lines }) => lines.map((one) => marked(signs[kind], one))),
        ]),
      ]
  }
}

/** What a call that is asked for would do to a file, as lines for the terminal; empty of a call that writes none. */
export async function filePreviewText(
  connection: Connection,
  sessionId: string,
  { id, server, effect, input }: ConfirmationView,
  progress: ProgressLine,
): Promise<string> {
  if (server !== 'builtin' || effect !== 'changes') return ''
  const preview = await connection.call('session.previewConfirmation', { sessionId, confirmationId: id, input })
  return preview === null ? '' : `${linesOf(preview, progress).join('\n')}\n`
}

import type { ConfirmationAnswer, ConfirmationView } from '../../contract/calls'
import type { SessionView } from '../../contract/session'
import { shownJson, shownText } from '../../contract/shown-text'
import type { Connection } from '../api'
import { exitCode } from './exit-code'
import { filePreviewText } from './file-preview'
import { type ProgressLine, printResult } from './terminal'

export interface ConfirmOptions {
  readonly allow: boolean
  readonly deny: boolean
  readonly scope: ConfirmationAnswer['scope']
  readonly remark?: string
  /** The second yes, which high risk takes. */
  readonly highRisk: boolean
}

/** A call that a step wants to make, with all that a person needs to decide on it. */
export function askedText(asked: ConfirmationView, view: SessionView, { speech, words }: ProgressLine): string {
  const { confirm } = words
  const title = view.plan?.steps.find(({ id }) => id === asked.stepId)?.title ?? asked.stepId
  const told = asked.reasons.filter(({ score }) => score >= 0.3)
  return (
    [
      confirm.asks(title, `${asked.tool} (${asked.tier})`, asked.resourceName),
      ...(asked.reason === 'inDoubt' ? [confirm.inDoubt] : []),
      confirm.risk(speech.format.percent(asked.risk)),
      ...told.map(({ fact }) => `  - ${speech.fact(fact)}`),
      ...asked.similarCalls.map(({ question, decision, succeeded }) =>
        confirm.before[decision === 'refused' ? 'refused' : succeeded === false ? 'failed' : 'done'](question),
      ),
      confirm.input(shownJson(JSON.stringify(asked.input))),
    ]
      // A line break in foreign text would begin a line of its own.
      .map((line) => shownText(line).replaceAll(/[\n\t]/g, ' '))
      .join('\n')
  )
}

const answerOf = (
  asked: ConfirmationView,
  given: Pick<ConfirmationAnswer, 'answer' | 'scope' | 'remark'>,
): ConfirmationAnswer => ({ ...given, input: null, seen: { risk: asked.risk, steps: asked.steps } })

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
  const said = (await ask(asked.canRemember ? confirm.promptRemember : confirm.prompt)).trim()
  const scope = { y: 'once', yes: 'once', s: 'session', a: 'always' }[said.toLowerCase()] as
    | ConfirmationAnswer['scope']
    | undefined
  const isAllowed =
    scope !== undefined &&
    (scope === 'once' || asked.canRemember) &&
    (asked.steps < 2 || /^y(?:es)?$/i.test((await ask(confirm.promptTwice)).trim()))
  const remark = isAllowed || scope !== undefined || /^(?:no?)?$/i.test(said) ? null : said
  await connection.call('session.answerConfirmation', {
    sessionId: view.id,
    confirmationId: asked.id,
    ...answerOf(asked, { answer: isAllowed ? 'allow' : 'deny', scope: isAllowed ? scope : 'once', remark }),
  })
}

/**
 * Shows what a session asks, or answers its oldest question.
 * @returns null where the question was answered and the session goes on, else the exit code
 */
export async function confirmByOptions(
  connection: Connection,
  sessionId: string,
  { allow, deny, scope, remark, highRisk }: ConfirmOptions,
  progress: ProgressLine,
): Promise<number | null> {
  const { confirm } = progress.words
  const view = await connection.call('session.view', { sessionId })
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
    progress.say(confirm.how(sessionId))
    return exitCode.blocked
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

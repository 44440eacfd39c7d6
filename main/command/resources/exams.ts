import { QuarryError, toErrorShape } from '../../../contract/errors'
import type { KnownModel, ModelExam, ModelFit } from '../../../contract/models/model-exam'
import { modelRole } from '../../../contract/models/model-turn'
import { quotesOnly } from '../../../contract/session/engine'
import { shownLine } from '../../../contract/shown-text'
import type { Connection } from '../../api'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'
import { row } from '../terminal/table'
import { type ProgressLine, printJson, printResult } from '../terminal/terminal'
import { engineNamed } from './models'

/** Lists the language models, how each fits this machine, and what its last exam brought. */
export async function listModels(
  connection: Connection,
  { json }: { readonly json: boolean },
  progress: ProgressLine,
): Promise<number> {
  const models = await connection.call('session.engines')
  for (const model of models) {
    const fit = await connection
      .call('models.fit', { engine: model.engine })
      .catch((error: unknown) => ({ error: toErrorShape(error) }))
    if (json) await printJson({ ...model, fit })
    else await printResult(lineOf(model, fit, progress))
  }
  if (models.length === 0) progress.say(progress.words.models.none)
  return exitCode.done
}

/** Examines a model on the samples, with progress. An interruption ends the exam. Throws what `models.examine` does. */
export async function examineModel(
  connection: Connection,
  name: string,
  { json }: { readonly json: boolean },
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<number> {
  const engine = await engineNamed(connection, name)
  if (engine === quotesOnly) throw new QuarryError('input.invalid', `“${name}” is no language model.`)
  const { examining, roles } = { ...progress.words.models, ...progress.words.turns }
  const unsubscribe = connection.subscribe('models', null, ({ examining: now }) => {
    if (now !== null) progress.show(examining(roles[now.role], String(now.done + 1), String(modelRole.options.length)))
  })
  const end = (): void => void connection.call('models.endExam').catch(() => {})
  signal.addEventListener('abort', end, { once: true })
  try {
    const exam = await connection.call('models.examine', { engine })
    progress.end()
    if (exam === null) return exitCode.interrupted
    await (json ? printJson(exam) : printResult(examText(exam, progress)))
    return exitCode.done
  } finally {
    signal.removeEventListener('abort', end)
    unsubscribe()
    progress.end()
  }
}

function lineOf(
  { model, server, isReady, exam }: KnownModel,
  fit: ModelFit | { readonly error: ReturnType<typeof toErrorShape> },
  progress: ProgressLine,
): string {
  const { words, speech } = progress
  const { number, bytes } = speech.format
  const fits =
    'error' in fit
      ? speech.error(fit.error)
      : [
          ...(fit.contextTokens === null ? [] : [words.models.context(number(fit.contextTokens))]),
          ...(fit.memory === null
            ? []
            : [words.models.memory(bytes(fit.memory.neededBytes), bytes(fit.memory.freeBytes))]),
        ].join(words.said.comma)
  return row([
    shownLine(`${server}/${model}`),
    isReady ? fits : words.models.away,
    exam === null ? words.models.unexamined : examText(exam, progress),
  ])
}

/** `plan ✓ · write ✗ (why) · 12 tokens a second` */
function examText({ roles, tokensPerSecond }: ModelExam, { words, speech }: ProgressLine): string {
  const results = modelRole.options.map((role) => {
    const { isPassed, error } = roles[role]
    const why = error === null ? '' : ` (${speech.error(error)})`
    return `${words.turns.roles[role]} ${isPassed ? '✓' : '✗'}${why}`
  })
  const pace = tokensPerSecond === null ? [] : [words.models.pace(speech.format.number(Math.round(tokensPerSecond)))]
  return [...results, ...pace].join(' · ')
}

export function defineModels({ program, help, progress, signal, onRuntime }: CommandLine): void {
  program
    .command('models')
    .description(help.models)
    .argument('[name]', help.modelsName)
    .option('--json', help.jsonLines, false)
    .action((name: string | undefined, options: { json: boolean }) =>
      onRuntime((connection) =>
        name === undefined
          ? listModels(connection, options, progress)
          : examineModel(connection, name, options, progress, signal),
      ),
    )
}

import { QuarryError } from '../../../contract/errors'
import { type ModelTurnView, modelRole } from '../../../contract/models/model-turn'
import { quotesOnly, type RoleEngines } from '../../../contract/session/engine'
import { shownLine } from '../../../contract/shown-text'
import type { Connection } from '../../api'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'
import { type ProgressLine, printJson, printResult } from '../terminal/terminal'

/**
 * The engine that a name means: a model's, with its server's where several offer it (`Ollama/llama3.2:3b`), or `none` for
 * quotations alone. Throws `input.invalid` with the names that there are.
 */
export async function engineNamed(connection: Connection, name: string): Promise<string> {
  if (name === 'none') return quotesOnly
  const engines = await connection.call('session.engines')
  const fitting = engines.filter(({ model, server }) => model === name || `${server}/${model}` === name)
  const [chosen, ...others] = fitting
  if (chosen !== undefined && others.length === 0) return chosen.engine
  const choices = (chosen === undefined ? engines : fitting).map(({ model, server }) => `${server}/${model}`)
  throw new QuarryError('input.invalid', `“${name}” is no language model here, or several.`, {
    remedy: { kind: 'nameOneOf', values: { choices: ['none', ...choices] } },
  })
}

/** The engines that `--model` names: `NAME` for the whole session, `ROLE=NAME` for one role. Throws as `engineNamed` does. */
export async function enginesNamed(
  connection: Connection,
  named: readonly string[],
): Promise<{ engine?: string; roleEngines?: RoleEngines }> {
  const chosen: { engine?: string; roleEngines?: RoleEngines } = {}
  for (const one of named) {
    const [, role, name] = /^(\w+)=(.+)$/s.exec(one) ?? []
    const of = modelRole.safeParse(role).data
    if (of === undefined || name === undefined) chosen.engine = await engineNamed(connection, one)
    else chosen.roleEngines = { ...chosen.roleEngines, [of]: await engineNamed(connection, name) }
  }
  return chosen
}

/** Prints what a session asked of its language model, and what that answered, word by word. */
async function showTurns(
  connection: Connection,
  sessionId: string,
  json: boolean,
  progress: ProgressLine,
): Promise<number> {
  const turns = await connection.call('session.turns', { sessionId })
  for (const turn of turns) {
    if (json) await printJson(turn)
    else await printResult(`${headOf(turn, progress)}\n${wordsOf(turn, progress)}\n`)
  }
  if (turns.length === 0 && !json) progress.say(progress.words.turns.none)
  return exitCode.done
}

function headOf(turn: ModelTurnView, { words, speech }: ProgressLine): string {
  const { number, duration } = speech.format
  const tokens =
    turn.promptTokens === null
      ? []
      : [words.turns.tokens(number(turn.promptTokens), number(turn.answerTokens ?? 0), turn.isEstimated)]
  const seconds = turn.durationMs === null ? [] : [duration(turn.durationMs)]
  const role = words.turns.roles[turn.role]
  const about = turn.about === '' ? [] : [shownLine(turn.about)]
  return `# ${[turn.turnId, role, ...about, turn.prompt, shownLine(turn.engine), ...tokens, ...seconds].join(' · ')}`
}

function wordsOf({ messages, answer, calls, error }: ModelTurnView, { words, speech }: ProgressLine): string {
  const asked = messages.map(({ role, content }) => `[${role}]\n${content}`)
  const said = answer ?? (error === null ? words.turns.unended : speech.error(error))
  const called = calls.map((call) => `[${words.turns.call}] ${shownLine(call.name)}\n${call.arguments}`)
  return [...asked, `[${words.turns.answer}]\n${said}`, ...called].join('\n\n')
}

export function defineTurns({ program, help, progress, onRuntime }: CommandLine): void {
  program
    .command('turns')
    .description(help.turns)
    .argument('<session>')
    .option('--json', help.jsonLines, false)
    .action((sessionId: string, { json }: { json: boolean }) =>
      onRuntime((connection) => showTurns(connection, sessionId, json, progress)),
    )
}

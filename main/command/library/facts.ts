import type { FactsEdit, ProjectFacts } from '../../../contract/library/project-facts'
import { shownLine } from '../../../contract/shown-text'
import type { Connection } from '../../api'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'
import { type ProgressLine, printJson, printResult } from '../terminal/terminal'

interface FactsOptions extends FactsEdit {
  readonly json: boolean
}

/** What the project is; first what a person says of it is written, where they say something. */
async function showFacts(
  connection: Connection,
  { json, name, description, notes }: FactsOptions,
  progress: ProgressLine,
): Promise<number> {
  const written = [name, description, notes].some((one) => one !== undefined)
  const facts = written
    ? await connection.call('project.editFacts', { name, description, notes })
    : await connection.call('project.facts')
  if (json) await printJson(facts, 2)
  else for (const line of linesOf(facts, progress)) await printResult(line)
  return exitCode.done
}

function linesOf(facts: ProjectFacts, { words: { facts: said, said: marks }, speech }: ProgressLine): string[] {
  const { number, percent } = speech.format
  const listed = (values: readonly string[]): string => values.map(shownLine).join(marks.comma)
  const line = (label: string, value: string): string[] => (value === '' ? [] : [`${label}${marks.colon}${value}`])
  const { name, description, notes, folders, stack, code, sources, types, languages, span } = facts
  return [
    shownLine(name),
    ...(description === '' ? [] : [shownLine(description)]),
    ...line(said.notes, shownLine(notes)),
    ...line(said.folders, listed(folders)),
    ...line(said.code, listed(code.map(({ language, share }) => `${language} ${percent(share)}`))),
    ...stack.flatMap(({ ecosystem, manifests, dependencies }) =>
      line(`${said.stack} ${ecosystem} (${listed(manifests)})`, listed(dependencies)),
    ),
    ...line(
      said.sources,
      [number(sources), listed(types.map(({ type, count }) => `${type} ${number(count)}`))].join(' · '),
    ),
    ...line(said.languages, listed(languages.map(({ language, count }) => `${language} ${number(count)}`))),
    ...(span === null ? [] : line(said.span, `${span.from} – ${span.to}`)),
  ]
}

export function defineFacts({ program, help, progress, onRuntime }: CommandLine): void {
  program
    .command('facts')
    .description(help.facts)
    .option('--name <text>', help.factsName)
    .option('--description <text>', help.factsDescription)
    .option('--notes <text>', help.factsNotes)
    .option('--json', help.json, false)
    .action((options: FactsOptions) => onRuntime((connection) => showFacts(connection, options, progress)))
}

import type { DomainView } from '../../../contract/library/domain'
import { shownLine } from '../../../contract/shown-text'
import type { Connection } from '../../api'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'
import { type ProgressLine, printJson, printResult } from '../terminal/terminal'

interface DomainsOptions {
  readonly rebuild: boolean
  readonly json: boolean
}

/** What the library is about: its domains, found first where none were, or where that is asked for. */
async function listDomains(
  connection: Connection,
  { rebuild, json }: DomainsOptions,
  progress: ProgressLine,
): Promise<number> {
  const known = await connection.call('domains.map')
  if (rebuild || known.builtAt === null) await connection.call('domains.rebuild')
  const map = await connection.call('domains.map')
  if (json) {
    await printJson(map, 2)
    return exitCode.done
  }
  const { words, speech } = progress
  for (const domain of map.domains) await printResult(wordsOf(domain, progress))
  const { number } = speech.format
  progress.say(words.domains.told(number(map.domains.length), number(map.documents), number(map.unassigned)))
  return exitCode.done
}

function wordsOf(domain: DomainView, { words, speech }: ProgressLine): string {
  const { domainId, name, aliases, summary, documents, keyFiles } = domain
  const files = keyFiles.map((file) => shownLine(file.title ?? file.name))
  const lines = [
    `${shownLine(name)} (${words.domains.documents(speech.format.number(documents))}, ${domainId})`,
    ...(summary === '' ? [] : [shownLine(summary)]),
    ...(aliases.length === 0 ? [] : [words.domains.also(aliases.map(shownLine).join(words.said.comma))]),
    words.domains.keyFiles(files.join(words.said.comma)),
  ]
  return lines.join('\n   ')
}

export function defineDomains({ program, help, progress, onRuntime }: CommandLine): void {
  program
    .command('domains')
    .description(help.domains)
    .option('--rebuild', help.domainsRebuild, false)
    .option('--json', help.json, false)
    .action((options: DomainsOptions) => onRuntime((connection) => listDomains(connection, options, progress)))
}

import { resolve } from 'node:path'
import { QuarryError } from '../../../contract/errors'
import type { SourceView } from '../../../contract/library/source'
import type { Connection } from '../../api'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'
import { row } from '../terminal/table'
import { type ProgressLine, printJson, printResult } from '../terminal/terminal'
import { waitUntilIndexed } from './ingest'
import { isAt, pagesOfSources } from './sources-at'

/** The sources at paths, or below them, or with ids. Throws `source.notFound`. */
export async function sourcesNamed(connection: Connection, named: readonly string[]): Promise<SourceView[]> {
  const sources: SourceView[] = []
  for await (const page of pagesOfSources(connection)) sources.push(...page)
  const found = named.flatMap((name) => {
    const path = resolve(name)
    const meant = sources.filter((source) => source.id === name || isAt(source, path))
    if (meant.length > 0) return meant
    throw new QuarryError('source.notFound', `Nothing in the project is at ${path}.`, { context: { path } })
  })
  return [...new Set(found)]
}

/**
 * Lists all sources. With `notSecrets` those are read again first, with what was redacted in them. Throws
 * `source.notFound`, and `read.notFound` for a note.
 */
async function showSources(
  connection: Connection,
  { json, notSecrets }: { readonly json: boolean; readonly notSecrets: readonly string[] },
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<number> {
  for (const { id } of await sourcesNamed(connection, notSecrets)) {
    await connection.call('library.keepRedacted', { sourceId: id })
  }
  if (notSecrets.length > 0) await waitUntilIndexed(connection, progress, signal)
  for await (const sources of pagesOfSources(connection)) {
    for (const source of sources) await (json ? printJson(source) : printResult(lineOf(source, progress)))
  }
  return exitCode.done
}

function lineOf(source: SourceView, { words, speech }: ProgressLine): string {
  return row([
    words.sourceState[source.state],
    source.passages,
    source.path ?? source.name,
    ...(source.error ? [speech.errorPhrase(source.error)] : []),
    ...(source.recognition === undefined
      ? []
      : [words.recognised(speech.format.percent(source.recognition.confidence / 100))]),
    ...(source.redacted === undefined ? [] : [words.redacted(source.redacted)]),
  ])
}

export function defineSources({ program, help, progress, signal, onRuntime }: CommandLine): void {
  program
    .command('sources')
    .description(help.sources)
    .option('--not-secrets <path...>', help.notSecrets, [])
    .option('--json', help.jsonLines, false)
    .action((options: { notSecrets: string[]; json: boolean }) =>
      onRuntime((connection) => showSources(connection, options, progress, signal)),
    )
}

import { resolve } from 'node:path'
import { Option } from 'commander'
import { type SourceType, sourceType } from '../../../contract/library/source'
import type { RecallFilter } from '../../../contract/recall/recall'
import type { FoundHit, PathFinding } from '../../../contract/recall/search'
import { shownLine } from '../../../contract/shown-text'
import { type HeadedPlace, partsOfIntent, wordsOfPlace } from '../../../wording'
import type { Connection } from '../../api'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'
import { type ProgressLine, printJson, printResult } from '../terminal/terminal'

interface RecallOptions {
  readonly top: number
  readonly type?: SourceType[]
  readonly folder?: string[]
  readonly since?: string
  readonly until?: string
  readonly inLanguage?: string[]
  readonly tag?: string[]
  readonly collection?: string[]
  readonly domain?: string[]
  readonly explain: boolean
  readonly json: boolean
}

const filterOf = ({
  type,
  folder,
  since,
  until,
  inLanguage,
  tag,
  collection,
  domain,
}: RecallOptions): RecallFilter => ({
  types: type,
  folders: folder?.map((path) => resolve(path)),
  since,
  until,
  languages: inLanguage,
  tags: tag,
  collections: collection,
  domains: domain,
})

/** Finds passages and prints them, with what each path said of them where that is wanted. */
async function showRecall(
  connection: Connection,
  query: string,
  options: RecallOptions,
  progress: ProgressLine,
): Promise<number> {
  const { top, explain, json } = options
  const answer = await connection.call('recall.search', { query, top, filter: filterOf(options), explain })
  for (const note of answer.notes) progress.say(progress.speech.fact(note))
  if (json) {
    await printJson(answer, 2)
    return exitCode.done
  }
  if (answer.intent !== undefined) {
    const parts = partsOfIntent(answer.intent, progress.speech)
    await printResult(progress.words.recall.understood(parts.map(({ text }) => shownLine(text)).join(' · ')))
  }
  for (const { sourceName, quote, note } of answer.annotations) {
    const said = [note, quote].filter((one) => one !== '').map(shownLine)
    await printResult(progress.words.recall.own(shownLine(sourceName), said.join(' | ').slice(0, 400)))
  }
  for (const { name, documents, summary } of answer.domains) {
    await printResult(
      progress.words.recall.domain(shownLine(name), progress.speech.format.number(documents), shownLine(summary)),
    )
  }
  for (const { question, text, relevance } of answer.answers) {
    const likeness = relevance.toFixed(3)
    await printResult(progress.words.recall.answered(shownLine(question), shownLine(text).slice(0, 400), likeness))
  }
  const newest = await newestVersions(connection, answer.hits)
  for (const [index, hit] of answer.hits.entries()) {
    await printResult(`${index + 1}. ${wordsOfHit(hit, newest.get(hit.sourceId), progress)}`)
  }
  return exitCode.done
}

/** Names of newer versions of the hits' documents, by source. */
async function newestVersions(connection: Connection, hits: readonly FoundHit[]): Promise<Map<string, string>> {
  const sourceIds = [...new Set(hits.map(({ sourceId }) => sourceId))]
  const known = sourceIds.length === 0 ? [] : await connection.call('library.versions', { sourceIds })
  return new Map(
    known.flatMap(({ sourceId, versions: [newest] }): [string, string][] =>
      newest === undefined || newest.sourceId === sourceId ? [] : [[sourceId, newest.name]],
    ),
  )
}

function wordsOfHit(hit: FoundHit, newest: string | undefined, { words, speech }: ProgressLine): string {
  const at = (sourceName: string, place: HeadedPlace): string =>
    [shownLine(sourceName), ...wordsOfPlace(place, speech)].join(words.said.comma)
  const lines = [
    `${at(hit.sourceName, { ...hit.locator, headingPath: hit.headingPath })} (${hit.reason.score.toFixed(3)})`,
    shownLine(hit.text).slice(0, 400),
    ...hit.alike.map(({ sourceName, locator }) => words.recall.alsoIn(at(sourceName, locator))),
    ...(newest === undefined ? [] : [words.recall.newer(shownLine(newest))]),
    ...(hit.findings ?? []).map((finding) => wordsOfFinding(finding, words)),
  ]
  const { rankBefore, rankAfter, rerank } = hit.reason
  if (hit.findings !== undefined && rerank !== null)
    lines.push(words.recall.reread(rankBefore, rankAfter, rerank.toFixed(3)))
  return lines.join('\n   ')
}

const wordsOfFinding = ({ path, raw, score, rank }: PathFinding, { recall }: ProgressLine['words']): string =>
  recall.finding(recall.paths[path], rank, raw.toFixed(3), score.toFixed(3))

export function defineRecall({ program, help, values, progress, onRuntime }: CommandLine): void {
  program
    .command('recall')
    .description(help.recall)
    .argument('<query>')
    .option('--top <n>', help.top, values.count, 10)
    .addOption(new Option('--type <type>', help.recallType).choices(sourceType.options).argParser(values.oneMoreType))
    .option('--folder <path>', help.recallFolder, values.oneMore)
    .option('--since <time>', help.recallSince, values.time)
    .option('--until <time>', help.recallUntil, values.time)
    .option('--in-language <code>', help.recallLanguage, values.oneMore)
    .option('--tag <name>', help.recallTag, values.oneMore)
    .option('--collection <name>', help.recallCollection, values.oneMore)
    .option('--domain <id>', help.recallDomain, values.oneMore)
    .option('--explain', help.recallExplain, false)
    .option('--json', help.json, false)
    .action((query: string, options: RecallOptions) =>
      onRuntime((connection) => showRecall(connection, query, options, progress)),
    )
}

import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fromErrorShape, QuarryError } from '../../../contract/errors'
import { countUnderWay, type LibrarySummary, type SourceView } from '../../../contract/library/source'
import type { TakenResource } from '../../../contract/resources/resource'
import type { Speech } from '../../../wording'
import type { Connection } from '../../api'
import { takenLine } from '../resources/resources'
import type { CommandLine } from '../terminal/command-line'
import { exitCode } from '../terminal/exit-code'
import { type ProgressLine, printResult } from '../terminal/terminal'
import { waitWithProgress } from '../terminal/wait-with-progress'
import { wordsIn } from '../words'
import { isAt, pagesOfSources } from './sources-at'

const isBusy = (summary: LibrarySummary): boolean => countUnderWay(summary.byState) > 0

/** Said even where the library holds other things: who names material wants an answer from it. */
const nothingToIndex = (): QuarryError =>
  new QuarryError('index.empty', 'None of these paths can be indexed.', {
    remedy: 'nameReadable',
    context: { isGiven: true },
  })

/** What adding came to: the library afterwards, and the resources that the paths became beside documents. */
interface Added {
  readonly summary: LibrarySummary
  /** Files that are documents, new ones and known ones. */
  readonly documents: number
  readonly resources: readonly TakenResource[]
}

/** How long `add` waits for the vectors of long texts that it adds, which words find already. */
const embeddingPatienceMs = 30_000

/**
 * Adds paths and waits until all of them are indexed or failed, with progress, and then so long until every passage has its
 * vector; not where some had none before. Throws `index.empty` where none of them
 * holds anything that can be, as a document or as a resource.
 */
export async function addAndWait(
  connection: Connection,
  paths: readonly string[],
  progress: ProgressLine,
  signal: AbortSignal,
  patienceMs = 0,
): Promise<Added> {
  const items = await connection.call('library.inspect', { paths: paths.map((path) => resolve(path)) })
  for (const item of items) {
    if (item.reason !== null) progress.sayError(item.reason, item.name)
    for (const { name, reason } of [...item.resources, ...item.broken])
      if (reason !== null) progress.sayError(reason, name)
  }
  const readable = items.flatMap((item) => (item.becomes === 'unreadable' || item.path === null ? [] : [item.path]))
  if (readable.length === 0) throw nothingToIndex()
  const { answeredMeanwhile } = await connection.call('library.summary')
  const waitMs = answeredMeanwhile === undefined || patienceMs === Number.POSITIVE_INFINITY ? patienceMs : 0
  const { added, unchanged, ignored, resources, models } = await connection.call('library.add', { paths: readable })
  const { number } = progress.speech.format
  progress.say(progress.words.ingest.added(number(added), number(unchanged), number(ignored)))
  // A folder is a knowledge base, but one that holds nothing answers nothing.
  const useful = resources.filter(({ type }) => type !== 'knowledge_base')
  for (const { name } of models) progress.say(progress.words.ingest.model(name))
  for (const { name, mayHoldMoreTables } of items)
    if (mayHoldMoreTables) progress.say(progress.words.ingest.moreTables(name))
  if (added + unchanged + useful.length === 0 && models.length === 0) throw nothingToIndex()
  const summary = await waitUntilIndexed(connection, progress, signal, waitMs)
  return { summary, documents: added + unchanged, resources }
}

/** Why nothing will be indexed although something is queued: else a command would wait for ever. */
function standstill({ pauseReason, paused }: LibrarySummary): QuarryError | null {
  if (pauseReason !== undefined) return fromErrorShape(pauseReason)
  if (!paused) return null
  return new QuarryError('session.blocked', 'Indexing is paused in the running app.', {
    remedy: 'resumeIndexing',
  })
}

/** What is done of the whole, how far the largest file in flight is, and the time left where it can be trusted. */
export function ingestLine(summary: LibrarySummary, inFlight: readonly SourceView[], speech: Speech): string {
  const { fact, format, language } = speech
  const { indexing, left } = wordsIn(language).ingest
  const { total, byState, passages, remainingMs } = summary
  const [largest] = inFlight.filter(({ counted }) => counted !== null).sort((a, b) => b.sizeBytes - a.sizeBytes)
  return [
    indexing(format.number(byState.indexed), format.number(total), format.number(passages)),
    ...(largest?.counted ? [`${largest.name}${wordsIn(language).said.colon}${fact(largest.counted)}`] : []),
    ...(remainingMs === null ? [] : [left(format.duration(Math.max(1000, remainingMs)))]),
  ].join(' · ')
}

/**
 * Waits until nothing is queued or under way, and then so long until every passage has its vector. Rejects with the signal's reason when it aborts, and with what holds the
 * queue up (`store.diskFull`, say) where it stands still.
 */
export function waitUntilIndexed(
  connection: Connection,
  progress: ProgressLine,
  signal: AbortSignal,
  patienceMs = 0,
): Promise<LibrarySummary> {
  return waitWithProgress(connection, progress, signal, (end) => {
    let patience: NodeJS.Timeout | null = null
    let last: LibrarySummary
    const unsubscribe = connection.subscribe('library', null, ({ summary, inFlight }) => {
      last = summary
      if (!isBusy(summary)) {
        const { paused, passagesWithoutVector } = summary
        if (paused || passagesWithoutVector === undefined || patienceMs === 0) {
          end.resolve(summary)
          return
        }
        if (patienceMs < Number.POSITIVE_INFINITY) patience ??= setTimeout(() => end.resolve(last), patienceMs)
        progress.show(progress.words.ingest.embedding(progress.speech.format.number(passagesWithoutVector)))
        return
      }
      const hindrance = standstill(summary)
      if (hindrance !== null) {
        end.reject(hindrance)
        return
      }
      progress.show(ingestLine(summary, inFlight, progress.speech))
    })
    return () => {
      unsubscribe()
      if (patience !== null) clearTimeout(patience)
    }
  })
}

/** So many sources that could not be read are told one by one. */
const mostTold = 50

/** Says which sources of the paths could not be read. @returns how many */
export async function sayFailures(
  connection: Connection,
  paths: readonly string[],
  progress: ProgressLine,
): Promise<number> {
  const named = await Promise.all(paths.map((path) => realpath(path).catch(() => resolve(path))))
  const failed: SourceView[] = []
  for await (const page of pagesOfSources(connection, { states: ['failed'] })) {
    failed.push(...page.filter((source) => named.some((path) => isAt(source, path))))
  }
  const { unreadable, moreUnreadable } = progress.words.ingest
  for (const { name, error } of failed.slice(0, mostTold)) {
    if (error === null) progress.say(unreadable(name))
    else progress.sayError(error, name)
  }
  if (failed.length > mostTold) progress.say(moreUnreadable(progress.speech.format.number(failed.length - mostTold)))
  return failed.length
}

export function defineAdd({ program, help, progress, signal, onRuntime }: CommandLine): void {
  program
    .command('add')
    .description(help.add)
    .argument('<path...>')
    .option('--wait', help.wait, false)
    .action((paths: string[], { wait }: { wait: boolean }) =>
      onRuntime(async (connection) => {
        const patienceMs = wait ? Number.POSITIVE_INFINITY : embeddingPatienceMs
        const { summary, documents, resources } = await addAndWait(connection, paths, progress, signal, patienceMs)
        const failed = await sayFailures(connection, paths, progress)
        for (const resource of resources) await printResult(takenLine(resource, progress))
        const { number } = progress.speech.format
        const { passagesWithoutVector } = summary
        if (passagesWithoutVector !== undefined)
          progress.say(progress.words.ingest.withoutVector(number(passagesWithoutVector)))
        await printResult(progress.words.ingest.holds(number(summary.byState.indexed), number(summary.passages)))
        const isRead = summary.passages > 0 && (failed === 0 || failed < documents)
        const isNothing = !isRead && resources.every(({ type }) => type === 'knowledge_base')
        return isNothing ? exitCode.nothingIndexed : exitCode.done
      }),
    )
}

import type { RecallFilter, RecallHit } from '../../../contract/recall/recall'
import { groupBy } from '../../language'
import type { Evidence } from '../port'
import { isWrittenAsName } from './names'
import { type CodeQuestion, readCodeQuestion } from './question'
import { type EncodeTexts, type RankedSymbol, rankSymbols } from './rank'
import { type CodeSource, type CodeSymbol, symbolsOf } from './symbols'

/** What answers of code are found with. */
export interface CodePorts {
  /** Passages of code alone. */
  recallCode(
    query: string,
    options: { top: number; signal: AbortSignal; filter?: RecallFilter },
  ): Promise<readonly RecallHit[]>
  /** Of these sources those that are programs: their lines are no sentences. */
  codeAmong(sourceIds: readonly string[], options: { signal: AbortSignal }): Promise<ReadonlySet<string>>
  /** Of these sources those that are code, with their symbols. */
  readCode(sourceIds: readonly string[], options: { signal: AbortSignal }): Promise<readonly CodeSource[]>
}

/** Passages that sources are found by, and sources read whole for their symbols. */
const mostHits = 200
const mostSources = 30
/** Characters of them whose symbols are all ranked; of what is beyond, those alone that hold a passage that was found. */
const rankedWhole = 1_000_000
/** Symbols that answer at most: one question, and one for a list. */
const mostSymbols = { one: 5, list: 8 } as const
/** Share of the best one's worth that another is told from. */
const leastShare = { one: 0.6, list: 0.55 } as const

/** Share of code in what recall finds from which on a question counts as one on code. */
const leastOnCode = 0.3

/** Whether a question is on code: much of what recall finds for it is. @param code the sources that are programs */
export const isOnCode = (hits: readonly RecallHit[], code: ReadonlySet<string> | undefined): boolean =>
  hits.length > 0 && hits.filter(({ sourceId }) => code?.has(sourceId) === true).length >= leastOnCode * hits.length

/** The symbols of the library's code that answer a question, best first, each cited whole; none where none does. */
export async function gatherCode(
  ports: CodePorts,
  query: string,
  /** As `isOnCode` tells. */
  isQuestionOnCode: boolean,
  isExcluded: (sourceId: string) => boolean,
  encode: EncodeTexts,
  signal: AbortSignal,
): Promise<Evidence[]> {
  const question = readCodeQuestion(query)
  const search = question.inEnglish.trim() === '' ? query : question.inEnglish
  const hits = (await ports.recallCode(search, { top: mostHits, signal })).filter(
    ({ sourceId }) => !isExcluded(sourceId),
  )
  if (hits.length === 0) return []
  const sources = await ports.readCode(bestSources(hits), { signal })
  const ranked = await rankSymbols(question, symbolsToRank(sources, hits), encode)
  const reasons = new Map(hits.map((hit) => [hit.sourceId, hit]))
  return chosen(question, isQuestionOnCode, ranked).map(({ symbol, score }): Evidence => {
    const { source, path, text, locator } = symbol
    return {
      sentence: text,
      place: {
        kind: 'source',
        ...locator,
        passageId: null,
        sourceName: source.path,
        sourceTitle: null,
        headingPath: [...path],
        contentHash: source.contentHash,
        symbol: path.join('.'),
      },
      score,
      reason: reasons.get(source.sourceId)?.reason ?? null,
    }
  })
}

/** All symbols of the best sources as far as they are no burden, and of the others those that were found. */
function symbolsToRank(sources: readonly CodeSource[], hits: readonly RecallHit[]): CodeSymbol[] {
  let left = rankedWhole
  return sources.flatMap((source) => {
    left -= source.text.length
    const own = symbolsOf(source)
    if (left >= 0) return own
    const found = hits.filter(({ sourceId }) => sourceId === source.sourceId)
    return own.filter(({ locator: { start, end } }) =>
      found.some(({ locator }) => locator.start < end && locator.end > start),
    )
  })
}

/** Those whose passages score most, each passage counting half of the one before. */
function bestSources(hits: readonly RecallHit[]): string[] {
  return [...groupBy(hits, ({ sourceId }) => sourceId)]
    .map(([sourceId, own]) => ({
      sourceId,
      sum: own.map(({ reason }) => reason.score).reduce((sum, score, at) => sum + score / 2 ** at, 0),
    }))
    .sort((a, b) => b.sum - a.sum)
    .slice(0, mostSources)
    .map(({ sourceId }) => sourceId)
}

/** Coverage and meaning together, from which on the best symbol answers; what is named answers anyway. */
const leastWorth = { onCode: 0.95, other: 1.2 } as const
/** Meaning of what was not compared. */
const unknownMeaning = 0.4

function isAnswered(
  question: CodeQuestion,
  isQuestionOnCode: boolean,
  { isNamed, coverage, similarity }: RankedSymbol,
): boolean {
  if (isNamed) return true
  // What is not declared here is not told of by whoever uses it.
  if (question.subjects.some(isWrittenAsName)) return false
  return (
    coverage + (similarity ?? unknownMeaning) >=
    (question.isExplicit || isQuestionOnCode ? leastWorth.onCode : leastWorth.other)
  )
}

function chosen(
  question: CodeQuestion,
  isQuestionOnCode: boolean,
  ranked: readonly RankedSymbol[],
): readonly RankedSymbol[] {
  const [best] = ranked
  if (best === undefined || !isAnswered(question, isQuestionOnCode, best)) return []
  const form = question.wantsList ? 'list' : 'one'
  const named = ranked.filter(({ isNamed }) => isNamed)
  // What is named is what was asked about: others are no answer.
  const among = named.length > 0 && !question.wantsList ? named : ranked
  return among.filter(({ score }) => score >= leastShare[form] * best.score).slice(0, mostSymbols[form])
}

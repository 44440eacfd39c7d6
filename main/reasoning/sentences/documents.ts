import type { RecallHit } from '../../../contract/recall/recall'
import {
  type Background,
  contentWords,
  groupBy,
  isAskingVerb,
  synonymShare,
  synonymsOf,
  type Word,
} from '../../language'
import type { ReadPassage } from './candidate'
import { documentsOf, type ReadDocument } from './chapters'
import { inPlainWords, isInflected } from './terms'

/** Documents read whole for a query, and those of them that sentences are taken from. */
const mostRead = 12
const mostQuoted = 7

/** The sum of the scores of a document's passages, each counting half of the one before: best ones first. */
function halvingSum(scores: readonly number[]): number {
  let share = 1
  let sum = 0
  for (const score of [...scores].sort((a, b) => b - a)) {
    sum += share * score
    share /= 2
  }
  return sum
}

/** Sources whose passages match best, by words, by their sections and by all that recall knows, for one query and another in turn: to be read whole. */
export function sourcesToRead(...searches: readonly (readonly RecallHit[])[]): string[] {
  const lists = searches.flatMap((hits) => {
    const bySource = [...groupBy(hits, ({ sourceId }) => sourceId)]
    return [
      (hit: RecallHit) => hit.reason.keyword ?? 0,
      (hit: RecallHit) => hit.reason.section ?? 0,
      (hit: RecallHit) => hit.reason.score,
    ].map((score) =>
      bySource
        .map(([sourceId, own]) => ({ sourceId, sum: halvingSum(own.map((hit) => Math.max(0, score(hit)))) }))
        .sort((a, b) => b.sum - a.sum)
        .map(({ sourceId }) => sourceId),
    )
  })
  const places = [...Array(mostRead).keys()]
  return [...new Set(places.flatMap((at) => lists.flatMap((list) => list[at] ?? [])))].slice(0, mostRead)
}

/** What a query has in the documents read for it, each as a share of the best one's, 0..1. */
export interface RankedReading {
  /** By document, best first: those that sentences are taken from. */
  readonly documents: ReadonlyMap<string, number>
  /** By passage: the document that it stands in. */
  readonly documentOf: ReadonlyMap<number, ReadDocument>
  /** By passage: of the section that it stands in. */
  readonly sections: ReadonlyMap<number, number>
  readonly passages: ReadonlyMap<number, number>
}

/** The passages of the documents that sentences are taken from. */
export const quotedPassages = (
  passages: readonly ReadPassage[],
  { documents, documentOf }: RankedReading,
): ReadPassage[] => passages.filter(({ passageId }) => documents.has(documentOf.get(passageId)?.id ?? ''))

/** A section of more passages is cut, so that a long one is not as good as a document. */
const longestSection = 24
/** How often title and heading count in the text below them. */
const titleTimes = { document: 4, section: 1, passage: 1 } as const
const headingTimes = { section: 3, passage: 1 } as const
/**
 * Shares of a document's passages, of its best section, of its whole text and of its nearest passage's meaning. Chosen on
 * the questions for three manuals together (docs/decisions/0033-answers.md).
 */
const shares = { passages: 2, section: 1, whole: 0.5, meaning: 1 } as const

/**
 * Ranks documents that were read whole, their sections and passages by BM25, and the documents by meaning, too. Of several
 * queries each counts as much: a part of a question and the question.
 */
export function rankReading(
  queries: readonly string[],
  passages: readonly ReadPassage[],
  background: Pick<Background, 'idf'>,
): RankedReading {
  const asked = [...new Set(queries)].map((query) => contentWords(inPlainWords(query)))
  const terms = [...new Map(asked.flat().map((word) => [word.stem, word])).values()]
  const documentOf = documentsOf(passages)
  const texts = countReading(passages, terms, documentOf)
  const rankings = asked.map((words) => {
    const own = raritiesOf(words, background)
    return rankTexts(
      texts,
      terms.map(({ stem }) => own.get(stem) ?? 0),
    )
  })
  const mean = (of: (ranking: (typeof rankings)[number]) => readonly number[], at: number): number =>
    rankings.reduce((sum, ranking) => sum + (of(ranking)[at] ?? 0), 0) / Math.max(1, rankings.length)
  return {
    documents: new Map(
      texts.documents
        .map(({ id }, at) => [id, mean(({ documents }) => documents, at)] as const)
        .sort(([, a], [, b]) => b - a)
        .slice(0, mostQuoted),
    ),
    documentOf,
    sections: new Map(
      passages.map(({ passageId }, at) => [passageId, mean(({ sections }) => sections, texts.sectionOf[at] ?? 0)]),
    ),
    passages: new Map(passages.map(({ passageId }, at) => [passageId, mean(({ passages: own }) => own, at)])),
  }
}

/**
 * How rare each word of a query is. A bare verb (`How does it move heat?`) weighs no more than all that it is asked of:
 * in a library on one subject it alone is rare, and says least.
 */
function raritiesOf(words: readonly Word[], { idf }: Pick<Background, 'idf'>): Map<string, number> {
  const isBare = (word: Word): boolean => isAskingVerb(word) && !isInflected(word)
  const known = new Map(words.map((word) => [word.stem, { isAsked: isBare(word), rarity: idf(word.stem) }]))
  const subject = [...known.values()].reduce((sum, { isAsked, rarity }) => sum + (isAsked ? 0 : rarity), 0)
  return new Map(
    [...known].map(([stem, { isAsked, rarity }]) => [
      stem,
      isAsked && subject > 0 ? Math.min(rarity, subject) : rarity,
    ]),
  )
}

/** What was read as counts of terms: passages, the sections that they stand in, and whole documents. */
interface CountedReading {
  readonly passages: readonly TermCounts[]
  readonly sections: readonly TermCounts[]
  readonly sectionOf: readonly number[]
  readonly documents: readonly {
    readonly id: string
    readonly members: readonly number[]
    readonly whole: TermCounts
    /** Cosine of its nearest passage; 0 where none was compared. */
    readonly meaning: number
  }[]
}

function countReading(
  passages: readonly ReadPassage[],
  terms: readonly Word[],
  documentOf: ReadonlyMap<number, ReadDocument>,
): CountedReading {
  const texts = passages.map(({ text }) => countTerms(text, terms))
  const named = new Map<string, TermCounts>()
  const countName = (name: string): TermCounts => {
    const counted = named.get(name) ?? countTerms(name, terms)
    named.set(name, counted)
    return counted
  }
  const headingOf = ({ headingPath }: ReadPassage): TermCounts => countName(headingPath.at(-1) ?? '')
  const titleOf = ({ passageId }: ReadPassage): TermCounts => countName(documentOf.get(passageId)?.title ?? '')
  const sectionOf: number[] = []
  const sections: number[][] = []
  passages.forEach((passage, at) => {
    const before = passages[at - 1]
    const isSame =
      before?.sourceId === passage.sourceId && before.headingPath.join('\n') === passage.headingPath.join('\n')
    if (!isSame || (sections.at(-1)?.length ?? 0) >= longestSection) sections.push([])
    sections.at(-1)?.push(at)
    sectionOf.push(sections.length - 1)
  })
  const together = (members: readonly number[], titleTime: number, headingTime: number): TermCounts => {
    const first = passages[members[0] as number] as ReadPassage
    const own = members.map((at) => texts[at] as TermCounts)
    return addUp([titleOf(first), headingOf(first), ...own], [titleTime, headingTime, ...own.map(() => 1)])
  }
  return {
    passages: passages.map((_, at) => together([at], titleTimes.passage, headingTimes.passage)),
    sections: sections.map((members) => together(members, titleTimes.section, headingTimes.section)),
    sectionOf,
    documents: [
      ...groupBy(passages.keys(), (at) => documentOf.get((passages[at] as ReadPassage).passageId)?.id ?? ''),
    ].map(([id, members]) => ({
      id,
      members,
      whole: together(members, titleTimes.document, 0),
      meaning: Math.max(...members.map((at) => passages[at]?.reason?.dense ?? 0)),
    })),
  }
}

/** Scores of documents, sections and passages in their order, by terms of these weights. */
function rankTexts(reading: CountedReading, weights: readonly number[]) {
  const passages = scoreTexts(reading.passages, weights)
  const sections = scoreTexts(reading.sections, weights)
  const own = reading.documents.map(({ members }) => members.map((at) => passages[at] ?? 0))
  const best = reading.documents.map(({ members }) =>
    Math.max(...members.map((at) => sections[reading.sectionOf[at] ?? 0] ?? 0)),
  )
  const whole = scoreTexts(
    reading.documents.map((document) => document.whole),
    weights,
  )
  const parts = {
    passages: sharesOfBest(own.map(halvingSum)),
    section: sharesOfBest(best),
    whole: sharesOfBest(whole),
    meaning: sharesOfBest(reading.documents.map(({ meaning }) => meaning)),
  }
  const mixed = reading.documents.map((_, at) =>
    (Object.keys(shares) as (keyof typeof shares)[]).reduce(
      (sum, name) => sum + shares[name] * (parts[name][at] ?? 0),
      0,
    ),
  )
  return { documents: sharesOfBest(mixed), sections: sharesOfBest(sections), passages: sharesOfBest(passages) }
}

/** How often each term of a query stands in a text, and how many words it has. */
interface TermCounts {
  readonly counts: Float64Array
  readonly length: number
}

function countTerms(text: string, terms: readonly Word[]): TermCounts {
  const words = contentWords(text)
  const places = new Map(terms.map(({ stem }, at) => [stem, at]))
  const counts = new Float64Array(terms.length)
  for (const { stem } of words) {
    const at = places.get(stem)
    if (at !== undefined) counts[at] = (counts[at] ?? 0) + 1
    for (const synonym of synonymsOf(stem)) {
      const other = places.get(synonym)
      if (other !== undefined) counts[other] = (counts[other] ?? 0) + synonymShare
    }
  }
  // A Han term that the segmenter cut otherwise in the text still stands there.
  terms.forEach(({ stem, isHan }, at) => {
    if (isHan && counts[at] === 0) counts[at] = text.split(stem).length - 1
  })
  return { counts, length: words.length }
}

function addUp(parts: readonly TermCounts[], times: readonly number[]): TermCounts {
  const counts = new Float64Array(parts[0]?.counts.length ?? 0)
  let length = 0
  parts.forEach((part, at) => {
    const factor = times[at] ?? 1
    length += factor * part.length
    part.counts.forEach((count, term) => {
      counts[term] = (counts[term] ?? 0) + factor * count
    })
  })
  return { counts, length }
}

/** BM25 with the usual k1 = 1.2 and b = 0.75 (Robertson and Zaragoza 2009). */
function scoreTexts(texts: readonly TermCounts[], weights: readonly number[]): number[] {
  const mean = Math.max(1, texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length))
  return texts.map(({ counts, length }) => {
    const norm = 1.2 * (0.25 + (0.75 * length) / mean)
    return counts.reduce((sum, count, term) => sum + ((weights[term] ?? 0) * count * 2.2) / (count + norm), 0)
  })
}

function sharesOfBest(scores: readonly number[]): number[] {
  const best = Math.max(1e-9, ...scores)
  return scores.map((score) => Math.max(0, score) / best)
}

import type { RecallHit } from '../../../contract/recall'
import { answerForm, type QuestionKind } from '../question/kind'
import { subjectWords } from '../question/subject'
import { isAskingVerb } from '../text/asking-verbs'
import type { Background } from '../text/background'
import { cosine, wordOverlap } from '../text/similarity'
import { vagueWords } from '../text/stop-words'
import { contentWords, occurrence, profileText, type TextProfile, type Word } from '../text/words'
import type { Candidate } from './candidates'
import { discourseWeight } from './discourse-weight'

/** A term of the query with its weight. */
export interface WeightedTerm {
  readonly word: Word
  readonly weight: number
}

/** Added to each word's rarity, so that one rare word does not outweigh all others together. */
const leastWeight = 0.6

/** The query's content words once each, weighted by how rare they are in the library. */
export function weightTerms(query: string, background: Background): WeightedTerm[] {
  const terms = new Map<string, WeightedTerm>()
  for (const word of contentWords(query)) {
    // A compound Han word says more than a single character; a number in a question is nearly always meant.
    const length = word.isHan ? Math.min(1.6, 0.4 + 0.4 * word.stem.length) : 1
    // `How does it move`: a bare verb is rare for being asked with, which says nothing of what is asked. `How is it
    // measured` asks for the measuring.
    const isAsked = isAskingVerb(word) || vagueWords.has(word.surface.toLowerCase())
    const rarity = leastWeight + background.idf(word.stem)
    const isBare = isAsked && !word.isHan && !/(ed|ing)$/i.test(word.surface)
    const weight = isBare ? 0.6 * leastWeight : isAsked ? 0.5 * rarity : rarity
    if (!terms.has(word.stem)) terms.set(word.stem, { word, weight: weight * length })
  }
  return [...terms.values()]
}

/** Weighted share of the terms that occur in the profile, 0..1. */
export function termCoverage(terms: readonly WeightedTerm[], profile: TextProfile): number {
  let total = 0
  let found = 0
  for (const { word, weight } of terms) {
    total += weight
    found += weight * occurrence(word, profile)
  }
  return total === 0 ? 0 : found / total
}

/**
 * Credit for a term that stands in the title or heading, or elsewhere in the passage, and not in the sentence: a text
 * about something rarely repeats its name in each sentence.
 */
const titleCredit = 0.7
const passageCredit = 0.25

interface Surroundings {
  readonly title: TextProfile
  readonly passage: TextProfile
}

function contextCoverage(terms: readonly WeightedTerm[], sentence: TextProfile, around: Surroundings): number {
  let total = 0
  let found = 0
  for (const { word, weight } of terms) {
    total += weight
    found +=
      weight *
      Math.max(
        occurrence(word, sentence),
        titleCredit * occurrence(word, around.title),
        passageCredit * occurrence(word, around.passage),
      )
  }
  return total === 0 ? 0 : found / total
}

/** What is said of the text around a sentence, and how near recall found it. */
type Context = Pick<RecallHit, 'title' | 'sourceName' | 'headingPath' | 'text'> & {
  readonly reason: Pick<RecallHit['reason'], 'score'>
}

/** A sentence that can be scored: a candidate, or what a step kept. */
export interface Scorable extends Pick<Candidate, 'sentence' | 'profile' | 'defect'> {
  readonly hit: Context
}

export interface ScoredCandidate<Item extends Scorable = Candidate> {
  readonly candidate: Item
  readonly score: number
  /** Weighted share of the query's terms in the sentence alone, and with its title, headings and passage. */
  readonly coverage: number
  readonly inContext: number
  /** Cosine of query and sentence; null where the encoder does not cover the script. */
  readonly similarity: number | null
  readonly vector: Float32Array | null
}

/** Shares of the score; each is 0..1. Set by the share of judged documents among those cited, and by reading. */
const weights = { words: 0.22, meaning: 0.26, passage: 0.28, heading: 0.24 } as const
/** Added where the sentence has the form of an answer to such a question and shares at least something with it. */
const formCredit = 0.15
/** Added where such a question's sentence begins with what is asked about: so begin definitions and explanations. */
const subjectCredit = 0.08
const explaining: ReadonlySet<QuestionKind> = new Set(['manner', 'definition', 'listing', 'open'])
/** Where the question is not about the past, sentences that tell of it are background. */
const pastFactor = 0.85
const past = /\b(1[5-8]\d\d|19[0-8]\d)\b|(1[5-8]\d\d|19[0-8]\d)年|\b(is|are|was) older than\b|\bhistory of\b/i
const asksOfPast =
  /\b(history|histor\w+|origins?|invent\w*|first|began|develop\w*|1[5-9]\d\d|when|who)\b|历史|起源|发明|最早|何时|年|谁/i
const factualKinds: ReadonlySet<QuestionKind> = new Set(['time', 'person', 'place', 'quantity', 'finding'])

export interface ScoreInput<Item extends Scorable = Candidate> {
  readonly query: string
  readonly kind: QuestionKind
  readonly candidates: readonly Item[]
  readonly background: Background
  readonly queryVector: Float32Array | null
  readonly vectors: readonly (Float32Array | null)[]
  /** Vectors of what `labelOf` says of each candidate's hit; without them headings count by their words alone. */
  readonly headings?: ReadonlyMap<string, Float32Array | null>
}

/** Title and headings over a passage as one line: what its author says it is about. */
export function labelOf(hit: Pick<RecallHit, 'title' | 'headingPath'>): string {
  return [...new Set([hit.title ?? '', ...hit.headingPath])].filter((part) => part.trim().length > 0).join(labelGlue)
}

const labelGlue = ': '

/** Nearness of each label to the query, spread over the labels at hand; null for hits without any or without vectors. */
function headingNearness(input: ScoreInput<Scorable>): (hit: Context) => number | null {
  const { headings, queryVector } = input
  if (headings === undefined || queryVector === null) return () => null
  const cosines = new Map(
    [...headings].map(([label, vector]) => [label, vector === null ? null : cosine(vector, queryVector)]),
  )
  const spread = spreadOver([...cosines.values()])
  const asked = asksAs(input.query)
  const isAskedAlike = (label: string): boolean =>
    asked !== null && label.split(labelGlue).some((heading) => asksAs(heading) === asked)
  const hasAskedAlike = [...headings.keys()].some(isAskedAlike)
  return (hit) => {
    const value = cosines.get(labelOf(hit)) ?? null
    if (value === null) return null
    if (!hasAskedAlike) return spread(value)
    return isAskedAlike(labelOf(hit)) ? Math.max(spread(value), askedAlike) : askedOtherwise * spread(value)
  }
}

/** A text called `How …` is where one looks for how; what is called otherwise may still tell it. */
const askedAlike = 1
const askedOtherwise = 0.5

/** The question word that a question or a heading opens with; `how often` and its like ask for a number. */
function asksAs(text: string): string | null {
  return /^\s*(how|why)\b(?! (often|much|many|long|far|large|big|old|fast)\b)/i.exec(text)?.[1]?.toLowerCase() ?? null
}

/**
 * Cosines are spread over 0..1 from the pool's lower quarter to its best: encoders differ in where theirs lie (the
 * built-in one: mostly 0.1 to 0.8), and only their order within the pool tells sentences apart. A pool whose best is
 * itself far off stays low.
 */
function spreadOver(similarities: readonly (number | null)[]): (value: number) => number {
  const known = similarities.filter((value) => value !== null).sort((a, b) => a - b)
  const low = known[Math.floor(known.length / 4)] ?? 0
  const high = known.at(-1) ?? 1
  const ceiling = Math.min(1, Math.max(0, high) / 0.6)
  return (value) => (high - low < 1e-6 ? ceiling : ceiling * Math.min(1, Math.max(0, (value - low) / (high - low))))
}

/** How many of the best sentences make up the middle of what is said, and its share in the score. */
const middleOf = 12
const middleShare = 0.16

/**
 * Scores 0..1: words and meaning of the sentence itself, and the place of its passage in recall, which has read more
 * than one sentence. In a second pass sentences near the middle of the best ones gain (pseudo-relevance feedback, as
 * LexRank does with a question: Otterbacher et al., 2005): an answer often says it in other words than the question.
 */
export function scoreCandidates<Item extends Scorable>(input: ScoreInput<Item>): ScoredCandidate<Item>[] {
  const first = scoreOnce(input)
  const leaders = [...first]
    .filter(({ candidate }) => candidate.defect === null)
    .sort((a, b) => b.score - a.score)
    .slice(0, middleOf)
  if (leaders.length < 4) return first
  const nearness = first.map((item) => {
    const others = leaders.filter((leader) => leader !== item)
    const sum = others.reduce((total, leader) => total + alike(item, leader) * leader.score, 0)
    return sum / others.reduce((total, leader) => total + leader.score, 1e-9)
  })
  const highest = Math.max(1e-9, ...nearness)
  return first.map((item, at) => ({
    ...item,
    score:
      (1 - middleShare) * item.score + middleShare * ((nearness[at] ?? 0) / highest) * Math.min(1, item.score * 1.5),
  }))
}

function alike(left: ScoredCandidate<Scorable>, right: ScoredCandidate<Scorable>): number {
  if (left.vector === null || right.vector === null) return wordOverlap(left.candidate.profile, right.candidate.profile)
  return Math.max(0, cosine(left.vector, right.vector))
}

/** True where the sentence begins with what the question is about. */
function opensWith(subject: readonly Word[], candidate: Scorable): boolean {
  if (subject.length === 0) return false
  const opening = profileText(candidate.sentence.slice(0, candidate.profile.hanText === null ? 40 : 10))
  return subject.every((word) => occurrence(word, opening) >= 0.9)
}

function scoreOnce<Item extends Scorable>(input: ScoreInput<Item>): ScoredCandidate<Item>[] {
  const terms = weightTerms(input.query, input.background)
  const similarities = input.vectors.map((vector) =>
    vector === null || input.queryVector === null ? null : cosine(vector, input.queryVector),
  )
  const spread = spreadOver(similarities)
  const best = Math.max(1e-9, ...input.candidates.map((candidate) => candidate.hit.reason.score))
  const contexts = new Map<Context, Surroundings>()
  const nearness = headingNearness(input)
  const subject = subjectWords(input.query).slice(0, 2)
  const isAboutPast = factualKinds.has(input.kind) || asksOfPast.test(input.query)
  return input.candidates.map((candidate, at) => {
    let context = contexts.get(candidate.hit)
    if (context === undefined) {
      const { hit } = candidate
      context = {
        title: profileText([hit.title ?? hit.sourceName, ...hit.headingPath].join(' \n ')),
        passage: profileText(hit.text),
      }
      contexts.set(candidate.hit, context)
    }
    const coverage = termCoverage(terms, candidate.profile)
    const inContext = contextCoverage(terms, candidate.profile, context)
    const vector = input.vectors[at] ?? null
    const similarity = similarities[at] ?? null
    const passage = Math.max(0, candidate.hit.reason.score) / best
    const heading = nearness(candidate.hit) ?? passage
    let score =
      similarity === null
        ? 0.62 * inContext + 0.38 * passage
        : weights.words * inContext +
          weights.meaning * spread(similarity) +
          weights.passage * passage +
          weights.heading * heading
    // The form of an answer counts as far as it answers this question.
    if (inContext >= 0.1) score += formCredit * answerForm(input.kind, candidate.sentence) * (0.4 + 0.6 * inContext)
    if (explaining.has(input.kind) && opensWith(subject, candidate)) score += subjectCredit
    if (!isAboutPast && past.test(candidate.sentence)) score *= pastFactor
    score *= discourseWeight(candidate.sentence)
    return { candidate, score: Math.min(1, score), coverage, inContext, similarity, vector }
  })
}

import type { RecallHit } from '../../../contract/recall'
import { looksLikeAnswer, type QuestionKind } from '../question/kind'
import type { Background } from '../text/background'
import { cosine } from '../text/similarity'
import { vagueWords } from '../text/stop-words'
import { contentWords, occurrence, profileText, type TextProfile, type Word } from '../text/words'
import type { Candidate } from './candidates'
import { telling } from './telling'

/** A term of the query with its weight. */
export interface WeightedTerm {
  readonly word: Word
  readonly weight: number
}

/** The query's content words once each, weighted by how rare they are in the library. */
export function weightTerms(query: string, background: Background): WeightedTerm[] {
  const terms = new Map<string, WeightedTerm>()
  for (const word of contentWords(query)) {
    // A compound Han word says more than a single character; a number in a question is nearly always meant.
    const length = word.isHan ? Math.min(1.6, 0.4 + 0.4 * word.stem.length) : 1
    const telling = vagueWords.has(word.surface.toLowerCase()) ? 0.4 : 1
    if (!terms.has(word.stem)) terms.set(word.stem, { word, weight: background.idf(word.stem) * length * telling })
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
 * Credit for a term that stands in the title or heading and not in the sentence: a text about something rarely repeats
 * its name in each sentence.
 */
const contextCredit = 0.7

function contextCoverage(terms: readonly WeightedTerm[], sentence: TextProfile, context: TextProfile): number {
  let total = 0
  let found = 0
  for (const { word, weight } of terms) {
    total += weight
    found += weight * Math.max(occurrence(word, sentence), contextCredit * occurrence(word, context))
  }
  return total === 0 ? 0 : found / total
}

export interface ScoredCandidate {
  readonly candidate: Candidate
  readonly score: number
  /** Weighted share of the query's terms in the sentence alone, and with its title and headings. */
  readonly coverage: number
  readonly inContext: number
  /** Cosine of query and sentence; null where the encoder does not cover the script. */
  readonly similarity: number | null
  readonly vector: Float32Array | null
}

export interface ScoreInput {
  readonly query: string
  readonly kind: QuestionKind
  readonly candidates: readonly Candidate[]
  readonly background: Background
  readonly queryVector: Float32Array | null
  readonly vectors: readonly (Float32Array | null)[]
}

/**
 * Cosines of the built-in encoder between a question and a sentence lie mostly between 0.1 and 0.8; this spreads that
 * range over 0..1. Another encoder's cosines are higher throughout, which lifts all sentences alike.
 */
function spread(value: number): number {
  return Math.min(1, Math.max(0, (value - 0.1) / 0.7))
}

/**
 * Scores 0..1: words and meaning of the sentence itself, and the place of its passage in recall, which has read more
 * than one sentence.
 */
export function scoreCandidates(input: ScoreInput): ScoredCandidate[] {
  const terms = weightTerms(input.query, input.background)
  const best = Math.max(1e-9, ...input.candidates.map((candidate) => candidate.hit.reason.score))
  const contexts = new Map<RecallHit, TextProfile>()
  return input.candidates.map((candidate, at) => {
    let context = contexts.get(candidate.hit)
    if (context === undefined) {
      context = profileText(
        [candidate.hit.title ?? candidate.hit.sourceName, ...candidate.hit.headingPath].join(' \n '),
      )
      contexts.set(candidate.hit, context)
    }
    const coverage = termCoverage(terms, candidate.profile)
    const inContext = contextCoverage(terms, candidate.profile, context)
    const vector = input.vectors[at] ?? null
    const similarity = vector === null || input.queryVector === null ? null : cosine(vector, input.queryVector)
    const passage = Math.max(0, candidate.hit.reason.score) / best
    let score =
      similarity === null
        ? 0.62 * inContext + 0.38 * passage
        : 0.42 * inContext + 0.22 * spread(similarity) + 0.36 * passage
    if (coverage > 0 && looksLikeAnswer(input.kind, candidate.sentence)) score += 0.07
    score *= telling(candidate.sentence)
    return { candidate, score: Math.min(1, score), coverage, inContext, similarity, vector }
  })
}

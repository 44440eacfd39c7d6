import { cosine, isNearDuplicate, wordOverlap } from '../text/similarity'
import type { Candidate } from './candidates'
import { answersBack, reportsOpinion } from './opinion'
import type { ScoredCandidate } from './score'

/** Sentences that stand or fall together: the chosen one, after the one that it leans on. */
export interface EvidenceUnit {
  readonly lead: ScoredCandidate
  readonly sentences: readonly Candidate[]
  readonly score: number
}

export interface SelectOptions {
  /** Units at most. */
  readonly limit: number
  /** Sentences of one source at most. */
  readonly perSource: number
  /** Weight of relevance against novelty in maximal marginal relevance (Carbonell and Goldstein, 1998), 0..1. */
  readonly relevance: number
  /** Sentences below this share of the best one's score are not taken, 0..1. */
  readonly floor: number
  /** Sentences already used elsewhere. */
  readonly exclude: readonly Candidate[]
}

function samePlace(left: Candidate, right: Candidate): boolean {
  return left.locator.sourceId === right.locator.sourceId && left.locator.start === right.locator.start
}

/**
 * What a sentence must bring along. A leaning sentence (`However, …`) brings the one before it where that can stand;
 * a sentence whose subject is a pronoun is worth far less where it cannot.
 */
function unitOf(scored: ScoredCandidate): EvidenceUnit {
  const { candidate } = scored
  const { previous: before, next: after, dangling } = candidate
  if (dangling !== 'none') {
    if (before !== null && before.defect === null && before.dangling !== 'pronoun')
      return { lead: scored, sentences: [before, candidate], score: scored.score * 0.96 }
    return { lead: scored, sentences: [candidate], score: scored.score * (dangling === 'pronoun' ? 0.7 : 0.9) }
  }
  const isAnswered = after !== null && after.defect === null && answersBack(after.sentence)
  if (reportsOpinion(candidate.sentence)) {
    // What others think is no finding; with what the source says to it, it is half of one.
    const sentences = after !== null && after.defect === null ? [candidate, after] : [candidate]
    return { lead: scored, sentences, score: scored.score * (sentences.length === 2 ? 0.75 : 0.5) }
  }
  return { lead: scored, sentences: isAnswered ? [candidate, after] : [candidate], score: scored.score }
}

function resemblance(left: ScoredCandidate, right: ScoredCandidate): number {
  const words = wordOverlap(left.candidate.profile, right.candidate.profile)
  if (left.vector === null || right.vector === null) return words
  return Math.max(words, 0.8 * Math.max(0, cosine(left.vector, right.vector)))
}

/** Chooses units by maximal marginal relevance over sentences and sources; no sentence and no near copy of it twice. */
export function selectDiverse(scored: readonly ScoredCandidate[], options: SelectOptions): EvidenceUnit[] {
  const usable = scored.filter(({ candidate }) => candidate.defect === null).map(unitOf)
  const best = Math.max(0, ...usable.map((unit) => unit.score))
  const pool = usable.filter((unit) => unit.score >= best * options.floor)
  const chosen: EvidenceUnit[] = []
  const taken: Candidate[] = [...options.exclude]
  const perSource = new Map<string, number>()
  const nearest = new Map<EvidenceUnit, number>()
  while (chosen.length < options.limit) {
    let pick: EvidenceUnit | null = null
    let pickValue = Number.NEGATIVE_INFINITY
    for (const unit of pool) {
      if (chosen.includes(unit)) continue
      const used = perSource.get(unit.lead.candidate.hit.sourceId) ?? 0
      if (used >= options.perSource) continue
      const value =
        options.relevance * unit.score -
        (1 - options.relevance) * (nearest.get(unit) ?? 0) -
        0.02 * Math.max(0, used - 1)
      if (value > pickValue) {
        pick = unit
        pickValue = value
      }
    }
    if (pick === null) break
    const { lead } = pick
    pool.splice(pool.indexOf(pick), 1)
    if (
      taken.some((other) => samePlace(other, lead.candidate) || isNearDuplicate(other.profile, lead.candidate.profile))
    )
      continue
    const sentences = pick.sentences.filter((sentence) => !taken.some((other) => samePlace(other, sentence)))
    chosen.push({ ...pick, sentences })
    taken.push(...sentences)
    const source = lead.candidate.hit.sourceId
    perSource.set(source, (perSource.get(source) ?? 0) + sentences.length)
    for (const unit of pool) nearest.set(unit, Math.max(nearest.get(unit) ?? 0, resemblance(unit.lead, lead)))
  }
  return chosen
}

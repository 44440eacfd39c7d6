import { cosine, isNearDuplicate, wordOverlap } from '../text/similarity'
import type { Candidate } from './candidates'
import { isRow } from './quality'
import { type EvidenceUnit, type RunShape, runAround } from './runs'
import type { ScoredCandidate } from './score'

export interface SelectOptions {
  /** Units at most. */
  readonly limit: number
  /** Sentences of one source at most. */
  readonly perSource: number
  /** Weight of relevance against novelty in maximal marginal relevance (Carbonell and Goldstein, 1998), 0..1. */
  readonly relevance: number
  /** Sentences below this share of the best one's score are not taken, 0..1. */
  readonly floor: number
  /** All that may stand in a run with a chosen sentence, chosen or not. */
  readonly neighbours: readonly ScoredCandidate[]
  readonly shape: RunShape
}

function samePlace(left: Candidate, right: Candidate): boolean {
  return left.locator.sourceId === right.locator.sourceId && left.locator.start === right.locator.start
}

function resemblance(left: ScoredCandidate, right: ScoredCandidate): number {
  const words = wordOverlap(left.candidate.profile, right.candidate.profile)
  if (left.vector === null || right.vector === null) return words
  return Math.max(words, 0.8 * Math.max(0, cosine(left.vector, right.vector)))
}

/** Chooses units by maximal marginal relevance over sentences and sources; no sentence and no near copy of it twice. */
export function selectDiverse(scored: readonly ScoredCandidate[], options: SelectOptions): EvidenceUnit[] {
  const scores = new Map(options.neighbours.map((item) => [item.candidate, item]))
  const usable = scored
    .filter(({ candidate }) => candidate.defect === null)
    .map((lead) => runAround(lead, scores, options.shape))
  const best = Math.max(0, ...usable.map((unit) => unit.score))
  const pool = usable.filter((unit) => unit.score >= best * options.floor)
  const chosen: EvidenceUnit[] = []
  const taken: Candidate[] = []
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
    const isTaken = (sentence: Candidate): boolean =>
      taken.some((other) => samePlace(other, sentence) || isNearDuplicate(other.profile, sentence.profile))
    let unit = pick
    if (pick.sentences.some(isTaken)) {
      // A run with holes would read worse than none; a sentence that leans on nothing can still stand alone.
      if (isTaken(lead.candidate) || lead.candidate.dangling !== 'none') continue
      unit = { lead, sentences: [lead.candidate], score: pick.score * 0.92 }
    }
    const { sentences } = unit
    chosen.push(unit)
    taken.push(...sentences)
    const source = lead.candidate.hit.sourceId
    // The rows of a table are one thing that a source says.
    const counted = isRow(lead.candidate.sentence) ? 1 : sentences.length
    perSource.set(source, (perSource.get(source) ?? 0) + counted)
    for (const other of pool) nearest.set(other, Math.max(nearest.get(other) ?? 0, resemblance(other.lead, lead)))
  }
  return chosen
}

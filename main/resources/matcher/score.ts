import type { FittedWeights } from '../../../contract/matcher-weights'
import { type VectorKind, vectorKinds } from './matchable'

/** What is known of one resource against one sentence, before anything is weighed. */
export interface Components {
  /** 0..1; null where there is no vector. */
  readonly cosines: Readonly<Record<VectorKind, number | null>>
  /** Mean cosine of the sentence with all resources: what stands in where a resource has no vector of its own. */
  readonly neutralCosine: number
  readonly keywords: number
  readonly learned: LearnedComponents | null
}

export interface LearnedComponents {
  readonly uses: number
  readonly centroid: number
  readonly nearest: number
  /** Logarithmic, from 0 upwards. */
  readonly words: number
  readonly refused: number
}

/**
 * Log odds of a resource by its own words: weighted sum of the cosines and the keywords. A missing vector counts as the
 * mean of all resources, so that it speaks neither for nor against.
 */
export function describedScore(components: Components, weights: FittedWeights): number {
  let score = weights.keywords * components.keywords
  for (const kind of vectorKinds) {
    score += weights[kind] * (components.cosines[kind] ?? components.neutralCosine)
  }
  return score
}

/** Uses after which what was learned counts half as much as it ever will: of the mean, and of the single sentences. */
const usesOfHalfTrust = { early: 1, late: 12 }
/** Fitted with the weights: see there. */
const learnedWeights = { described: -1.46, offset: -6.5, centroid: 12.3, nearest: 9, words: 3 }
/** Below this cosine two sentences need not mean the same, and a refusal tells nothing. */
const refusalFrom = 0.6
/** Log odds that a refusal of the very same sentence costs. */
const refusalWeight = 5

/**
 * Log odds that confirmed uses add: the more of them, the less the resource's own words count and the more the sentences
 * that it was used for. Refused uses take away.
 */
export function learnedScore(learned: LearnedComponents | null, described: number): number {
  if (learned === null) return 0
  const early = learned.uses / (learned.uses + usesOfHalfTrust.early)
  const late = learned.uses / (learned.uses + usesOfHalfTrust.late)
  const likeness =
    early * learnedWeights.centroid * learned.centroid +
    late *
      (learnedWeights.described * described +
        learnedWeights.offset +
        learnedWeights.nearest * learned.nearest +
        learnedWeights.words * learned.words)
  const refusal = Math.max(0, (learned.refused - refusalFrom) / (1 - refusalFrom))
  return likeness - refusalWeight * refusal
}

import type { FittedWeights } from '../../../contract/resources/matcher-weights'
import type { ResourceType } from '../../../contract/resources/resource'
import { type MatchableResource, type VectorKind, vectorKinds } from './matchable'

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

/** Log odds of a resource that shares nothing with the sentence but what all do. */
export function nothingInCommon({ neutralCosine }: Components, weights: FittedWeights): number {
  return vectorKinds.reduce((sum, kind) => sum + weights[kind] * neutralCosine, weights.performance / 2)
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

/** Uses that make half of the preference that use can give. */
const usesOfHalfPreference = 10
/** Uses that a success rate is believed as much as the even odds it starts from. */
const usesOfHalfBelief = 4
/** A mean response time that halves what speed gives. */
const halvingMs = 5_000
const successShare = 0.75

/** Preference by use so far, 0..1, growing ever more slowly. */
export function usageScore({ usageCount }: Pick<MatchableResource, 'usageCount'>): number {
  return usageCount / (usageCount + usesOfHalfPreference)
}

/** Success and speed so far, 0..1; 0.5 of what was never used: neither held against it nor for it. */
export function performanceScore(
  resource: Pick<MatchableResource, 'usageCount' | 'successRate' | 'avgResponseTimeMs'>,
): number {
  const { usageCount, successRate, avgResponseTimeMs } = resource
  const belief = usageCount / (usageCount + usesOfHalfBelief)
  const success = successRate === null ? 0.5 : 0.5 + (successRate - 0.5) * belief
  const speed = avgResponseTimeMs === null ? 0.5 : 1 / (1 + avgResponseTimeMs / halvingMs)
  return successShare * success + (1 - successShare) * speed
}

/** What is known of the one who asks. */
export interface MatchContext {
  /** Resources that the session used, the last first. */
  readonly recentResourceIds?: readonly string[]
  /** Types that are wanted before others. */
  readonly preferredTypes?: readonly ResourceType[]
}

/** How well a resource fits the one who asks, 0..1: used lately, the later the more, or of a wanted type. */
export function contextScore(
  resource: Pick<MatchableResource, 'resourceId' | 'type'>,
  { recentResourceIds = [], preferredTypes = [] }: MatchContext,
): number {
  const place = recentResourceIds.indexOf(resource.resourceId)
  const recency = place < 0 ? 0 : 1 / (1 + place / 4)
  return Math.max(recency, preferredTypes.includes(resource.type) ? 1 : 0)
}

/**
 * Probabilities of the resources, one of which is meant, from their log odds. In the order of the scores.
 */
export function softmax(scores: readonly number[]): number[] {
  const highest = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - highest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

/**
 * Platt scaling, fitted over the first five answers to sentences for which the right tool was there in four of five cases,
 * with 0, 5 and 20 confirmed uses of each tool. Calibration error on the other half of the sentences: 0.008.
 */
const scaling = { offset: -1.3, logit: 0.73, evidence: 0.068 }

/**
 * How sure it is that a resource is meant, 0..1. A share among the resources alone would be sure of the best of nothing, so
 * that the evidence for the resource itself counts beside it.
 * @param probability its share among the resources, 0..1
 * @param evidence how far its log odds lie above those of a resource that has nothing in common with the sentence
 */
export function confidenceOf(probability: number, evidence: number): number {
  const bounded = Math.min(1 - 1e-6, Math.max(1e-6, probability))
  const logit = Math.log(bounded / (1 - bounded))
  return 1 / (1 + Math.exp(-(scaling.offset + scaling.logit * logit + scaling.evidence * evidence)))
}

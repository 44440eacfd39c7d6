/**
 * Probabilities of the resources, one of which is meant, from their log odds. In the order of the scores.
 */
export function softmax(scores: readonly number[]): number[] {
  const highest = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - highest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

/** Platt scaling; see docs/decisions/0014-matching.md for the sentences that it was fitted on. */
const scaling = { offset: -2, logit: 0.8, evidence: 0.25 }

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

import { z } from 'zod'

/** Components of a match's score that a person may weigh otherwise than measured. */
export const weightName = z.enum([
  'name',
  'description',
  'capabilities',
  'composite',
  'keywords',
  'rerank',
  'usage',
  'performance',
  'context',
  'history',
])
export type WeightName = z.infer<typeof weightName>

export const weightRange = { from: 0, to: 10 } as const
/** Only what differs from the fitted weights. */
export const matcherWeights = z.partialRecord(weightName, z.number().min(weightRange.from).max(weightRange.to))
export type MatcherWeights = z.infer<typeof matcherWeights>

export type FittedWeights = Readonly<Record<WeightName, number>>

/**
 * Weights of the components, each 0..1, in natural logarithms of odds: what the softmax over the resources needs to give
 * the right one its probability. Those of name, description, composite and keywords are fitted by conditional logistic
 * regression on single-tool sentences; capabilities, usage, performance and context are set so that they decide between
 * near equals and never against words, as no collection tells of them; see docs/decisions/0014-matching.md.
 * `history` scales what was learned from confirmed uses, `rerank` what late interaction adds.
 */
export const fittedWeights: FittedWeights = {
  name: 0.2,
  description: 7,
  capabilities: 1,
  composite: 7,
  keywords: 8,
  rerank: 0,
  usage: 0.3,
  performance: 0.6,
  context: 0.8,
  history: 1,
}

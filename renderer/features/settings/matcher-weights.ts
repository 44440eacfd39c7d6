import type { MatcherWeights, matcherWeight } from '../../../contract/resource'

export type WeightName = (typeof matcherWeight.options)[number]

/** In the order in which a match tells its reasons. */
export const weightNames: readonly WeightName[] = [
  'description',
  'capabilities',
  'name',
  'composite',
  'keywords',
  'rerank',
  'usage',
  'performance',
  'context',
  'history',
]

/** What was fitted by measurement, told where a person chose nothing else: as `main/resources/matcher/weights.ts` has it. */
export const fittedWeights: Readonly<Record<WeightName, number>> = {
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

/** As the contract takes them. */
export const weightRange = { from: 0, to: 10 } as const

/** A weight as a person writes it, with a point or a comma; null for none, undefined for what is no weight. */
export function readWeight(text: string): number | null | undefined {
  const written = text.trim().replace(/[,，。]/, '.')
  if (written === '') return null
  const weight = /^\d*\.?\d*$/.test(written) && written !== '.' ? Number(written) : Number.NaN
  return weight >= weightRange.from && weight <= weightRange.to ? weight : undefined
}

/** The weights with one changed. One that is as measured, or null, is not kept, so that it follows later measurements. */
export function changeWeight(weights: MatcherWeights, name: WeightName, weight: number | null): MatcherWeights {
  const { [name]: _before, ...rest } = weights
  return weight === null || weight === fittedWeights[name] ? rest : { ...rest, [name]: weight }
}

import { fittedWeights, type MatcherWeights, type WeightName, weightRange } from '../../../contract/matcher-weights'
import { reasonNames } from '../resources/reason-names'

/** In the order in which a match tells its reasons. */
export const weightNames: readonly WeightName[] = [...reasonNames, 'history']

/** A weight as a person writes it, with a point or a comma; null for none, undefined for what is no weight. */
export function readWeight(text: string): number | null | undefined {
  const written = text.trim().replace(/[,，。]/, '.')
  if (written === '') return null
  const weight = /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(written) ? Number(written) : Number.NaN
  return weight >= weightRange.from && weight <= weightRange.to ? weight : undefined
}

/** The weights with one changed. One that is as measured, or null, is not kept, so that it follows later measurements. */
export function changeWeight(weights: MatcherWeights, name: WeightName, weight: number | null): MatcherWeights {
  const { [name]: _before, ...rest } = weights
  return weight === null || weight === fittedWeights[name] ? rest : { ...rest, [name]: weight }
}

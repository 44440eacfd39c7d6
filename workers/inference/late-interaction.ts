import type { TokenVectors } from '../../contract/processes/inference'

/**
 * ColBERT's late interaction (Khattab and Zaharia 2020, MaxSim): for each token of the query the best cosine with a
 * token of the text, as a mean weighted by how much the query's token says. In -1..1; 0 where nothing can be said.
 * A plain loop: the texts are a few short ones, and encoding them takes far longer.
 */
export function lateInteractionOf(
  query: TokenVectors,
  weights: Float32Array,
  texts: readonly TokenVectors[],
  dimensions: number,
): Float32Array {
  return Float32Array.from(texts, (text) => {
    if (text.tokens === 0 || query.tokens === 0) return 0
    let sum = 0
    let total = 0
    for (let token = 0; token < query.tokens; token++) {
      const weight = weights[token]!
      if (weight === 0) continue
      let best = -1
      for (let other = 0; other < text.tokens; other++)
        best = Math.max(best, cosine(query, token, text, other, dimensions))
      sum += weight * best
      total += weight
    }
    return total === 0 ? 0 : sum / total
  })
}

function cosine(one: TokenVectors, row: number, other: TokenVectors, otherRow: number, dimensions: number): number {
  const from = row * dimensions
  const otherFrom = otherRow * dimensions
  let sum = 0
  for (let at = 0; at < dimensions; at++) sum += one.vectors[from + at]! * other.vectors[otherFrom + at]!
  return sum
}

import { type ResourceVectors, type VectorKind, vectorKinds } from './matchable'

/** Dot product of two vectors of one length: their cosine where both are L2-normalised. Four sums keep the pipeline full. */
export function dot(left: Float32Array, right: Float32Array): number {
  const length = left.length
  let [a, b, c, d] = [0, 0, 0, 0]
  let at = 0
  for (; at + 3 < length; at += 4) {
    a += left[at]! * right[at]!
    b += left[at + 1]! * right[at + 1]!
    c += left[at + 2]! * right[at + 2]!
    d += left[at + 3]! * right[at + 3]!
  }
  for (; at < length; at += 1) a += left[at]! * right[at]!
  return a + b + c + d
}

/** The vector at length 1; null where it has none. */
export function normalised(vector: Float32Array): Float32Array | null {
  const length = Math.sqrt(dot(vector, vector))
  return length === 0 ? null : vector.map((value) => value / length)
}

/** Mean of vectors of one length, of which there is at least one. */
export function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]!.length)
  for (const vector of vectors) for (let at = 0; at < sum.length; at += 1) sum[at] = sum[at]! + vector[at]!
  return sum.map((value) => value / vectors.length)
}

export type KindWeights = Readonly<Record<VectorKind, number>>

/**
 * One vector that stands for the weighted four: its dot product with a query is the weighted mean of their cosines, over
 * the kinds that there are. Null where there are none of any weight. One row to scan instead of four.
 */
export function blend(vectors: ResourceVectors, weights: KindWeights): Float32Array | null {
  let blended: Float32Array | null = null
  let total = 0
  for (const kind of vectorKinds) {
    const vector = vectors[kind]
    if (vector == null || weights[kind] === 0) continue
    blended ??= new Float32Array(vector.length)
    total += weights[kind]
    for (let at = 0; at < vector.length; at += 1) blended[at] = blended[at]! + weights[kind] * vector[at]!
  }
  return blended === null ? null : blended.map((value) => value / total)
}

/** Cosines 0..1 of a query with a resource's vectors, by kind; null where either has no vector. */
export function cosinesOf(
  query: Float32Array | null,
  vectors: ResourceVectors | null,
): Record<VectorKind, number | null> {
  const of = (kind: VectorKind): number | null => {
    const vector = vectors?.[kind]
    return query === null || vector == null ? null : Math.min(1, Math.max(0, dot(query, vector)))
  }
  return {
    name: of('name'),
    description: of('description'),
    capabilities: of('capabilities'),
    composite: of('composite'),
  }
}

/** Copies: what the store answers are views of pages that are shared. */
export function ownCopies(vectors: ResourceVectors): ResourceVectors {
  const own: Partial<Record<VectorKind, Float32Array>> = {}
  for (const kind of vectorKinds) {
    const vector = vectors[kind]
    if (vector != null) own[kind] = vector.slice()
  }
  return own
}

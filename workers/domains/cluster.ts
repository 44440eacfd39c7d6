import { dot, silhouette, squaredDistances, wardCuts } from './ward'

/** Compared with each other at most: their distances take 9 MB. The others go to the nearest centre. */
export const mostCompared = 1500
/** Fewer than these have no clusters among them. */
const fewestToPart = 6

export interface Clustering {
  /** By cluster its members, the nearest to the centre first. */
  readonly clusters: readonly (readonly number[])[]
  readonly centres: readonly Float32Array[]
}

/**
 * Parts vectors of one length into clusters, as many as the silhouette says: from half the square root of their number to
 * one and a half of it, 30 at most. Without the lower bound it takes texts for two halves. Deterministic.
 */
export function clustersOf(vectors: readonly Float32Array[]): Clustering {
  const units = centred(vectors)
  const n = units.length
  if (n < 2) return { clusters: [], centres: [] }
  const step = Math.max(1, n / mostCompared)
  const compared = Array.from({ length: Math.min(n, mostCompared) }, (_, index) => Math.floor(index * step))
  const sample = compared.map((index) => units[index]!)
  const labels = n < fewestToPart ? new Int32Array(n) : bestCut(sample)
  const centres = centresOf(sample, labels)
  const clusters: { readonly index: number; readonly nearness: number }[][] = centres.map(() => [])
  const labelOf = new Map(compared.map((index, at) => [index, labels[at]!]))
  for (const [index, unit] of units.entries()) {
    const label = labelOf.get(index) ?? nearest(unit, centres)
    clusters[label]!.push({ index, nearness: dot(unit, centres[label]!) })
  }
  return {
    centres,
    clusters: clusters.map((members) =>
      members.sort((one, other) => other.nearness - one.nearness || one.index - other.index).map(({ index }) => index),
    ),
  }
}

function bestCut(units: readonly Float32Array[]): Int32Array {
  const n = units.length
  const root = Math.sqrt(n)
  const least = Math.max(2, Math.min(15, Math.round(root / 2)))
  const most = Math.max(least, Math.min(30, Math.round(root * 1.5), Math.floor(n / 2)))
  const counts = Array.from({ length: most - least + 1 }, (_, index) => least + index)
  const squared = squaredDistances(units)
  const cuts = wardCuts(squared, n, counts)
  let best = { score: Number.NEGATIVE_INFINITY, labels: new Int32Array(n) }
  for (const [k, labels] of cuts) {
    const score = silhouette(squared, labels, k)
    if (score > best.score) best = { score, labels: Int32Array.from(labels) }
  }
  return best.labels
}

/** Unit vectors without what all have in common: an encoder puts every text on one side. */
function centred(vectors: readonly Float32Array[]): Float32Array[] {
  const mean = new Float32Array(vectors[0]?.length ?? 0)
  if (vectors.length < fewestToPart) return vectors.map((vector) => unit(vector))
  for (const vector of vectors) for (let at = 0; at < mean.length; at++) mean[at]! += vector[at]! / vectors.length
  return vectors.map((vector) => unit(vector.map((value, at) => value - mean[at]!)))
}

export function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector))
  return length === 0 ? vector : vector.map((value) => value / length)
}

function centresOf(units: readonly Float32Array[], labels: Int32Array): Float32Array[] {
  const sums: Float32Array[] = []
  for (const [index, vector] of units.entries()) {
    const label = labels[index]!
    sums[label] ??= new Float32Array(vector.length)
    const sum = sums[label]
    for (let at = 0; at < vector.length; at++) sum[at]! += vector[at]!
  }
  return sums.map(unit)
}

function nearest(vector: Float32Array, centres: readonly Float32Array[]): number {
  let best = 0
  let most = Number.NEGATIVE_INFINITY
  for (const [index, centre] of centres.entries()) {
    const nearness = dot(vector, centre)
    if (nearness > most) {
      most = nearness
      best = index
    }
  }
  return best
}

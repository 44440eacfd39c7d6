/**
 * k-medoids by building and swapping (Kaufman and Rousseeuw, 1987: PAM) over a similarity matrix. Deterministic, keeps
 * clusters even where average linkage chains everything into one, and cheap at the sixty passages of a first look.
 */
export interface ClusterOptions {
  readonly clusters: number
  /** Items less like their medoid than this belong to no cluster, in the units of the similarity. */
  readonly least: number
}

function assign(count: number, medoids: readonly number[], similarity: (left: number, right: number) => number) {
  let total = 0
  const nearest = Array.from({ length: count }, (_, at) => {
    let best = Number.NEGATIVE_INFINITY
    let medoid = at
    for (const candidate of medoids) {
      const value = candidate === at ? 1 : similarity(at, candidate)
      if (value > best) {
        best = value
        medoid = candidate
      }
    }
    total += best
    return { medoid, similarity: best }
  })
  return { nearest, total }
}

/** Index lists, largest first, each beginning with its medoid. `similarity` must be symmetric, about 0..1. */
export function clusterBySimilarity(
  count: number,
  similarity: (left: number, right: number) => number,
  options: ClusterOptions,
): number[][] {
  const matrix = Array.from({ length: count }, (_, left) =>
    Array.from({ length: count }, (__, right) => (right < left ? 0 : similarity(left, right))),
  )
  const look = (left: number, right: number): number => matrix[Math.min(left, right)]?.[Math.max(left, right)] ?? 0
  let medoids: number[] = []
  while (medoids.length < Math.min(options.clusters, count)) {
    let best: { medoid: number; total: number } | null = null
    for (let medoid = 0; medoid < count; medoid += 1) {
      if (medoids.includes(medoid)) continue
      const { total } = assign(count, [...medoids, medoid], look)
      if (best === null || total > best.total) best = { medoid, total }
    }
    if (best === null) break
    medoids.push(best.medoid)
  }
  let { nearest, total } = assign(count, medoids, look)
  for (let round = 0; round < 4; round += 1) {
    let isBetter = false
    for (let slot = 0; slot < medoids.length; slot += 1) {
      for (let medoid = 0; medoid < count; medoid += 1) {
        if (medoids.includes(medoid)) continue
        const swapped = medoids.map((old, at) => (at === slot ? medoid : old))
        const result = assign(count, swapped, look)
        if (result.total <= total + 1e-9) continue
        medoids = swapped
        nearest = result.nearest
        total = result.total
        isBetter = true
      }
    }
    if (!isBetter) break
  }
  return medoids
    .map((medoid) => [
      medoid,
      ...nearest.flatMap((item, at) =>
        at !== medoid && item.medoid === medoid && item.similarity >= options.least ? [at] : [],
      ),
    ])
    .sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0))
}

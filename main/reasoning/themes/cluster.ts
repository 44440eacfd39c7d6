/**
 * Agglomerative clustering with average linkage (Sokal and Michener, 1958) over a similarity matrix. Deterministic,
 * and at the sixty or so passages of a first look its cubic cost is a few milliseconds.
 */
export interface ClusterOptions {
  /** Clusters less alike than this are not joined, in the units of the similarity. */
  readonly threshold: number
  /** Joining goes on beyond the threshold until at most this many clusters of `smallest` or more are left. */
  readonly most: number
  readonly smallest: number
}

/** Index lists, largest cluster first; each list ascends. `similarity` must be symmetric. */
export function clusterBySimilarity(
  count: number,
  similarity: (left: number, right: number) => number,
  options: ClusterOptions,
): number[][] {
  const clusters: number[][] = Array.from({ length: count }, (_, at) => [at])
  const matrix = clusters.map((_, left) => clusters.map((__, right) => (left === right ? 0 : similarity(left, right))))
  const alive = new Set(clusters.keys())
  const large = () => [...alive].filter((at) => (clusters[at]?.length ?? 0) >= options.smallest).length
  while (alive.size > 1) {
    let best = Number.NEGATIVE_INFINITY
    let pair: [number, number] | null = null
    for (const left of alive) {
      for (const right of alive) {
        if (right <= left) continue
        const value = matrix[left]?.[right] ?? 0
        if (value > best) {
          best = value
          pair = [left, right]
        }
      }
    }
    if (pair === null || (best < options.threshold && large() <= options.most)) break
    const [left, right] = pair
    const leftSize = clusters[left]?.length ?? 0
    const rightSize = clusters[right]?.length ?? 0
    for (const other of alive) {
      if (other === left || other === right) continue
      const joined =
        ((matrix[left]?.[other] ?? 0) * leftSize + (matrix[right]?.[other] ?? 0) * rightSize) / (leftSize + rightSize)
      matrix[left]![other] = joined
      matrix[other]![left] = joined
    }
    clusters[left] = [...(clusters[left] ?? []), ...(clusters[right] ?? [])].sort((a, b) => a - b)
    alive.delete(right)
  }
  return [...alive].map((at) => clusters[at] ?? []).sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0))
}

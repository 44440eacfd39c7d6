/** A domain as it was before a build, with the documents that it had. */
export interface FormerDomain {
  readonly domainId: string
  readonly removed: boolean
  readonly merged: boolean
  readonly documents: ReadonlySet<string>
}

/** What becomes of a former domain: the clusters that it is made of now. */
export interface Matched {
  readonly domainId: string | null
  readonly clusters: readonly number[]
}

/** From this share of common documents (Jaccard) on a cluster is the same domain as before. */
const sameFrom = 0.2
/** A part of what a person removed or merged: so much of a cluster was in it. */
const partFrom = 0.5

/**
 * Finds former domains in new clusters by the documents that they share, the likest pairs first, one to one. What is
 * left and was mostly in a domain that a person merged or removed belongs to that one, so that neither comes apart again.
 */
export function matchClusters(
  clusters: readonly (readonly string[])[],
  formers: readonly FormerDomain[],
): readonly Matched[] {
  const pairs = clusters.flatMap((documents, cluster) =>
    formers.flatMap((former) => {
      const shared = documents.filter((one) => former.documents.has(one)).length
      const all = documents.length + former.documents.size - shared
      return shared === 0 ? [] : [{ cluster, former, likeness: shared / all, share: shared / documents.length }]
    }),
  )
  pairs.sort((one, other) => other.likeness - one.likeness || one.cluster - other.cluster)
  const ownerOf = new Map<number, string>()
  const taken = new Set<string>()
  for (const { cluster, former, likeness } of pairs) {
    if (likeness < sameFrom || ownerOf.has(cluster) || taken.has(former.domainId)) continue
    ownerOf.set(cluster, former.domainId)
    taken.add(former.domainId)
  }
  for (const { cluster, former, share } of pairs) {
    if (share >= partFrom && (former.merged || former.removed) && !ownerOf.has(cluster))
      ownerOf.set(cluster, former.domainId)
  }
  const matched = new Map<string, number[]>()
  const found: Matched[] = []
  for (const cluster of clusters.keys()) {
    const owner = ownerOf.get(cluster)
    const parts = owner === undefined ? undefined : matched.get(owner)
    if (parts !== undefined) {
      parts.push(cluster)
      continue
    }
    const own = [cluster]
    found.push({ domainId: owner ?? null, clusters: own })
    if (owner !== undefined) matched.set(owner, own)
  }
  return found
}

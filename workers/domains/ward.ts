/** A merge of two clusters; leaves are 0..n-1, the k-th merge makes cluster n + k. */
interface Merge {
  readonly one: number
  readonly other: number
  readonly height: number
}

/** Squared Euclidean distances of all pairs of unit vectors, row by row. */
export function squaredDistances(vectors: readonly Float32Array[]): Float32Array {
  const n = vectors.length
  const distances = new Float32Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const distance = Math.max(0, 2 - 2 * dot(vectors[i]!, vectors[j]!))
      distances[i * n + j] = distance
      distances[j * n + i] = distance
    }
  }
  return distances
}

export function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let index = 0; index < one.length; index++) sum += one[index]! * other[index]!
  return sum
}

/**
 * Agglomerative clustering by Ward's criterion with nearest-neighbour chains (Murtagh, 1983) and the update of Lance and
 * Williams: n² steps, the same answer for the same input. The distances are used up.
 */
function merges(distances: Float32Array, n: number): Merge[] {
  const label = Array.from({ length: n }, (_, index) => index)
  const size = new Array<number>(n).fill(1)
  const active = new Set(label)
  const made: Merge[] = []
  const chain: number[] = []
  while (active.size > 1) {
    if (chain.length === 0) chain.push(active.values().next().value!)
    const last = chain.at(-1)!
    const before = chain.at(-2)
    // Of equally near ones the one before, or the chain would not end.
    let nearest = before ?? -1
    let least = before === undefined ? Number.POSITIVE_INFINITY : distances[last * n + before]!
    for (const other of active) {
      if (other === last) continue
      const distance = distances[last * n + other]!
      if (distance < least) {
        least = distance
        nearest = other
      }
    }
    if (nearest !== before) {
      chain.push(nearest)
      continue
    }
    chain.length -= 2
    const [a, b] = [size[last]!, size[nearest]!]
    for (const other of active) {
      if (other === last || other === nearest) continue
      const c = size[other]!
      const joined =
        ((a + c) * distances[last * n + other]! + (b + c) * distances[nearest * n + other]! - c * least) / (a + b + c)
      distances[last * n + other] = joined
      distances[other * n + last] = joined
    }
    made.push({ one: last, other: nearest, height: least })
    size[last] = a + b
    active.delete(nearest)
  }
  return made
}

/** Which cluster each is in, for each number of clusters asked for (0..k-1, in order of their first member). */
export function wardCuts(squared: Float32Array, n: number, counts: readonly number[]): Map<number, Int32Array> {
  const made = merges(squared.slice(), n).sort((one, other) => one.height - other.height)
  return new Map(counts.map((k) => [k, membersAt(made.slice(0, n - k), n)]))
}

function membersAt(made: readonly Merge[], n: number): Int32Array {
  const parent = Int32Array.from({ length: n }, (_, index) => index)
  const root = (one: number): number => {
    let at = one
    while (parent[at] !== at) at = parent[at]!
    return at
  }
  for (const { one, other } of made) parent[root(other)] = root(one)
  const numbers = new Map<number, number>()
  return Int32Array.from({ length: n }, (_, index) => {
    const at = root(index)
    if (!numbers.has(at)) numbers.set(at, numbers.size)
    return numbers.get(at)!
  })
}

/** Mean silhouette (Rousseeuw, 1987) of a clustering, -1..1; who is alone counts 0. */
export function silhouette(squared: Float32Array, labels: Int32Array, k: number): number {
  const n = labels.length
  const sizes = new Float64Array(k)
  for (const label of labels) sizes[label]! += 1
  let total = 0
  const sums = new Float64Array(k)
  for (let i = 0; i < n; i++) {
    sums.fill(0)
    for (let j = 0; j < n; j++) sums[labels[j]!]! += Math.sqrt(squared[i * n + j]!)
    const own = labels[i]!
    if (sizes[own]! < 2) continue
    const inside = sums[own]! / (sizes[own]! - 1)
    let outside = Number.POSITIVE_INFINITY
    for (let one = 0; one < k; one++) if (one !== own) outside = Math.min(outside, sums[one]! / sizes[one]!)
    total += (outside - inside) / Math.max(outside, inside, 1e-9)
  }
  return total / n
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { QuarryError } from '../../../contract/errors'
import type { ResourceVectors } from './matchable'
import { blend, dot, type KindWeights } from './vectors'

/** Rows between two looks at the clock: a tenth of a millisecond. */
const rowsPerSlice = 128
/** How long a scan holds the thread before everything else has its turn. */
const sliceMs = 1

/**
 * The blended vectors of all resources, scanned exactly. A row is one vector and not four, so that 10,000 of them take some
 * five milliseconds, in slices of one: less than another thread would cost in copies and turns.
 */
export interface VectorScan {
  readonly size: number
  set(id: string, vectors: ResourceVectors): void
  remove(id: string): void
  /** Blends anew where the weights are others than before. */
  weigh(weights: KindWeights): void
  /** The mean of the rows' scores: how near a sentence is to anything at all. 0 where there are no rows. */
  mean(query: Float32Array): number
  /** Scores of all rows, or of those that `offered` lets through. Throws `cancelled`. */
  scores(
    query: Float32Array,
    offered: (id: string) => boolean,
    signal: AbortSignal | undefined,
  ): Promise<Map<string, number>>
}

export function createVectorScan(initialWeights: KindWeights): VectorScan {
  const rows = new Map<string, { readonly vectors: ResourceVectors; readonly blended: Float32Array }>()
  let weights = initialWeights
  let sum: Float64Array | null = null

  function addToSum(vector: Float32Array, sign: 1 | -1): void {
    if (sum?.length !== vector.length) sum = new Float64Array(vector.length)
    for (let at = 0; at < vector.length; at += 1) sum[at] = sum[at]! + sign * vector[at]!
  }

  function remove(id: string): void {
    const row = rows.get(id)
    if (row === undefined) return
    rows.delete(id)
    addToSum(row.blended, -1)
  }

  function set(id: string, vectors: ResourceVectors): void {
    remove(id)
    const blended = blend(vectors, weights)
    if (blended === null) return
    rows.set(id, { vectors, blended })
    addToSum(blended, 1)
  }

  return {
    get size() {
      return rows.size
    },
    set,
    remove,
    weigh(changed) {
      if (isSame(weights, changed)) return
      weights = changed
      const all = [...rows]
      rows.clear()
      sum = null
      for (const [id, { vectors }] of all) set(id, vectors)
    },
    mean(query) {
      if (sum === null || rows.size === 0) return 0
      let total = 0
      for (let at = 0; at < query.length; at += 1) total += query[at]! * sum[at]!
      return total / rows.size
    },
    async scores(query, offered, signal) {
      const scores = new Map<string, number>()
      let until = performance.now() + sliceMs
      let left = rowsPerSlice
      // A copy of the keys: what changes while others have their turn is in the next scan.
      for (const [id, { blended }] of rows.size > rowsPerSlice ? [...rows] : rows) {
        if (offered(id)) scores.set(id, dot(query, blended))
        left -= 1
        if (left > 0) continue
        left = rowsPerSlice
        if (performance.now() < until) continue
        await nextTurn()
        if (signal?.aborted) throw new QuarryError('cancelled', 'Cancelled.')
        until = performance.now() + sliceMs
      }
      return scores
    },
  }
}

function isSame(one: KindWeights, other: KindWeights): boolean {
  return (Object.keys(one) as (keyof KindWeights)[]).every((kind) => one[kind] === other[kind])
}

import { SimilarityMatrix } from '../../../workers/inference/matrix'
import { type ResourceVectors, vectorKinds } from './matchable'
import { blend, type KindWeights } from './vectors'

/** Asked for beyond the limit where some resources are not offered: few are switched off, and most scans end here. */
const reserve = 4

/**
 * The blended vectors of all resources, scanned exactly in the SIMD kernel of the inference threads, but in this thread:
 * a row is one vector and not four, and 10,000 of them take about a millisecond, less than a turn to another thread.
 */
export interface VectorScan {
  readonly size: number
  /** @throws QuarryError `inference.failed` where a vector has another length than those before */
  set(id: string, vectors: ResourceVectors): void
  remove(id: string): void
  /** Blends anew where the weights are others than before. */
  weigh(weights: KindWeights): void
  /** The mean of the rows' scores: how near a sentence is to anything at all. 0 where there are no rows. */
  mean(query: Float32Array): number
  /** The nearest resources that `offered` lets through, at most `limit`, best first. */
  nearest(query: Float32Array, limit: number, offered: (id: string) => boolean): string[]
}

interface Row {
  readonly id: string
  readonly vectors: ResourceVectors
  readonly blended: Float32Array
}

export function createVectorScan(initialWeights: KindWeights): VectorScan {
  /** Rows by the number that stands for them in the matrix. */
  const rows = new Map<number, Row>()
  const numbers = new Map<string, number>()
  let next = 0
  let matrix: SimilarityMatrix | null = null
  let weights = initialWeights
  let sum: Float64Array | null = null

  function addToSum(vector: Float32Array, sign: 1 | -1): void {
    sum ??= new Float64Array(vector.length)
    for (let at = 0; at < vector.length; at += 1) sum[at] = sum[at]! + sign * vector[at]!
  }

  function remove(id: string): void {
    const number = numbers.get(id)
    if (number === undefined) return
    addToSum(rows.get(number)!.blended, -1)
    matrix?.remove(Float64Array.of(number))
    rows.delete(number)
    numbers.delete(id)
  }

  function set(id: string, vectors: ResourceVectors): void {
    remove(id)
    const blended = blend(vectors, weights)
    if (blended === null) return
    matrix ??= new SimilarityMatrix(blended.length)
    matrix.add(Float64Array.of(next), [blended])
    rows.set(next, { id, vectors, blended })
    numbers.set(id, next)
    next += 1
    addToSum(blended, 1)
  }

  return {
    get size() {
      return rows.size
    },
    set,
    remove,
    weigh(changed) {
      if (vectorKinds.every((kind) => weights[kind] === changed[kind])) return
      weights = changed
      for (const { id, vectors } of [...rows.values()]) set(id, vectors)
    },
    mean(query) {
      if (sum === null || rows.size === 0) return 0
      let total = 0
      for (let at = 0; at < query.length; at += 1) total += query[at]! * sum[at]!
      return total / rows.size
    },
    nearest(query, limit, offered) {
      if (matrix === null) return []
      const offeredOf = (found: Float64Array): string[] =>
        Array.from(found, (number) => rows.get(number)!.id).filter(offered)
      const asked = limit * reserve
      const near = offeredOf(matrix.top(query, asked, null).ids)
      if (near.length >= limit || rows.size <= asked) return near.slice(0, limit)
      const among = Float64Array.from([...rows].filter(([, { id }]) => offered(id)).map(([number]) => number))
      return offeredOf(matrix.top(query, limit, among).ids)
    },
  }
}

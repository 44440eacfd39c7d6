import { SimilarityMatrix } from '../../../workers/inference/matrix'
import { type ResourceVectors, vectorKinds } from './matchable'
import { blend, type KindWeights } from './vectors'

/** Asked for beyond the limit where some resources are not offered: few are switched off, and most scans end here. */
const reserve = 4
/**
 * Components are added up as whole multiples of 2^-36, which keeps the sum of a million vectors exact: what was taken out
 * again leaves nothing behind, so that the sum does not tell in which order the rows came.
 */
const sumSteps = 2 ** 36

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
  /** The nearest resources that `offered` lets through, at most `limit`, best first; ties by id. */
  nearest(query: Float32Array, limit: number, offered: (id: string) => boolean): string[]
}

type Scored = ReturnType<SimilarityMatrix['top']>

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
    for (let at = 0; at < vector.length; at += 1) sum[at] = sum[at]! + sign * Math.round(vector[at]! * sumSteps)
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
      return total / sumSteps / rows.size
    },
    nearest(query, limit, offered) {
      if (matrix === null) return []
      const ranked = ({ ids, scores }: Scored): { readonly id: string; readonly score: number }[] =>
        Array.from(ids, (number, index) => ({ id: rows.get(number)!.id, score: scores[index]! }))
          .filter(({ id }) => offered(id))
          .sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
      const asked = limit * reserve
      const near = matrix.top(query, asked, null)
      const found = ranked(near)
      // Where the last that is answered is as near as the last that was found, others may be as near as well.
      const isWhole = rows.size <= asked || (found[limit - 1]?.score ?? -Infinity) > near.scores.at(-1)!
      const all = isWhole ? found : ranked(matrix.scores(query, Float64Array.from(rows.keys())))
      return all.slice(0, limit).map(({ id }) => id)
    },
  }
}

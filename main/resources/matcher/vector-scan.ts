import { setImmediate as nextTurn } from 'node:timers/promises'
import { QuarryError } from '../../../contract/errors'
import { best } from './best'
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
  /**
   * The nearest resources that `offered` lets through, at most `limit`, best first; ties by id.
   * @throws QuarryError `cancelled`
   */
  nearest(
    query: Float32Array,
    limit: number,
    offered: (id: string) => boolean,
    signal: AbortSignal | undefined,
  ): Promise<string[]>
}

interface Row {
  readonly id: string
  readonly vectors: ResourceVectors
  readonly blended: Float32Array
}

export function createVectorScan(initialWeights: KindWeights): VectorScan {
  /** Dense: a removed row is filled by the last. A scan that waits keeps what it began with. */
  let rows: Row[] = []
  const places = new Map<string, number>()
  /** Whether a scan that waits for its turn reads these rows. */
  let isRead = false
  let weights = initialWeights
  let sum: Float64Array | null = null

  function addToSum(vector: Float32Array, sign: 1 | -1): void {
    if (sum?.length !== vector.length) sum = new Float64Array(vector.length)
    for (let at = 0; at < vector.length; at += 1) sum[at] = sum[at]! + sign * vector[at]!
  }

  /** A running scan keeps its rows: the first change beside it makes a copy. */
  function ownRows(): Row[] {
    if (isRead) {
      rows = [...rows]
      isRead = false
    }
    return rows
  }

  function remove(id: string): void {
    const place = places.get(id)
    if (place === undefined) return
    const own = ownRows()
    addToSum(own[place]!.blended, -1)
    places.delete(id)
    const last = own.pop()!
    if (last.id === id) return
    own[place] = last
    places.set(last.id, place)
  }

  function set(id: string, vectors: ResourceVectors): void {
    remove(id)
    const blended = blend(vectors, weights)
    if (blended === null) return
    const own = ownRows()
    places.set(id, own.length)
    own.push({ id, vectors, blended })
    addToSum(blended, 1)
  }

  return {
    get size() {
      return rows.length
    },
    set,
    remove,
    weigh(changed) {
      if (isSame(weights, changed)) return
      weights = changed
      const all = rows
      rows = []
      isRead = false
      places.clear()
      sum = null
      for (const { id, vectors } of all) set(id, vectors)
    },
    mean(query) {
      if (sum === null || rows.length === 0) return 0
      let total = 0
      for (let at = 0; at < query.length; at += 1) total += query[at]! * sum[at]!
      return total / rows.length
    },
    async nearest(query, limit, offered, signal) {
      const scanned = rows
      const scores = new Float32Array(scanned.length)
      let until = performance.now() + sliceMs
      for (let from = 0; from < scanned.length; from += rowsPerSlice) {
        if (performance.now() >= until) {
          if (rows === scanned) isRead = true
          await nextTurn()
          if (signal?.aborted) throw new QuarryError('cancelled', 'Cancelled.')
          until = performance.now() + sliceMs
        }
        const to = Math.min(scanned.length, from + rowsPerSlice)
        for (let place = from; place < to; place += 1) scores[place] = dot(query, scanned[place]!.blended)
      }
      return best(scores, limit, (place) => scanned[place]?.id ?? null, { above: Number.NEGATIVE_INFINITY, offered })
    },
  }
}

function isSame(one: KindWeights, other: KindWeights): boolean {
  return (['name', 'description', 'capabilities', 'composite'] as const).every((kind) => one[kind] === other[kind])
}

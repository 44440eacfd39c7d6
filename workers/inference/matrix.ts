import { QuarryError } from '../../contract/errors'
import type { MatrixStats, ScoredRows } from '../../contract/inference'
import { createDotKernel, type DotKernel } from './dot-kernel'

const pageBytes = 64 * 1024
/** Scores of so many rows fit the processor's cache, and are looked through before the next. */
const rowsPerBlock = 4096
const scoresBytes = rowsPerBlock * 4

/**
 * Vectors of passages in one thread's memory, searched exactly. Rows lie dense: a removed one is filled by the last.
 */
export class SimilarityMatrix {
  readonly #kernel: DotKernel
  readonly #dimensions: number
  readonly #stride: number
  readonly #rowsAt: number
  readonly #rowOf = new Map<number, number>()
  #ids = new Float64Array(1024)

  constructor(dimensions: number) {
    this.#dimensions = dimensions
    this.#stride = Math.ceil((dimensions * 4) / 64) * 64
    this.#rowsAt = this.#stride + scoresBytes
    this.#kernel = createDotKernel(Math.ceil(this.#rowsAt / pageBytes))
  }

  get dimensions(): number {
    return this.#dimensions
  }

  get stats(): MatrixStats {
    return { rows: this.#rowOf.size, bytes: this.#kernel.memory.buffer.byteLength }
  }

  /** The ids in it, in no particular order. */
  ids(): Float64Array {
    return this.#ids.slice(0, this.#rowOf.size)
  }

  /** @throws QuarryError `inference.failed` where the memory ends or a vector has another length */
  add(ids: Float64Array, vectors: readonly Float32Array[]): void {
    this.#reserve(this.#rowOf.size + ids.length)
    const memory = new Float32Array(this.#kernel.memory.buffer)
    ids.forEach((id, index) => {
      const vector = vectors[index]
      if (vector?.length !== this.#dimensions) {
        throw new QuarryError('inference.failed', `A vector has ${vector?.length} of ${this.#dimensions} dimensions.`)
      }
      const row = this.#rowOf.get(id) ?? this.#rowOf.size
      this.#rowOf.set(id, row)
      this.#ids[row] = id
      memory.set(vector, this.#addressOf(row) / 4)
    })
  }

  remove(ids: Float64Array): void {
    const memory = new Uint8Array(this.#kernel.memory.buffer)
    for (const id of ids) {
      const row = this.#rowOf.get(id)
      if (row === undefined) continue
      this.#rowOf.delete(id)
      const last = this.#rowOf.size
      if (row === last) continue
      memory.copyWithin(this.#addressOf(row), this.#addressOf(last), this.#addressOf(last) + this.#stride)
      const moved = this.#ids[last]!
      this.#ids[row] = moved
      this.#rowOf.set(moved, row)
    }
  }

  /** The `k` best rows by dot product (the cosine, of L2-normalised vectors), best first; exact. */
  top(query: Float32Array, k: number, among: Float64Array | null): ScoredRows {
    const best = new TopScores(k)
    if (among !== null) {
      const { scores } = this.scores(query, among)
      scores.forEach((score, index) => {
        if (!Number.isNaN(score)) best.offer(among[index]!, score)
      })
      return { ...best.sorted(), rows: this.#rowOf.size }
    }
    this.#writeQuery(query)
    const rows = this.#rowOf.size
    for (let from = 0; from < rows; from += rowsPerBlock) {
      const count = Math.min(rowsPerBlock, rows - from)
      const scores = this.#score(from, count)
      for (let index = 0; index < count; index++) {
        const score = scores[index]!
        if (score > best.threshold) best.offer(this.#ids[from + index]!, score)
      }
    }
    return { ...best.sorted(), rows: this.#rowOf.size }
  }

  /** Scores of given rows, in their order; NaN where one is not there. */
  scores(query: Float32Array, ids: Float64Array): ScoredRows {
    this.#writeQuery(query)
    const scores = Float32Array.from(ids, (id) => {
      const row = this.#rowOf.get(id)
      return row === undefined ? Number.NaN : this.#score(row, 1)[0]!
    })
    return { ids, scores, rows: this.#rowOf.size }
  }

  #writeQuery(query: Float32Array): void {
    if (query.length !== this.#dimensions) {
      throw new QuarryError('inference.failed', `The query has ${query.length} of ${this.#dimensions} dimensions.`)
    }
    new Float32Array(this.#kernel.memory.buffer, 0, this.#dimensions).set(query)
  }

  #score(row: number, count: number): Float32Array {
    this.#kernel.dots(0, this.#addressOf(row), count, this.#stride, this.#stride)
    return new Float32Array(this.#kernel.memory.buffer, this.#stride, count)
  }

  #addressOf(row: number): number {
    return this.#rowsAt + row * this.#stride
  }

  #reserve(rows: number): void {
    const missingBytes = this.#addressOf(rows) - this.#kernel.memory.buffer.byteLength
    if (missingBytes > 0) {
      try {
        this.#kernel.memory.grow(Math.ceil(missingBytes / pageBytes))
      } catch (cause) {
        throw new QuarryError('inference.failed', `Not enough memory for ${rows} vectors.`, { cause })
      }
    }
    if (rows <= this.#ids.length) return
    const ids = new Float64Array(Math.max(rows, this.#ids.length * 2))
    ids.set(this.#ids)
    this.#ids = ids
  }
}

/** The k highest scores of a stream, kept in order: k is a few hundred at most and most offers fail the threshold. */
class TopScores {
  readonly #ids: Float64Array
  readonly #scores: Float32Array
  #size = 0

  constructor(k: number) {
    this.#ids = new Float64Array(k)
    this.#scores = new Float32Array(k)
  }

  /** A score must be above it to come in. */
  get threshold(): number {
    const k = this.#scores.length
    if (k === 0) return Number.POSITIVE_INFINITY
    return this.#size < k ? Number.NEGATIVE_INFINITY : this.#scores[k - 1]!
  }

  offer(id: number, score: number): void {
    if (!(score > this.threshold)) return
    let low = 0
    let high = this.#size
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#scores[middle]! >= score) low = middle + 1
      else high = middle
    }
    const last = Math.min(this.#size, this.#scores.length - 1)
    this.#scores.copyWithin(low + 1, low, last)
    this.#ids.copyWithin(low + 1, low, last)
    this.#scores[low] = score
    this.#ids[low] = id
    this.#size = Math.min(this.#size + 1, this.#scores.length)
  }

  sorted(): Omit<ScoredRows, 'rows'> {
    return { ids: this.#ids.slice(0, this.#size), scores: this.#scores.slice(0, this.#size) }
  }
}

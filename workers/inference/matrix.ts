import { QuarryError } from '../../contract/errors'
import type { MatrixStats, ScoredRows } from '../../contract/inference'
import { createDotKernel, type DotKernel } from './dot-kernel'
import { TopScores } from './top-scores'

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
        throw new QuarryError('inference.failed', `No memory for ${rows} vectors.`, { cause })
      }
    }
    if (rows <= this.#ids.length) return
    const ids = new Float64Array(Math.max(rows, this.#ids.length * 2))
    ids.set(this.#ids)
    this.#ids = ids
  }
}

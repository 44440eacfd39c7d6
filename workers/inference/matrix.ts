import { QuarryError } from '../../contract/errors'
import type { MatrixStats, ScoredRows } from '../../contract/processes/inference'
import { createDotKernel, type DotKernel } from './dot-kernel'
import { MatrixFile } from './matrix-file'

const pageBytes = 64 * 1024
/** Scores of so many rows fit the processor's cache, and are looked through before the next. */
const rowsPerBlock = 4096
const scoresBytes = rowsPerBlock * 4
/** Length of a row, and of a query, as integers: the largest that no component, and no sum of products, outgrows. */
const integerLength = 32_767
/** Behind a row's components: the factor of its score (float32), four bytes of nothing, its id (float64). */
const tailBytes = 16

/**
 * Vectors of passages in one thread's memory, each component in 16 bits: cosines are within 0.0001 of those of 32, in
 * half the memory. Rows lie dense, as in the file that they may be kept in: a removed one is filled by the last.
 */
export class SimilarityMatrix {
  readonly dimensions: number
  readonly #kernel: DotKernel
  /** Bytes of a row's components, and of a whole row. */
  readonly #length: number
  readonly #stride: number
  readonly #rowsAt: number
  readonly #rowOf = new Map<number, number>()
  #file: MatrixFile | null = null
  #fileError: string | null = null

  constructor(dimensions: number) {
    this.dimensions = dimensions
    this.#length = Math.ceil((dimensions * 2) / 64) * 64
    this.#stride = this.#length + tailBytes
    this.#rowsAt = this.#length + scoresBytes
    this.#kernel = createDotKernel(Math.ceil(this.#rowsAt / pageBytes))
  }

  /**
   * Takes its rows from a file, and keeps them there from now on. Answers what `keep` noted last; null where the file is
   * new, was not finished, is not whole, cannot be used or is to be begun `anew`: then the matrix is empty.
   */
  open(path: string, anew: boolean): number | null {
    this.close()
    this.#rowOf.clear()
    let kept: number | null = null
    this.#onFile(() => {
      const file = MatrixFile.open(path, this.dimensions, this.#stride)
      this.#file = file
      const { rows, position } = file
      if (!anew && position !== null && this.#load(file, rows)) kept = position
      else file.begin()
    })
    if (kept === null) this.#rowOf.clear()
    return kept
  }

  /** Notes in the file up to where changes of the store are in it. */
  keep(position: number): void {
    this.#onFile(() => this.#file?.finish(position))
  }

  get stats(): MatrixStats {
    return { rows: this.#rowOf.size, bytes: this.#kernel.memory.buffer.byteLength, fileError: this.#fileError }
  }

  /** The ids in it, in no particular order. */
  ids(): Float64Array {
    return Float64Array.from(this.#rowOf.keys())
  }

  /** @throws QuarryError `inference.failed` where the memory ends or a vector has another length */
  add(ids: Float64Array, vectors: readonly Float32Array[]): void {
    const before = this.#rowOf.size
    this.#reserve(before + ids.length)
    ids.forEach((id, index) => {
      const vector = vectors[index]
      if (vector?.length !== this.dimensions) {
        throw new QuarryError('inference.failed', `A vector has ${vector?.length} of ${this.dimensions} dimensions.`)
      }
      const row = this.#rowOf.get(id) ?? this.#rowOf.size
      this.#rowOf.set(id, row)
      const length = this.#writeIntegers(this.#addressOf(row), vector)
      this.#tail(row).setFloat32(0, length / integerLength ** 2, true)
      this.#tail(row).setFloat64(8, id, true)
      if (row < before) this.#replaceInFile(row)
    })
    const added = this.#rowOf.size - before
    if (added > 0) this.#onFile(() => this.#file?.write(before, this.#bytesOf(before, added)))
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
      this.#rowOf.set(this.#idOf(row), row)
      this.#replaceInFile(row)
    }
    this.#onFile(() => this.#file?.cut(this.#rowOf.size))
  }

  /** The `k` best rows by dot product (the cosine, of L2-normalised vectors), best first; none is left out. */
  top(query: Float32Array, k: number, among: Float64Array | null): ScoredRows {
    const best = new TopScores(k)
    if (among !== null) {
      const { scores } = this.scores(query, among)
      scores.forEach((score, index) => {
        if (!Number.isNaN(score)) best.offer(among[index]!, score)
      })
      return best.sorted(1)
    }
    const length = this.#writeQuery(query)
    const rows = this.#rowOf.size
    for (let from = 0; from < rows; from += rowsPerBlock) {
      const count = Math.min(rowsPerBlock, rows - from)
      const scores = this.#score(from, count)
      for (let index = 0; index < count; index++) {
        const score = scores[index]!
        if (score > best.threshold) best.offer(this.#idOf(from + index), score)
      }
    }
    return best.sorted(length)
  }

  /** Scores of given rows, in their order; NaN where one is not there. */
  scores(query: Float32Array, ids: Float64Array): ScoredRows {
    const length = this.#writeQuery(query)
    const scores = Float32Array.from(ids, (id) => {
      const row = this.#rowOf.get(id)
      return row === undefined ? Number.NaN : this.#score(row, 1)[0]! * length
    })
    return { ids, scores }
  }

  close(): void {
    this.#file?.close()
    this.#file = null
  }

  /** Answers the query's length, which scores have still to be multiplied with. */
  #writeQuery(query: Float32Array): number {
    if (query.length !== this.dimensions) {
      throw new QuarryError('inference.failed', `The query has ${query.length} of ${this.dimensions} dimensions.`)
    }
    return this.#writeIntegers(0, query)
  }

  /** Writes a vector as integers of the one length; answers the length that it had. */
  #writeIntegers(address: number, vector: Float32Array): number {
    let sum = 0
    for (const value of vector) sum += value * value
    const length = Math.sqrt(sum)
    const factor = length === 0 ? 0 : integerLength / length
    const integers = new Int16Array(this.#kernel.memory.buffer, address, this.#length / 2)
    for (let at = 0; at < vector.length; at++) integers[at] = Math.round(vector[at]! * factor)
    return length
  }

  #score(row: number, count: number): Float32Array {
    this.#kernel.dots(0, this.#addressOf(row), count, this.#length, this.#stride, this.#length)
    return new Float32Array(this.#kernel.memory.buffer, this.#length, count)
  }

  #addressOf(row: number): number {
    return this.#rowsAt + row * this.#stride
  }

  #tail(row: number): DataView {
    return new DataView(this.#kernel.memory.buffer, this.#addressOf(row) + this.#length, tailBytes)
  }

  #idOf(row: number): number {
    return this.#tail(row).getFloat64(8, true)
  }

  #bytesOf(row: number, count: number): Uint8Array {
    return new Uint8Array(this.#kernel.memory.buffer, this.#addressOf(row), count * this.#stride)
  }

  #replaceInFile(row: number): void {
    this.#onFile(() => this.#file?.replace(row, this.#bytesOf(row, 1)))
  }

  /** A file that cannot be read or written is given up: the rows in memory are whole without it. */
  #onFile(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (error instanceof QuarryError) throw error
      this.#fileError = error instanceof Error ? error.message : String(error)
      this.#file?.discard()
      this.#file = null
    }
  }

  /** Whether all rows of the file could be taken: each with an id of its own. */
  #load(file: MatrixFile, rows: number): boolean {
    this.#reserve(rows)
    file.read(new Uint8Array(this.#kernel.memory.buffer, this.#rowsAt, rows * this.#stride))
    for (let row = 0; row < rows; row++) this.#rowOf.set(this.#idOf(row), row)
    return this.#rowOf.size === rows && !this.#rowOf.has(0)
  }

  #reserve(rows: number): void {
    const missingBytes = this.#addressOf(rows) - this.#kernel.memory.buffer.byteLength
    if (missingBytes <= 0) return
    try {
      this.#kernel.memory.grow(Math.ceil(missingBytes / pageBytes))
    } catch (cause) {
      throw new QuarryError('inference.failed', `Not enough memory for ${rows} vectors.`, { cause })
    }
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

  sorted(factor: number): ScoredRows {
    const scores = this.#scores.slice(0, this.#size).map((score) => score * factor)
    return { ids: this.#ids.slice(0, this.#size), scores }
  }
}

import type { ScoredRows } from '../../contract/inference'

/** The k highest scores of a stream, kept in order: k is a few hundred at most and most offers fail the threshold. */
export class TopScores {
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

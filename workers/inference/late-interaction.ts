import type { TokenVectors } from '../../contract/inference'
import { createDotKernel } from './dot-kernel'

const kernelPageBytes = 64 * 1024
/** Query vectors lie in front, scores behind them, the text's vectors at the end of these. */
const queryAt = 0

/**
 * ColBERT's late interaction (Khattab and Zaharia 2020, MaxSim): for each token of the query the best cosine with a
 * token of the text, as a mean weighted by how much the query's token says. In -1..1; 0 where nothing can be said.
 */
export class LateInteraction {
  readonly #kernel = createDotKernel(64)

  score(query: TokenVectors, weights: Float32Array, texts: readonly TokenVectors[], dimensions: number): Float32Array {
    const { stride, scoresAt, textAt } = this.#place(query, texts, dimensions)
    this.#copy(query, queryAt, stride, dimensions)
    return Float32Array.from(texts, (text) => {
      if (text.tokens === 0 || query.tokens === 0) return 0
      this.#copy(text, textAt, stride, dimensions)
      let sum = 0
      let total = 0
      for (let token = 0; token < query.tokens; token++) {
        const weight = weights[token]!
        if (weight === 0) continue
        this.#kernel.dots(queryAt + token * stride, textAt, text.tokens, stride, scoresAt)
        const scores = new Float32Array(this.#kernel.memory.buffer, scoresAt, text.tokens)
        let best = -1
        for (const score of scores) if (score > best) best = score
        sum += weight * best
        total += weight
      }
      return total === 0 ? 0 : sum / total
    })
  }

  #place(query: TokenVectors, texts: readonly TokenVectors[], dimensions: number) {
    const stride = Math.ceil((dimensions * 4) / 64) * 64
    const longest = Math.max(0, ...texts.map((text) => text.tokens))
    const scoresAt = query.tokens * stride
    const textAt = scoresAt + Math.ceil((longest * 4) / 64) * 64
    const missingBytes = textAt + longest * stride - this.#kernel.memory.buffer.byteLength
    if (missingBytes > 0) this.#kernel.memory.grow(Math.ceil(missingBytes / kernelPageBytes))
    return { stride, scoresAt, textAt }
  }

  #copy(vectors: TokenVectors, at: number, stride: number, dimensions: number): void {
    const memory = new Float32Array(this.#kernel.memory.buffer)
    for (let token = 0; token < vectors.tokens; token++) {
      const start = (at + token * stride) / 4
      memory.set(vectors.vectors.subarray(token * dimensions, (token + 1) * dimensions), start)
      // A row is as wide as the kernel's step: what stood there before must not count.
      memory.fill(0, start + dimensions, start + stride / 4)
    }
  }
}

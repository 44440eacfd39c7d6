import { resolve } from 'node:path'
import type { PassageEncoder } from '../../../main/knowledge'

/** Tests run in the repository's folder, and so does the process that one of them kills. */
export const workersDir = resolve('out/workers')

/**
 * A stand-in where a test is not about vectors: deterministic unit vectors, so that thousands of passages cost no
 * inference. What the encoder does is tested with the encoder.
 */
export function countingEncoder(
  id = 'counting',
  dimensions = 512,
  scripts: readonly string[] = ['Latin'],
): PassageEncoder & { calls: number[] } {
  const calls: number[] = []
  return {
    calls,
    model: { id, dimensions, scripts },
    async embed(texts) {
      calls.push(texts.length)
      return texts.map((text) => {
        const vector = new Float32Array(dimensions)
        vector[text.length % dimensions] = 1
        return vector
      })
    },
  }
}

import { QuarryError } from '../../../contract/errors'
import type { Inference } from '../../inference'

/** A session asks some dozens of sentences, several times each; 1,000 vectors are 2 MB. */
const largestSize = 1_000
/** The encoder reads 128 tokens; what is beyond some 900 characters it never sees. */
const encodedLength = 1_000

export type QueryEncoder = Pick<Inference, 'model' | 'embed' | 'covers'>

/** Vectors of sentences, the latest used ones kept. */
export interface QueryVectors {
  /**
   * The sentences' vectors in order; null where the encoder does not cover the script.
   * @throws QuarryError `inference.failed` where a sentence it covers gets no vector, and what `embed` throws
   */
  of(queries: readonly string[], signal?: AbortSignal): Promise<(Float32Array | null)[]>
  /** Takes in a vector of the present model that is known from elsewhere. */
  keep(query: string, vector: Float32Array): void
}

export function createQueryVectors(encoder: QueryEncoder): QueryVectors {
  const kept = new Map<string, Float32Array>()
  const keyOf = (text: string): string => `${encoder.model.id}\n${text}`
  const clip = (query: string): string => query.trim().slice(0, encodedLength).toWellFormed()

  function keep(text: string, vector: Float32Array): void {
    const key = keyOf(text)
    kept.delete(key)
    kept.set(key, vector)
    const oldest = kept.keys().next()
    if (kept.size > largestSize && !oldest.done) kept.delete(oldest.value)
  }

  return {
    keep: (query, vector) => keep(clip(query), vector),
    async of(queries, signal) {
      const texts = queries.map(clip)
      const found = new Map<string, Float32Array>()
      const missing: string[] = []
      for (const text of new Set(texts)) {
        if (!encoder.covers(text)) continue
        const vector = kept.get(keyOf(text))
        if (vector === undefined) missing.push(text)
        else found.set(text, vector)
      }
      if (missing.length > 0) {
        const vectors = await embed(encoder, missing, signal)
        for (const [index, text] of missing.entries()) {
          const vector = vectors[index]
          if (vector === undefined || !vector.some((value) => value !== 0) || vector.some(Number.isNaN)) {
            throw new QuarryError('inference.failed', `The encoder returned no vector for “${text.slice(0, 80)}”.`)
          }
          found.set(text, vector)
        }
      }
      for (const [text, vector] of found) keep(text, vector)
      return texts.map((text) => found.get(text) ?? null)
    },
  }
}

async function embed(encoder: QueryEncoder, texts: readonly string[], signal: AbortSignal | undefined) {
  try {
    return await encoder.embed(texts, { signal, priority: 'interactive' })
  } catch (cause) {
    if (cause instanceof QuarryError) throw cause
    throw new QuarryError('inference.failed', 'The sentence could not be embedded.', { cause })
  }
}

import { createMutex } from '../../threads'
import type { ExtractivePorts } from './ports'

/** Vectors kept: those of the sentences of some hundred passages, about 8 MB at 512 dimensions. */
const mostKept = 4096

/**
 * The ports with vectors kept by text: the steps of a session read much the same sentences. Steps that run side by
 * side take turns, so that the second one finds the sentences of the first one done.
 */
export function withKeptVectors(ports: ExtractivePorts): ExtractivePorts {
  const kept = new Map<string, Float32Array>()
  const mutex = createMutex()

  async function embedMissing(texts: readonly string[], options: Parameters<ExtractivePorts['embed']>[1]) {
    options.signal?.throwIfAborted()
    const missing = [...new Set(texts)].filter((text) => !kept.has(text))
    const vectors = missing.length === 0 ? [] : await ports.embed(missing, options)
    missing.forEach((text, at) => {
      const vector = vectors[at]
      if (vector !== undefined) kept.set(text, vector)
    })
    const answers = texts.map((text) => {
      const vector = kept.get(text)
      if (vector === undefined) throw new RangeError(`${vectors.length} vectors came for ${missing.length} texts`)
      return vector
    })
    // The oldest go first: a map keeps the order in which its keys came.
    for (const text of kept.keys()) {
      if (kept.size <= mostKept) break
      kept.delete(text)
    }
    return answers
  }

  return {
    ...ports,
    covers: (text) => ports.covers(text),
    embed: (texts, options) => mutex.run(() => embedMissing(texts, options)),
  }
}

/** Vectors of the texts whose script the encoder knows, null for the others. */
export async function embedCovered(
  ports: ExtractivePorts,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<(Float32Array | null)[]> {
  const covered = texts.flatMap((text, at) => (text.trim().length > 0 && ports.covers(text) ? [at] : []))
  const answers: (Float32Array | null)[] = texts.map(() => null)
  if (covered.length === 0) return answers
  const vectors = await ports.embed(
    covered.map((at) => texts[at] ?? ''),
    { signal, priority: 'interactive' },
  )
  covered.forEach((at, index) => {
    answers[at] = vectors[index] ?? null
  })
  return answers
}

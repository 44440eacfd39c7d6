import { type DraftableTool, shortTextOf } from '../drafting'
import type { Inference } from '../inference'

/** Vectors of tools that are kept: some services have hundreds. */
const mostKept = 3000

/** How near a question is to what tools do by its meaning. */
export interface ToolMeanings {
  /** Cosines in the order of the tools; null where the encoder does not cover the question. Throws `inference.*`, `cancelled`. */
  of(question: string, tools: readonly DraftableTool[], signal: AbortSignal): Promise<readonly number[] | null>
}

/** Compares by the built-in encoder, or the one that a person chose; what was read of a tool is kept while the project is open. */
export function createToolMeanings(encoder: Pick<Inference, 'model' | 'embed' | 'covers'>): ToolMeanings {
  const kept = new Map<string, Float32Array>()
  return {
    async of(question, tools, signal) {
      if (!encoder.covers(question) || tools.length < 2) return null
      const keys = tools.map((tool) => `${encoder.model.id}\n${shortTextOf(tool)}`)
      const missing = [...new Set(keys)].filter((key) => !kept.has(key))
      const texts = missing.map((key) => key.slice(key.indexOf('\n') + 1))
      const [asked, ...vectors] = await encoder.embed([question, ...texts], { signal, priority: 'interactive' })
      if (kept.size + missing.length > mostKept) kept.clear()
      const found = new Map(missing.map((key, at) => [key, vectors[at]!]))
      for (const [key, vector] of found) kept.set(key, vector)
      return keys.map((key) => cosine(asked!, found.get(key) ?? kept.get(key)))
    },
  }
}

/** Of vectors of length 1. */
function cosine(one: Float32Array, other: Float32Array | undefined): number {
  if (other === undefined) return 0
  let sum = 0
  for (const [at, value] of one.entries()) sum += value * (other[at] ?? 0)
  return sum
}

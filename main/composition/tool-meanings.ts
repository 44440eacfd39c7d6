import { type DraftableTool, shortTextOf } from '../drafting'
import type { Inference } from '../inference'
import { cosine } from '../language'

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
      for (const [at, key] of missing.entries()) kept.set(key, vectors[at]!)
      const near = keys.map((key) => cosine(asked!, kept.get(key)!))
      if (kept.size > mostKept) kept.clear()
      return near
    },
  }
}

import type { ResourceSummary } from '../../contract/resource'
import type { MatchEngine } from './match-desk'
import type { ResourceEncoder } from './vectorizer/embed-batch'
import { splitName } from './vectorizer/texts'

/** Cosine of the description and shared words. */
export function createPlainEngine(encoder: ResourceEncoder): MatchEngine {
  const held = new Map<string, { resource: ResourceSummary; vector: Float32Array | null; words: Set<string> }>()
  return {
    upsert(resource, vectors) {
      const words = new Set(splitName(`${resource.name} ${resource.description}`).split(' '))
      held.set(resource.resourceId, { resource, vector: vectors?.description ?? null, words })
    },
    remove: (id) => void held.delete(id),
    observe: () => undefined,
    forget: () => undefined,
    async match(query, { k, types }) {
      const [vector] = encoder.covers(query) ? await encoder.embed([query]) : []
      const words = splitName(query).split(' ')
      const scored = [...held.values()]
        .filter(({ resource }) => types === null || types.includes(resource.type))
        .map((one) => {
          const matchedWords = words.filter((word) => one.words.has(word))
          const keywords = matchedWords.length / words.length
          let cosine: number | null = null
          if (vector !== undefined && one.vector !== null) {
            cosine = one.vector.reduce((sum, component, at) => sum + component * vector[at]!, 0)
          }
          return { one, keywords, matchedWords, cosine, score: 0.8 * Math.max(0, cosine ?? 0) + 0.2 * keywords }
        })
        .sort((a, b) => b.score - a.score)
      return {
        intents: [query],
        matches: scored.slice(0, k).map(({ one, keywords, matchedWords, cosine, score }) => ({
          resourceId: one.resource.resourceId,
          confidence: Math.min(1, score),
          intent: query,
          reasons: {
            name: null,
            description: cosine === null ? null : Math.max(0, Math.min(1, cosine)),
            capabilities: null,
            composite: null,
            keywords,
            matchedWords,
            rerank: null,
            usage: 0,
            performance: 0,
            context: 0,
            history: null,
          },
        })),
        withoutVectors: [...held.values()].filter(({ vector: own }) => own === null).length,
      }
    },
  }
}

import type { Observation } from '../repository/history-rows'
import { createKeywordIndex, type KeywordIndex } from './keyword-index'
import { termsOf } from './terms'
import { createVectorScan } from './vector-scan'
import { dot, meanOf, normalised } from './vectors'

/** Without an embedding the encoder did not cover the sentence: its words alone are compared. */
export type MatchObservation = Omit<Observation, 'created_at'>

interface Example {
  readonly query: string
  readonly vector: Float32Array | null
  readonly stems: ReadonlySet<string>
}

/** What was learned of one resource, by one sentence. */
export interface Likeness {
  /** Confirmed uses. */
  readonly uses: number
  /** Cosine with the mean of the confirmed sentences. */
  readonly centroid: number
  readonly nearest: { readonly query: string; readonly similarity: number } | null
  /** Similarity of the nearest sentence for which it was refused or failed, 0 where there is none. */
  readonly refused: number
}

/** A resource keeps its latest sentences: with 20 nearly all that they can tell is told. */
const examplesPerResource = 64

interface Learned {
  readonly confirmed: Map<string, Example>
  readonly refused: Map<string, Example>
  centroid: Float32Array | null
}

/** What confirmed and refused uses tell, in memory; kept in the store by whoever calls. */
export interface LearnedUses {
  readonly resources: number
  /** Takes in one observation; told again of the same match and resource, the later word counts. */
  observe(observation: MatchObservation): void
  /** Forgets what was learned of one resource, or of all. */
  forget(resourceId: string | null): void
  /** Resources whose confirmed sentences are nearest by their mean or their words, at most `limit` of each. */
  nearest(
    query: Float32Array | null,
    stems: ReadonlySet<string>,
    limit: number,
    offered: (id: string) => boolean,
  ): string[]
  likeness(resourceId: string, query: Float32Array | null, stems: ReadonlySet<string>): Likeness | null
  /** How much the words are those of a resource's confirmed sentences, from 0 upwards, logarithmic. */
  wordScores(stems: ReadonlySet<string>): (resourceId: string) => number
}

/** `true` for a use that served, `false` for one that did not, null where nothing is known of it. */
function servedWell({ execution_success, user_feedback }: MatchObservation): boolean | null {
  // What a person says counts before what the run says: a call can succeed with the wrong tool.
  if (user_feedback !== null) return user_feedback === 'helpful'
  return execution_success
}

const centroidOnly = { name: 0, description: 0, capabilities: 0, composite: 1 }

export function createLearnedUses(): LearnedUses {
  const learned = new Map<string, Learned>()
  const words: KeywordIndex = createKeywordIndex({ saturation: 1.2, lengthShare: 0 })
  let centroids = createVectorScan(centroidOnly)

  function drop(resourceId: string): void {
    learned.delete(resourceId)
    words.remove(resourceId)
    centroids.remove(resourceId)
  }

  function refresh(resourceId: string, one: Learned): void {
    if (one.confirmed.size === 0 && one.refused.size === 0) {
      drop(resourceId)
      return
    }
    const vectors = [...one.confirmed.values()].flatMap(({ vector }) => (vector === null ? [] : [vector]))
    one.centroid = vectors.length === 0 ? null : normalised(meanOf(vectors))
    centroids.set(resourceId, { composite: one.centroid })
    // Each sentence counts a word once: a word that many sentences share is what the resource is asked for with.
    words.set(resourceId, [{ stems: [...one.confirmed.values()].flatMap(({ stems }) => [...stems]), weight: 1 }])
  }

  return {
    get resources() {
      return learned.size
    },
    observe(observation) {
      const { selected_resource: resourceId, match_id: key } = observation
      const one = learned.get(resourceId) ?? { confirmed: new Map(), refused: new Map(), centroid: null }
      learned.set(resourceId, one)
      one.confirmed.delete(key)
      one.refused.delete(key)
      const served = servedWell(observation)
      if (served !== null) {
        const side = served ? one.confirmed : one.refused
        side.set(key, {
          query: observation.user_query,
          vector: observation.query_embedding,
          stems: new Set(termsOf(observation.user_query).map(({ stem }) => stem)),
        })
        const oldest = side.keys().next()
        if (side.size > examplesPerResource && !oldest.done) side.delete(oldest.value)
      }
      refresh(resourceId, one)
    },
    forget(resourceId) {
      if (resourceId === null) {
        learned.clear()
        words.clear()
        centroids = createVectorScan(centroidOnly)
      } else drop(resourceId)
    },
    nearest: (query, stems, limit, offered) => [
      ...(query === null ? [] : centroids.nearest(query, limit, offered)),
      ...words.score(stems).best(limit, offered),
    ],
    likeness(resourceId, query, stems) {
      const one = learned.get(resourceId)
      if (one === undefined) return null
      let nearest: Likeness['nearest'] = null
      for (const example of one.confirmed.values()) {
        const similarity = similarityOf(example, query, stems)
        if (nearest === null || similarity > nearest.similarity) nearest = { query: example.query, similarity }
      }
      let refused = 0
      for (const example of one.refused.values()) refused = Math.max(refused, similarityOf(example, query, stems))
      const centroid = query === null || one.centroid === null ? (nearest?.similarity ?? 0) : dot(query, one.centroid)
      return { uses: one.confirmed.size, centroid: Math.max(0, centroid), nearest, refused }
    },
    wordScores(stems) {
      const scores = words.score(stems)
      return (resourceId) => Math.log1p(scores.of(resourceId))
    },
  }
}

/** Cosine 0..1 of the sentences; where one has no vector the share of words that both have. */
function similarityOf(example: Example, query: Float32Array | null, stems: ReadonlySet<string>): number {
  if (query !== null && example.vector !== null && query.length === example.vector.length) {
    return Math.min(1, Math.max(0, dot(query, example.vector)))
  }
  let shared = 0
  for (const stem of stems) if (example.stems.has(stem)) shared += 1
  const either = stems.size + example.stems.size - shared
  return either === 0 ? 0 : shared / either
}

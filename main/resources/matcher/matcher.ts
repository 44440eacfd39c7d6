import { QuarryError } from '../../../contract/errors'
import { type FittedWeights, fittedWeights } from '../../../contract/resources/matcher-weights'
import type { Inference } from '../../inference'
import { throwIfCancelled } from '../../threads'
import { mergeIntents, splitIntents } from './intents'
import { createKeywordIndex } from './keyword-index'
import { createLearnedUses } from './learned-uses'
import { isOffered, type MatchableResource, type ResourceVectors, vectorKinds } from './matchable'
import { createNeedVectors, type NeedVectors } from './need-vectors'
import type { MatchedResource, Matcher, MatchOptions } from './port'
import { createQueryVectors, type QueryEncoder } from './query-vectors'
import {
  type Components,
  confidenceOf,
  contextScore,
  describedScore,
  learnedScore,
  type MatchContext,
  nothingInCommon,
  performanceScore,
  softmax,
  usageScore,
} from './scores'
import { fieldsOf, type Term, termsOfNeed } from './terms'
import { createVectorScan } from './vector-scan'
import { cosinesOf, ownCopies } from './vectors'

/** Shortlist for each resource that is answered, which is then weighed by use, performance, context and late interaction. */
const shortlistPerMatch = 2
/** Resources whose own vectors are looked at one by one: those nearest by the blend, and all that share rare words. */
const examinedByVector = 128
const examinedByWords = 128
const examinedByUses = 128
/** Sessions of which the last uses are known, and uses that are known of each. */
const sessionsKept = 100
const usesPerSession = 20
/** A sentence this near is told as the reason. */
const tellingSimilarity = 0.5

type LateInteraction = Partial<Pick<Inference, 'lateInteraction'>>

interface Held {
  readonly resource: MatchableResource
  readonly vectors: ResourceVectors | null
}

interface Candidate {
  readonly held: Held
  readonly components: Components
  readonly nearest: { readonly query: string; readonly similarity: number } | null
  readonly score: number
}

export function createMatcher({ inference }: { readonly inference: QueryEncoder & LateInteraction }): Matcher {
  const resources = new Map<string, Held>()
  const withoutVectors = new Set<string>()
  const keywords = createKeywordIndex()
  const scan = createVectorScan(fittedWeights)
  const learned = createLearnedUses()
  const queryVectors = createQueryVectors(inference)
  const needVectors = createNeedVectors(inference, queryVectors)
  const recentUses = new Map<string, string[]>()

  /** Everything that is known of the offered resources that may be meant, unordered. */
  function candidates(
    intent: NeedVectors & { readonly terms: readonly Term[] },
    offered: (id: string) => boolean,
    weights: FittedWeights,
  ): Candidate[] {
    const stems = new Set(intent.terms.map(({ stem }) => stem))
    const { whole, need } = intent
    const near = need === null ? [] : scan.nearest(need, examinedByVector, offered)
    const words = keywords.score(stems)
    const learnedWords = learned.wordScores(stems)
    const neutralCosine = need === null ? 0 : Math.min(1, Math.max(0, scan.mean(need)))
    const examined = new Set([
      ...near,
      ...words.best(examinedByWords, offered),
      ...learned.nearest(whole, stems, examinedByUses, offered),
    ])
    const found: Candidate[] = []
    for (const id of examined) {
      const held = resources.get(id)
      if (held === undefined || !offered(id)) continue
      const likeness = learned.likeness(id, whole, stems)
      const components: Components = {
        cosines: cosinesOf(need, held.vectors),
        neutralCosine,
        keywords: Math.min(1, words.of(id) / keywords.fullScore),
        learned:
          likeness === null
            ? null
            : {
                uses: likeness.uses,
                centroid: likeness.centroid,
                nearest: likeness.nearest?.similarity ?? 0,
                words: learnedWords(id),
                refused: likeness.refused,
              },
      }
      const described = describedScore(components, weights)
      const score = described + weights.history * learnedScore(components.learned, described)
      found.push({ held, components, nearest: likeness?.nearest ?? null, score })
    }
    return found
  }

  /** Late interaction of the sentence with the texts of the shortlist, 0..1; null where it has no weight or no encoder. */
  async function lateInteraction(
    intent: string,
    shortlist: readonly Candidate[],
    weights: FittedWeights,
    signal: AbortSignal | undefined,
  ): Promise<Float32Array | null> {
    if (weights.rerank === 0 || inference.lateInteraction === undefined || !inference.covers(intent)) return null
    const texts = shortlist.map(({ held: { resource } }) => `${resource.name}. ${resource.description}`)
    return inference.lateInteraction(intent, texts, { signal })
  }

  async function matchIntent(
    intent: NeedVectors & { readonly text: string; readonly terms: readonly Term[] },
    options: MatchOptions,
    weights: FittedWeights,
  ): Promise<MatchedResource[]> {
    const types = options.types ?? null
    const offered = (id: string): boolean => {
      const resource = resources.get(id)?.resource
      return resource !== undefined && isOffered(resource) && (types === null || types.includes(resource.type))
    }
    const found = candidates(intent, offered, weights)
    if (found.length === 0) return []
    const context: MatchContext = {
      recentResourceIds: options.sessionId == null ? [] : (recentUses.get(options.sessionId) ?? []),
      preferredTypes: options.preferredTypes ?? [],
    }
    const shortlist = found.sort(byScore).slice(0, Math.max(1, options.k * shortlistPerMatch))
    const reranked = await lateInteraction(intent.text, shortlist, weights, options.signal)
    const weighed = shortlist.map((candidate, index) => {
      const { resource } = candidate.held
      const useScores = {
        usage: usageScore(resource),
        performance: performanceScore(resource),
        context: contextScore(resource, context),
      }
      const rerank = reranked === null ? null : Math.min(1, Math.max(0, reranked[index]!))
      const score =
        candidate.score +
        weights.usage * useScores.usage +
        weights.performance * useScores.performance +
        weights.context * useScores.context +
        weights.rerank * (rerank ?? 0)
      return { ...candidate, score, useScores, rerank }
    })
    // What the others of the shortlist gained by their uses, the rest could at most have gained as well.
    const probabilities = softmax([
      ...weighed.map(({ score }) => score),
      ...found.slice(shortlist.length).map(({ score }) => score + weights.performance / 2),
    ])
    const nothing = nothingInCommon(found[0]!.components, weights)
    return weighed
      .map((candidate, index) => ({ ...candidate, probability: probabilities[index]! }))
      .sort(byScore)
      .slice(0, options.k)
      .map(({ held: { resource }, components, nearest, score, useScores, rerank, probability }) => ({
        resourceId: resource.resourceId,
        confidence: confidenceOf(probability, score - nothing),
        intent: intent.text,
        reasons: {
          ...components.cosines,
          keywords: components.keywords,
          matchedWords: matchedWords(resource.resourceId, intent.terms),
          rerank,
          ...useScores,
          history: nearest !== null && nearest.similarity >= tellingSimilarity ? nearest : null,
        },
      }))
  }

  async function matchParts(parts: readonly string[], options: MatchOptions, weights: FittedWeights) {
    const vectors = await needVectors.of(parts, options.signal)
    const lists: MatchedResource[][] = []
    for (const [index, text] of parts.entries()) {
      throwIfCancelled(options.signal)
      lists.push(await matchIntent({ text, terms: termsOfNeed(text), ...vectors[index]! }, options, weights))
    }
    return lists
  }

  /** A sentence that may or may not be parted is parted where each part is as surely answered as the whole, by others. */
  async function matchIntents(query: string, options: MatchOptions, weights: FittedWeights) {
    const { parts, isOutright } = splitIntents(query)
    const lists = await matchParts(parts, options, weights)
    if (isOutright) return { intents: parts, lists }
    const whole = query.trim()
    const wholeLists = await matchParts([whole], options, weights)
    const bests = lists.flatMap(([best]) => (best === undefined ? [] : [best]))
    const sureness = wholeLists[0]?.[0]?.confidence ?? 0
    const isParted =
      bests.length === parts.length &&
      new Set(bests.map(({ resourceId }) => resourceId)).size === parts.length &&
      bests.every(({ confidence }) => confidence >= sureness)
    return isParted ? { intents: parts, lists } : { intents: [whole], lists: wholeLists }
  }

  function matchedWords(resourceId: string, terms: readonly Term[]): string[] {
    return [...new Set(terms.filter(({ stem }) => keywords.has(resourceId, stem)).map(({ surface }) => surface))]
  }

  return {
    upsert(resource, vectors) {
      const id = resource.resourceId
      const own = vectors === null ? null : ownCopies(vectors)
      resources.set(id, { resource, vectors: own })
      const isBare = own === null || vectorKinds.every((kind) => own[kind] == null)
      if (isBare && isOffered(resource)) withoutVectors.add(id)
      else withoutVectors.delete(id)
      keywords.set(id, fieldsOf(resource))
      if (own === null) scan.remove(id)
      else scan.set(id, own)
    },
    remove(id) {
      resources.delete(id)
      withoutVectors.delete(id)
      keywords.remove(id)
      scan.remove(id)
    },
    observe(observation) {
      learned.observe(observation)
      // What was asked before is likely asked again.
      if (observation.query_embedding !== null) queryVectors.keep(observation.user_query, observation.query_embedding)
    },
    forget: (resourceId) => learned.forget(resourceId),
    noteUse(sessionId, resourceId) {
      const before = recentUses.get(sessionId) ?? []
      recentUses.delete(sessionId)
      recentUses.set(sessionId, [resourceId, ...before.filter((id) => id !== resourceId)].slice(0, usesPerSession))
      const oldest = recentUses.keys().next()
      if (recentUses.size > sessionsKept && !oldest.done) recentUses.delete(oldest.value)
    },
    async match(query, options) {
      if (query.trim() === '') throw new QuarryError('input.empty', 'Describe what you need in a sentence.')
      throwIfCancelled(options.signal)
      const weights: FittedWeights = { ...fittedWeights, ...options.weights }
      scan.weigh(weights)
      const { intents, lists } = await matchIntents(query, options, weights)
      return { intents, matches: mergeIntents(lists).slice(0, options.k), withoutVectors: withoutVectors.size }
    },
    warm: () => needVectors.warm(),
    async queryVector(query, signal) {
      const [vector] = await queryVectors.of([query], signal)
      return vector ?? null
    },
  }
}

function byScore(one: Candidate, other: Candidate): number {
  return other.score - one.score || (one.held.resource.resourceId < other.held.resource.resourceId ? -1 : 1)
}

import type { MatcherWeights } from '../../../contract/resources/matcher-weights'
import type { ResourceType } from '../../../contract/resources/resource'
import type { MatchReasons } from '../../../contract/resources/resource-match'
import type { MatchObservation } from './learned-uses'
import type { MatchableResource, ResourceVectors } from './matchable'

export interface MatchOptions {
  /** How many at most. */
  readonly k: number
  readonly types?: readonly ResourceType[] | null
  /** Only what differs from the fitted weights. */
  readonly weights?: MatcherWeights
  readonly sessionId?: string | null
  readonly preferredTypes?: readonly ResourceType[]
  readonly signal?: AbortSignal | undefined
}

export interface MatchedResource {
  readonly resourceId: string
  readonly confidence: number
  readonly intent: string
  readonly reasons: MatchReasons
}

export interface Matching {
  readonly intents: readonly string[]
  readonly matches: readonly MatchedResource[]
  /** Resources that could be matched by their words alone. */
  readonly withoutVectors: number
}

/** Finds the resources that a sentence asks for. Everything it knows is in memory; the registry keeps it in step. */
export interface Matcher {
  upsert(resource: MatchableResource, vectors: ResourceVectors | null): void
  remove(resourceId: string): void
  /** Learns from what became of a match. */
  observe(observation: MatchObservation): void
  /** Forgets what was learned of one resource, or of all. */
  forget(resourceId: string | null): void
  /** Tells that a session used a resource: it is preferred there for a while. */
  noteUse(sessionId: string, resourceId: string): void
  /**
   * The `k` resources that answer a sentence best, best first; ties by id. A sentence that asks for several things is
   * parted, each part is matched apart, and the best of each part come first.
   * @throws QuarryError `input.empty`, `inference.*`, `cancelled`
   */
  match(query: string, options: MatchOptions): Promise<Matching>
  /** Has the encoder read ahead what it else reads for the first match. @throws as `match` does */
  warm(): Promise<void>
  /** The sentence's vector, from the cache where it was just matched; null outside the encoder's scripts. */
  queryVector(query: string, signal?: AbortSignal): Promise<Float32Array | null>
}

import type { ChannelInput, ChannelOutput } from '../../contract/channels/channels'
import type { ErrorShape } from '../../contract/error-shape'
import type { DropItem } from '../../contract/library/source'
import type { MatcherWeights } from '../../contract/resources/matcher-weights'
import type {
  ResourceDraft,
  ResourceOffer,
  ResourceSummary,
  ResourcesSummary,
  ResourceType,
  TakenResource,
  UniversalResource,
} from '../../contract/resources/resource'
import type { DiscoveredResource, MatchAnswer, MatchHistory } from '../../contract/resources/resource-match'
import type { MadeChoice } from '../../contract/session/resource-choice'
import type { Inference } from '../inference'
import type { Secrets } from '../secrets'
import type { Database } from '../store'
import type { Discoverer, Discovery } from './discoverers/discoverer'
import type { Preference } from './preferences'
import type { ResourceLocks } from './resource-locks'

/** Looks for what is already on the machine. */
export interface Scanner {
  /** Throws nothing for one place: what failed there stands in `failures`. */
  scan(options: { readonly signal: AbortSignal; readonly secrets: Secrets }): Promise<{
    readonly found: readonly Discovery[]
    readonly looked: readonly string[]
    readonly failures: readonly { readonly place: string; readonly error: ErrorShape }[]
  }>
}

export interface ResourcesOptions {
  readonly database: Database
  readonly inference: Pick<Inference, 'model' | 'embed' | 'covers'> & Partial<Pick<Inference, 'lateInteraction'>>
  readonly secrets: Secrets
  readonly projectId: string
  /** In the order in which they are asked; the first that knows a thing takes it. */
  readonly discoverers: readonly Discoverer[]
  readonly scanner?: Scanner
  /** Calls back when folders of the library, or what is in them, changed, until the returned function is called. */
  readonly onLibraryChanged?: (listener: () => void) => () => void
  /** What a person set; asked at every match. */
  readonly weights?: () => MatcherWeights
  /** Errors of background work that no call waits for. */
  readonly onBackgroundError: (error: unknown) => void
  /** Whether origins are watched for changes. Default true. */
  readonly watch?: boolean
}

/** What one path is, told before it is taken in. */
export interface PathInspection {
  readonly offers: readonly ResourceOffer[]
  /** The path is a resource only and must not be read as a document. */
  readonly exclusive: boolean
  /** Why it cannot be taken although it is of a known kind. */
  readonly error: ErrorShape | null
  /** Of a folder: a limit was reached, there may be more in it. */
  readonly isCut: boolean
  /** Of a folder: databases in it that cannot be opened. */
  readonly broken: DropItem['broken']
}

/** One call of a resource that ended, told by whoever made it. To hold a resource without calling it is no use. */
export type ResourceUse = {
  readonly resourceId: string
  readonly sessionId: string | null
  readonly stepId: string | null
  /** The sentence that led to the call; null where there was none: then the counts change and nothing is learned. */
  readonly query: string | null
  /** Of the call alone, without the time that it waited for its turn. */
  readonly durationMs: number
} & (
  | {
      readonly success: true
      /** Rows that it answered with, where it answered with rows. */
      readonly rows?: number
    }
  | { readonly success: false; readonly error: ErrorShape }
)

/** How the resources that can be used right now changed, for the pool: whole ones, and the questions of databases. */
export interface AvailabilityChange {
  readonly available: readonly ResourceSummary[]
  /** Available before, and not answering now. */
  readonly blocked: readonly { readonly resourceId: string; readonly error: ErrorShape | null }[]
  /** Removed, vanished, locked or switched off. */
  readonly gone: readonly string[]
}

/** Everything on this machine that a piece of research could use. */
export interface Resources extends ResourceLocks {
  /** Registers the built-in tools and the library, then vectorises and watches in the background. */
  start(): Promise<void>
  /** What each path would become beside a document; by path, and only those that become something. Writes nothing. */
  inspect(paths: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, PathInspection>>
  /** Takes in what the paths are; those that are nothing of the kind are passed over. */
  add(paths: readonly string[], signal?: AbortSignal): Promise<TakenResource[]>
  /** Throws `resource.unsupported` where the text is nothing that is known. */
  inspectText(text: string): Promise<ResourceOffer[]>
  /** Throws as `inspectText` does. */
  addText(text: string): Promise<TakenResource[]>
  /** Puts resources into the registry as they are; found again, only what changed is written and embedded anew. */
  register(drafts: readonly ResourceDraft[]): Promise<TakenResource[]>
  list(filter: ChannelInput<'resources.list'>): Promise<ChannelOutput<'resources.list'>>
  /** Throws `resource.notFound`. */
  get(resourceId: string): Promise<UniversalResource>
  summary(): Promise<ResourcesSummary>
  /** Calls the listener after every change, until the returned function is called. */
  subscribe(listener: () => void): () => void
  /**
   * The resources that answer a sentence best, each with why. Written to the history under `matchId`, unless `keep` is false.
   * @throws QuarryError `input.empty`, `inference.*`: an embedding failure is never a match without vectors
   */
  match(
    query: string,
    options?: {
      maxResources?: number | undefined
      types?: readonly ResourceType[] | undefined
      sessionId?: string | undefined
      keep?: boolean | undefined
      signal?: AbortSignal | undefined
    },
  ): Promise<MatchAnswer>
  /** The discovery tool for sessions and models. Throws as `match` does, and `input.invalid`. */
  discover(input: unknown): Promise<DiscoveredResource[]>
  /** Throws `resource.notFound` where the match or the resource is not known. */
  feedback(matchId: string, resourceId: string, feedback: 'helpful' | 'unhelpful'): Promise<void>
  /** Counts a call and learns from it. Throws `resource.notFound`. */
  recordUse(use: ResourceUse): Promise<void>
  /** Learns from what a person chose: it is shown and forgotten as uses are. */
  recordChoice(choice: MadeChoice): Promise<void>
  /** What a person last chose for such a question; null where they chose nothing. */
  preferenceFor(question: string): Promise<Preference | null>
  history(options: { resourceId?: string | undefined; limit: number }): Promise<MatchHistory>
  forgetHistory(resourceId?: string): Promise<{ forgotten: number }>
  /** Histories do not mention any more what an update removed. */
  dismissRemovedUses(): Promise<void>
  /** Forgets the sentences of a session that is removed, and what was learned from them; counts of use stay. */
  forgetSession(sessionId: string): Promise<void>
  /**
   * Throws `resource.notFound`, and `plugin.changed` where a plugin is switched on that is not the one with that hash.
   * @param approved hash of the plugin that a person saw
   */
  setActive(resourceId: string, active: boolean, approved?: string): Promise<void>
  /** Looks again now at what it was made from; of a part, at its whole. Throws `resource.notFound`. */
  refresh(resourceId: string): Promise<UniversalResource>
  /**
   * Preloads what matches need, which the first one else waits for: what is used most first, the sentences that led to
   * uses with their vectors, and how needs are phrased. After it a match asks the store nothing, and the encoder only for
   * sentences that are new. Resolves when all is there, or its failure was told.
   */
  warm(): Promise<void>
  /** Looks again at everything in the background: what may be connected to has changed, say. */
  lookAgain(): void
  /** Throws `resource.invalid` for what is not dropped in but belongs to Quarry or its library. */
  remove(resourceIds: readonly string[]): Promise<{ removed: number }>
  scan(): Promise<ChannelOutput<'resources.scan'>>
  /** Takes offers of the last scan or `inspectText` in. Throws `resource.notFound` for another id. */
  take(resourceIds: readonly string[]): Promise<TakenResource[]>
  /** Tells of resources that become available or stop being so; those that are available now come first. */
  subscribeAvailable(listener: (change: AvailabilityChange) => void): () => void
  /** After `start`: resolves when every resource has its vectors. Rejects with the reason where embedding fails for good. */
  whenVectorized(signal?: AbortSignal): Promise<void>
  /** Work done since the start, for the benchmark. */
  work(): { readonly textsEmbedded: number; readonly resourcesWritten: number }
  close(): Promise<void>
}

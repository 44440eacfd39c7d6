import type { ResourceDraft } from '../../../contract/resources/resource'
import type { Secrets } from '../../secrets'

/** A thing that came by drop, paste, scan or watch. */
export type DiscoveryTarget =
  | {
      readonly kind: 'path'
      /** Real, absolute. */
      readonly path: string
      readonly isDirectory: boolean
      readonly sizeBytes: number
      /** The first bytes of a file, at most 64 KiB; empty of a folder. */
      readonly head: Uint8Array
    }
  | { readonly kind: 'text'; readonly text: string }

export interface DiscoveryOptions {
  readonly signal: AbortSignal
  readonly secrets: Secrets
}

/** What a thing turned out to be. */
export interface Discovery {
  /** The whole resource first, then its parts (`parentId` names it). */
  readonly drafts: readonly ResourceDraft[]
  /** Its file is a resource only: it is not read as a document beside it. */
  readonly exclusive: boolean
  /** Secrets found in it, by name: kept behind the secrets port when it is taken in, never in a draft. */
  readonly secrets: Readonly<Record<string, string>>
}

/** Knows one kind of thing. One file a kind. */
export interface Discoverer {
  readonly name: string
  /** Cheap: by name and first bytes, or by the form of a text. True says only that `discover` is worth asking. */
  recognises(target: DiscoveryTarget): boolean
  /**
   * Looks inside, read-only, within limits of its own (bytes, tables, operations, milliseconds). Null where it is not
   * of its kind after all. Throws a `QuarryError` (`resource.*`) where it is, but cannot be taken.
   */
  discover(target: DiscoveryTarget, options: DiscoveryOptions): Promise<Discovery | null>
}

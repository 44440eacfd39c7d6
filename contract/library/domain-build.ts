import type { ErrorShape } from '../error-shape'

/** A document as it is clustered. */
export interface ClusteredDocument {
  readonly name: string
  readonly title: string | null
  /** Who wrote it, as far as that is known: whole names or their parts. */
  readonly authors: readonly string[]
  /** Its beginning. */
  readonly text: string
  /** Mean of its passages' vectors; null where the encoder covers too few of them: its words count then. */
  readonly vector: Float32Array | null
}

export interface FoundCluster {
  /** Indexes of documents, the nearest to the centre first. */
  readonly members: readonly number[]
  readonly name: string
  readonly aliases: readonly string[]
  /** One or two sentences of its documents. */
  readonly summary: string
  readonly x: number
  readonly y: number
  readonly radius: number
}

export interface DomainBuildOptions {
  readonly documents: readonly ClusteredDocument[]
}

export type DomainBuildMessage =
  | { readonly kind: 'started' }
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'built'; readonly clusters: readonly FoundCluster[] }
  | { readonly kind: 'failed'; readonly error: ErrorShape }

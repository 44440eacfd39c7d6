import type { ErrorShape } from './errors'
import type { ApiOperation } from './resource'

/** What a description is looked at for. */
export type DocumentWanted = 'openapi3' | 'swagger2' | 'postman' | 'mcpServers' | 'toolManifest'

/** One document for the documents thread. */
export interface DocumentTask {
  readonly wanted: DocumentWanted
  readonly source:
    | { readonly kind: 'file'; readonly path: string; readonly maxBytes: number }
    | { readonly kind: 'text'; readonly text: string }
}

export interface DescribedOperation extends ApiOperation {
  readonly description: string
  readonly tags: readonly string[]
  /** What it answers with, in words; empty where it does not say. */
  readonly answers: string
  readonly deprecated: boolean
  /** Any one of these sets of security schemes lets it be called; an empty list: none is needed. */
  readonly authAlternatives: readonly (readonly string[])[]
}

/** An API as its document describes it: cleaned text, limited in number and length, nothing of it executed or fetched. */
export interface DescribedApi {
  readonly kind: 'api'
  readonly format: 'openapi3' | 'swagger2' | 'postman'
  readonly version: string
  readonly title: string
  readonly description: string
  readonly servers: readonly string[]
  readonly auth: readonly { readonly name: string; readonly scheme: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  /** At most as many as `limits.ts` of the thread allows. */
  readonly operations: readonly DescribedOperation[]
  readonly operationsTotal: number
  /** What could not be used, in whole sentences. */
  readonly leftOut: readonly string[]
  /** Credentials that stood in it, by the name of their scheme. */
  readonly secrets: Readonly<Record<string, string>>
}

export interface DescribedMcpServer {
  readonly name: string
  readonly transport: 'stdio' | 'http' | 'sse'
  readonly command: string | null
  /** Values that are secrets are replaced by `${NAME}`, as in `url`. */
  readonly args: readonly string[]
  readonly url: string | null
  readonly secretNames: readonly string[]
  /** Values that stood there; names of `secretNames` that are missing here are asked for. */
  readonly secrets: Readonly<Record<string, string>>
  readonly isDisabled: boolean
  /** The project folder that its program keeps it for; null where it is for all. */
  readonly project: string | null
}

export interface DescribedMcpServers {
  readonly kind: 'mcpServers'
  readonly servers: readonly DescribedMcpServer[]
  readonly leftOut: readonly string[]
}

export interface DescribedTool {
  readonly kind: 'toolManifest'
  readonly name: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly tier: 'L1' | 'L2' | 'L3'
  readonly entry: string
  readonly capabilities: readonly string[]
}

export type DescribedDocument = DescribedApi | DescribedMcpServers | DescribedTool

/** `document` is null where it is of another kind than was wanted. */
export type DocumentAnswer =
  | { readonly ok: true; readonly document: DescribedDocument | null }
  | { readonly ok: false; readonly error: ErrorShape }

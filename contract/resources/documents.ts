import type { ErrorShape } from '../error-shape'
import type { McpListing } from './mcp-purpose'
import type { PluginProvides } from './plugin'
import type { ApiOperation, ApiTold } from './resource'
import type { SecurityScheme } from './secret-place'

/** What a description is looked at for. */
export type DocumentWanted = 'openapi3' | 'swagger2' | 'postman' | 'mcpServers' | 'toolManifest' | 'pluginManifest'

/** One document for the documents thread. */
export interface DocumentTask {
  readonly wanted: DocumentWanted
  readonly source:
    | { readonly kind: 'file'; readonly path: string; readonly maxBytes: number }
    | { readonly kind: 'text'; readonly text: string }
}

/** What a resource is said to be: what matching works on and a person reads. */
export interface DescribedWords {
  readonly name: string
  readonly description: string
  readonly capabilities: readonly string[]
  readonly usageInfo: string
}

export interface DescribedOperation {
  readonly words: DescribedWords
  readonly told: ApiTold
  readonly operation: ApiOperation
  /** Any one of these sets of security schemes lets it be called; an empty list: none is needed. */
  readonly authAlternatives: readonly (readonly string[])[]
}

/** An API as its document describes it: cleaned text, limited in number and length, nothing of it executed or fetched. */
export interface DescribedApi {
  readonly kind: 'api'
  readonly format: 'openapi3' | 'swagger2' | 'postman'
  readonly version: string
  readonly title: string
  readonly words: DescribedWords
  readonly told: ApiTold
  readonly servers: readonly string[]
  readonly auth: readonly SecurityScheme[]
  /**
   * `DescribedOperation[]` as JSON in portions, so that whoever takes them in can do other things in between. At most
   * as many as `limits.ts` of the thread allows.
   */
  readonly portions: readonly string[]
  readonly operationsTotal: number
  /** Credentials that stood in it, by the name of their scheme. */
  readonly secrets: Readonly<Record<string, string>>
}

export interface DescribedMcpServer {
  readonly name: string
  readonly words: DescribedWords
  readonly transport: 'stdio' | 'http' | 'sse'
  readonly command: string | null
  /** Values that are secrets are replaced by `${NAME}`, as in `url`. */
  readonly args: readonly string[]
  readonly url: string | null
  readonly secretNames: readonly string[]
  /** Values that stood there; names of `secretNames` that are missing here are asked for. */
  readonly secrets: Readonly<Record<string, string>>
  readonly listing: McpListing
}

export interface DescribedMcpServers {
  readonly kind: 'mcpServers'
  readonly servers: readonly DescribedMcpServer[]
}

export interface DescribedTool {
  readonly kind: 'toolManifest'
  readonly words: DescribedWords
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly tier: 'L1' | 'L2' | 'L3'
  readonly entry: string
  /** Names of environment variables that it is given. */
  readonly env: readonly string[]
}

export interface DescribedPlugin {
  readonly kind: 'pluginManifest'
  readonly words: DescribedWords
  readonly provides: PluginProvides
  /** Path of its code, relative to its folder. */
  readonly main: string
}

export type DescribedDocument = DescribedApi | DescribedMcpServers | DescribedTool | DescribedPlugin

/** `document` is null where it is of another kind than was wanted. */
export type DocumentAnswer =
  | { readonly ok: true; readonly document: DescribedDocument | null }
  | { readonly ok: false; readonly error: ErrorShape }

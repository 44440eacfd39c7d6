import type { ErrorShape } from '../error-shape'

/** A place where a server of language models may listen. */
export interface ModelProbe {
  /** What usually listens there. */
  readonly program: string
  readonly port: number
  /** `ollama`: its own list; `openai`: `/v1/models`, which all others answer. */
  readonly api: 'ollama' | 'openai'
}

/** What the thread of a scan is started with: it may connect to these ports of the loopback addresses and to nothing else. */
export interface ModelProbeOptions {
  readonly probes: readonly ModelProbe[]
  /** Longest time for one answer, connecting included. */
  readonly timeoutMs: number
  readonly maxBytes: number
}

export interface FoundModelServer {
  readonly probe: ModelProbe
  /** `127.0.0.1` or `::1`. */
  readonly host: string
  readonly models: readonly string[]
  /** Requests that it answers at the same time, where it says so. */
  readonly parallelism: number | null
  /** Whether it tells nothing without a key. */
  readonly needsKey: boolean
}

export interface ModelProbeAnswer {
  readonly found: readonly FoundModelServer[]
  /** Places where something answered that could not be used; where nothing listens, nothing has failed. */
  readonly failures: readonly { readonly place: string; readonly error: ErrorShape }[]
}

export type ModelProbeMessage =
  | { readonly kind: 'started' }
  | { readonly kind: 'answer'; readonly answer: ModelProbeAnswer }

import type { ErrorShape } from '../error-shape'

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

/** A tool as a language model is offered it. */
export interface ModelTool {
  /** Letters, digits, `_` and `-`: 64 at most. */
  readonly name: string
  readonly description: string
  /** JSON schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** A call that a model asks for. Foreign: neither is held to what was offered. */
export interface ModelCall {
  readonly name: string
  /** As the model wrote them: JSON, if it wrote well. */
  readonly arguments: string
}

/** What a language model is asked in one turn. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[]
  /** Tokens of the answer at most. */
  readonly maxTokens: number
  /** JSON schema of the answer; null where it is prose. Servers that know none are asked without it. */
  readonly schema: Readonly<Record<string, unknown>> | null
  /** What it may call, by the server's own protocol. A server or model that knows no tools fails with `model.unusable`. */
  readonly tools?: readonly ModelTool[]
}

/** Tokens of a turn: as the server counted them, or as they were estimated where it says nothing. */
export interface ModelUsage {
  readonly promptTokens: number
  readonly answerTokens: number
  readonly isEstimated: boolean
}

/** What a language model said. */
export interface ModelTurn {
  /** Without what it thought aloud first. */
  readonly text: string
  /** `length`: the answer was as long as it may be. `loop`: it repeated itself and was ended. */
  readonly finish: 'stop' | 'length' | 'loop'
  /** Null where the server does not count. */
  readonly usage: Omit<ModelUsage, 'isEstimated'> | null
  /** Tools that it calls; only where it was offered some. */
  readonly calls?: readonly ModelCall[]
  /** Whether the server held the answer to the schema. */
  readonly constrained: boolean
}

/** A model that a server offers. */
export interface ServedModel {
  readonly name: string
  /** Tokens that a prompt and its answer may have together, as the server runs it; null where it does not say. */
  readonly contextTokens: number | null
  /** Of one in a file: bytes that weights and context take, and that are free. */
  readonly memory?: { readonly neededBytes: number; readonly freeBytes: number }
}

export interface ModelLimits {
  /** Longest wait for the first byte of an answer: a slow machine reads a long prompt for minutes. */
  readonly firstByteMs: number
  /** Longest silence within an answer. */
  readonly silenceMs: number
  /** Bytes of a response at most. */
  readonly maxResponseBytes: number
  /** Requests for one turn, the first one included. */
  readonly maxAttempts: number
}

/** One piece of work for the process that speaks to a server of language models. The key is never stored nor logged. */
export interface ModelTask {
  /** Where its operations are, such as `http://127.0.0.1:11434/v1/`. */
  readonly server: string
  readonly apiKey: string | null
  readonly limits: ModelLimits
  readonly ask:
    | { readonly kind: 'list' }
    | { readonly kind: 'chat'; readonly model: string; readonly request: ModelRequest }
}

/** One piece of work for the process that runs a model out of a file. */
export interface ModelFileTask {
  /** A GGUF file; the first one of a model that is split. */
  readonly path: string
  readonly name: string
  /** Tokens of context at most: as many as fit the memory are taken of them. */
  readonly contextTokens: number
  /** Bytes of memory that it may take; null: what the machine has free. */
  readonly maxBytes: number | null
  readonly ask: { readonly kind: 'list' } | { readonly kind: 'chat'; readonly request: ModelRequest }
}

export type ModelTold =
  | { readonly kind: 'began' }
  /** The next piece of the answer. */
  | { readonly kind: 'text'; readonly text: string }
  /** The request is made once more: what was said so far counts no longer. */
  | { readonly kind: 'again' }

export type ModelAnswer =
  | { readonly kind: 'listed'; readonly models: readonly ServedModel[] }
  | { readonly kind: 'said'; readonly turn: ModelTurn }
  | { readonly kind: 'failed'; readonly error: ErrorShape }

import type { ErrorShape } from '../error-shape'

/** What the inference threads are started with. Without a model directory a thread only scores. */
export interface InferenceWorkerOptions {
  readonly modelDirectory: string | null
}

/** What an encoder says of itself. */
export interface EncoderDescription {
  readonly id: string
  /** Length of a sentence vector, and of a token vector. */
  readonly dimensions: number
  /** Tokens beyond these are clipped. */
  readonly maxTokens: number
  /** BCP 47 languages from its config.json; empty where it declares none. */
  readonly languages: readonly string[]
  /** Unicode scripts that it reads: those of its languages, else those of its vocabulary. */
  readonly scripts: readonly string[]
}

/** What a text is embedded as: some models write other words before passages than before what is looked for. */
export type EmbedPurpose = 'query' | 'passage'

/** Token vectors of one text: `vectors` is [tokens × dimensions], each row L2-normalised. */
export interface TokenVectors {
  readonly ids: Int32Array
  readonly vectors: Float32Array
  readonly tokens: number
}

/** Passages scored by a query, best first. */
export interface ScoredRows {
  readonly ids: Float64Array
  readonly scores: Float32Array
}

export interface MatrixStats {
  readonly rows: number
  readonly bytes: number
  /** Why the file could not be kept: it is gone, and the rows are in memory alone. */
  readonly fileError: string | null
}

/** Tasks of the inference threads by name: what goes in, what comes out. Buffers are transferred, never copied. */
export interface InferenceTasks {
  describe: { input: null; output: EncoderDescription }
  /** One batch; answers [texts × dimensions], L2-normalised. A text without any token gives zeros. */
  embed: { input: { readonly texts: readonly string[]; readonly purpose?: EmbedPurpose }; output: Float32Array }
  tokenVectors: { input: { readonly texts: readonly string[] }; output: readonly TokenVectors[] }
  /** Late interaction of the query with each text, in -1..1. */
  lateInteraction: { input: { readonly query: string; readonly texts: readonly string[] }; output: Float32Array }
  /** How well each text answers the query, 0..1, by a cross-encoder; the thread's model is one. */
  crossEncode: { input: { readonly query: string; readonly texts: readonly string[] }; output: Float32Array }
  /**
   * Takes the matrix from a file, or begins `anew`, and keeps it there, or nowhere; `position` is null where it was begun.
   * The other tasks fail with `inference.crashed` before it: a thread that died and was replaced has lost the matrix.
   */
  matrixOpen: {
    input: { readonly path: string | null; readonly dimensions: number; readonly anew: boolean }
    output: MatrixStats & { readonly position: number | null }
  }
  /** Notes in the file that all changes of the store up to here are in it. */
  matrixKeep: { input: { readonly position: number }; output: MatrixStats }
  /** Adds or replaces rows of the matrix. */
  matrixAdd: { input: { readonly ids: Float64Array; readonly vectors: readonly Float32Array[] }; output: MatrixStats }
  matrixRemove: { input: { readonly ids: Float64Array }; output: MatrixStats }
  matrixTop: {
    input: { readonly query: Float32Array; readonly k: number; readonly among: Float64Array | null }
    output: ScoredRows
  }
  /** Scores of given rows, in their order; NaN where a row is not there. */
  matrixScores: { input: { readonly query: Float32Array; readonly ids: Float64Array }; output: ScoredRows }
}
export type InferenceTaskName = keyof InferenceTasks

/** A task answers its own failure as data: whatever rejects beside it is the death of the thread. */
export type InferenceReply<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ErrorShape }

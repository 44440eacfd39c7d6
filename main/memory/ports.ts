import type { RedactedText } from '../../contract/library/extract'
import type { GivenItem } from '../../contract/library/memory'
import type { ReportView } from '../../contract/report/report'
import type { SessionHooks } from '../plugins'
import type { Inquiry } from '../reasoning'
import type { Database, EmbeddingModel } from '../store'

/** What remembering needs of a project. */
export interface MemoryPorts {
  readonly database: Database
  readonly projectId: string
  readonly model: EmbeddingModel
  /** L2-normalised vectors, one per text. Throws `inference.*`. */
  embed(texts: string[], options: { readonly signal?: AbortSignal | undefined }): Promise<Float32Array[]>
  /** False where the encoder does not know the script: such text is compared by its words alone. */
  covers(text: string): boolean
  /** Texts with their secrets masked. */
  redact(texts: readonly string[]): Promise<RedactedText[]>
  /** A version of a session's report with what became of its sources; null where it has none. Throws `session.notFound`. */
  readReport(sessionId: string, version: number): Promise<ReportView | null>
  /** Checks every sentence against what it cites, which is reopened. */
  verify(report: ReportView, signal: AbortSignal): Promise<ReportView>
  settings(): MemorySettings
  /** What the project is, for an engine asked in these words; empty where nothing is known. */
  facts(texts: readonly string[]): Promise<string>
  /** What the library holds that bears on words. Throws what recall and the encoder throw, and the signal's reason. */
  library(
    words: string,
    limits: Pick<Inquiry, 'scope' | 'neverUse'>,
    signal: AbortSignal,
  ): Promise<readonly GivenItem[]>
  /** What plugins make of memories; null where there are none. */
  hooks?(): SessionHooks | null
  /** After a removal: dumps that still hold what was removed go. */
  forgetRemoved(): Promise<void>
  onBackgroundError(error: unknown): void
  now(): Date
}

interface MemorySettings {
  /** Whether sessions are given memories, and new ones are kept. */
  readonly remembers: boolean
  /** Whether sessions are given earlier answers, and theirs are kept. */
  readonly learns: boolean
  /** Tokens that an engine is given of both. */
  readonly memoryTokens: number
}

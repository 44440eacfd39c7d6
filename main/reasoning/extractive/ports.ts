import type { LackingCall } from '../../../contract/calls/asked-field'
import type { JsonValue } from '../../../contract/json'
import type { LibrarySummary } from '../../../contract/library/source'
import type { RecallAnswer, RecallFilter, RecallHit } from '../../../contract/recall/recall'
import type { Unasked } from '../../../contract/report/report-facts'
import type { SessionScope } from '../../../contract/session/session-scope'
import type { RestOfQuestion } from '../../drafting'
import type { CodePorts } from '../code/gather'
import type { ReadSourceText } from '../port'

/** A passage of the library without a query: what a look over the whole material is made from. */
export type SamplePassage = Pick<RecallHit, 'passageId' | 'sourceId' | 'sourceName' | 'title' | 'headingPath' | 'text'>

/** A call that rules drafted, one that misses what a person could be asked for, or why there is none. */
export type DraftedCall =
  | {
      readonly kind: 'call' | 'lacking'
      readonly tool: string
      readonly input: Readonly<Record<string, JsonValue>>
      /** Which earlier results gave an argument, by their index. */
      readonly lent: readonly number[]
      /** Of one that misses arguments. */
      readonly lacking?: LackingCall
      /** What is left to ask of the rows that it brings. */
      readonly rest?: RestOfQuestion
    }
  | {
      /** A call that finds what another one needs: its result is to be handed in with the earlier ones, last. */
      readonly kind: 'lookUp'
      readonly tool: string
      readonly input: Readonly<Record<string, JsonValue>>
    }
  | Unasked

/** What the extractive engine reads. It writes nothing. */
export interface ExtractivePorts {
  recall(query: string, options: { top?: number; signal?: AbortSignal; filter?: RecallFilter }): Promise<RecallAnswer>
  /** L2-normalised vectors, one per text. */
  embed(texts: string[], options: { signal?: AbortSignal; priority?: 'interactive' | 'bulk' }): Promise<Float32Array[]>
  /** False where the encoder does not know the script: such text is compared by its words only. */
  covers(text: string): boolean
  /** All passages of sources in their order; of a long source those around the passages named. */
  readSources(
    sourceIds: readonly string[],
    around: readonly number[],
    options: { signal?: AbortSignal },
  ): Promise<Omit<RecallHit, 'reason'>[]>
  /** The whole stored text of a source; null where the source is gone. */
  readonly readSourceText: ReadSourceText
  /** Without it questions are not answered with functions of code. */
  readonly code?: CodePorts
  librarySummary(): LibrarySummary | Promise<LibrarySummary>
  /**
   * A call of one of a resource's tools that answers the question, or why there is none. Without it no API and no MCP
   * server is asked. Throws `resource.*`, `egress.denied` and the signal's reason.
   * @param earlier results of the steps before, in which ids may be found
   * @param without tools that were called for the question and failed
   */
  readonly draftCall?: (
    resourceId: string,
    question: string,
    earlier: readonly JsonValue[],
    signal: AbortSignal,
    without?: readonly string[],
  ) => Promise<DraftedCall>
  /**
   * Up to `count` passages spread evenly over the library, in a stable order (`createPassageSampler`). Without it the
   * engine knows of the library only what its recalls bring, so that suggestions and word weights are coarser.
   */
  readonly samplePassages?: (count: number, options: { signal: AbortSignal }) => Promise<SamplePassage[]>
}

/**
 * Ports that find nothing but what a session may use. Recall is narrowed before it searches: what it found in the whole
 * library and left out afterwards might be all that it found.
 */
export function portsWithin(ports: ExtractivePorts, scope: SessionScope | undefined): ExtractivePorts {
  if (scope === undefined) return ports
  const { folders, sourceIds } = scope
  const filter = { within: { folders, sourceIds } }
  const { samplePassages: _ofWholeLibrary, code, ...others } = ports
  return {
    ...others,
    recall: (query, options) => ports.recall(query, { ...options, filter }),
    ...(code !== undefined && {
      code: { ...code, recallCode: (query, options) => code.recallCode(query, { ...options, filter }) },
    }),
  }
}

import type { GivenContext } from '../../contract/library/memory'
import type { RecallReason } from '../../contract/recall/recall'
import type { Place, SourcePlace } from '../../contract/report/place'
import type { ReportTemplate, ReportView } from '../../contract/report/report'
import type { Unasked } from '../../contract/report/report-facts'
import type { UniversalResource } from '../../contract/resources/resource'
import type { AskMode, ClarificationRound, InvestigationView, PlanStepDraft } from '../../contract/session/session'
import type { SessionScope } from '../../contract/session/session-scope'
import type { CallRequest, CallResult } from '../tools'

/** A question with what the person added in clarification rounds. */
export interface Inquiry {
  readonly question: string
  /** Left out: research. A quick answer is a step for each part of the question, and a summary; a model alone needs no step. */
  readonly mode?: AskMode
  /** Rounds of the session's first question. */
  readonly clarifications: readonly ClarificationRound[]
  /** Ids of sources that are not to be used. */
  readonly neverUse?: readonly string[]
  /** What alone may be used; left out: all of the project. */
  readonly scope?: SessionScope | undefined
  /** Of a follow-up: the questions before it, oldest first. */
  readonly earlier?: readonly string[]
}

/** A step as an engine knows it: what it needs of the pool is the session's business. */
export type EngineStep = Omit<PlanStepDraft, 'requirements'>

/** A planned step before a person has seen it. */
export interface PlannedStep extends EngineStep {
  readonly origin: 'question' | 'theme' | 'person' | 'plugin'
  /** Ids of the resources that it asks beside the library. */
  readonly uses?: readonly string[]
}

/** One sentence (or table row) found for a step, with its place: what a source says verbatim, or a query or call answered. */
export interface Evidence {
  readonly sentence: string
  /** The place of the sentence itself, not of its passage. */
  readonly place: Place
  /** Relevance of the sentence to the step's query, 0..1. */
  readonly score: number
  /** How its passage was found; null of an answer. */
  readonly reason: RecallReason | null
}

/** Evidence that stands in a source of the library. */
export type SourceEvidence = Evidence & { readonly place: SourcePlace }

export function isFromSource(evidence: Evidence): evidence is SourceEvidence {
  return evidence.place.kind === 'source'
}

export interface StepFindings {
  /** Passages looked at. */
  readonly found: number
  readonly evidence: readonly Evidence[]
  /** What the step held and asked nothing. */
  readonly unasked?: readonly (Unasked & { readonly resourceId: string })[]
}

/** A step that is over with what it found; null: it was skipped, or failed. */
export interface FinishedStep {
  readonly step: EngineStep
  readonly findings: StepFindings | null
  /** Whether a resource was asked this part of the question alone. */
  readonly asksPart?: boolean
}

/** A resource that a step was allocated: what it is, and how it is addressed. */
export interface AllocatedResource extends Pick<UniversalResource, 'type' | 'name' | 'usageInfo' | 'metadata'> {
  readonly resourceId: string
  /** The slot of it that the step holds. */
  readonly memberId: string
  /** The part of the question that rules ask it; left out: all of it. A language model words its calls itself. */
  readonly asked?: string
}

export interface StepInput {
  readonly inquiry: Inquiry
  readonly step: EngineStep
  /** Findings of the steps that this one depends on. */
  readonly earlier: readonly { readonly step: EngineStep; readonly findings: StepFindings }[]
  /** What the pool allocated to the step beside its executor; no other resource may be used in it. */
  readonly resources: readonly AllocatedResource[]
  /** What the project remembers of it: no evidence, and never cited. */
  readonly given?: GivenContext | undefined
  /** Whether a person may be asked for what a call misses; left out: no. */
  readonly mayAsk?: boolean
  /** Of a research step: what the processing steps that wait for it are to work out, in their words. */
  readonly figures?: readonly string[] | undefined
  /** Of a processing step: what resources answered in the steps that it depends on. */
  readonly calls?: readonly EarlierCall[] | undefined
}

/** A query or call of a step that is over, with its answer as it is recorded. */
export interface EarlierCall extends Pick<CallRequest, 'tool' | 'input'> {
  readonly callId: string
  readonly resourceId: string
  readonly output: unknown
}

/** A resource that a step can ask. */
export type AskableResource = Pick<UniversalResource, 'resourceId' | 'type' | 'name' | 'description'>

export interface PlanInput {
  readonly inquiry: Inquiry
  /** Of the session's first question; null where nobody looked around. */
  readonly investigation: InvestigationView | null
  /** The steps that a person sent back, without the finished ones; null where none were. */
  readonly previous: readonly EngineStep[] | null
  /** The person's remark on `previous`. */
  readonly remark: string | null
  /** What the finished steps left open; empty of a first plan. */
  readonly gaps: readonly string[]
  /** They are kept; of a follow-up's first plan those of the question before. */
  readonly finished: readonly FinishedStep[]
  readonly resources?: readonly AskableResource[]
  /** Whether a database is asked the question. */
  readonly asksDatabase?: boolean
  readonly given?: GivenContext | undefined
}

/** A question that a session asked before, and what it answered in short. */
export interface EarlierAnswer {
  readonly question: string
  readonly answer: string
}

export interface ReportInput {
  readonly inquiry: Inquiry
  /** In plan order. */
  readonly steps: readonly FinishedStep[]
  /** True where the session was stopped before all steps ran. */
  readonly partial: boolean
  /** Left out: a report. */
  readonly template?: ReportTemplate | undefined
  /** Who wrote sources and when, by source, where that is known: what a review calls them. */
  readonly citedAs?: ReadonlyMap<string, string>
  /** Evidence that a person wants in the report. */
  readonly pinned?: readonly Evidence[]
  /** Sources that the first look found nearest, best first: named where nothing answers. */
  readonly nearby?: readonly string[]
  readonly given?: GivenContext | undefined
  /** Of a question that a language model answers alone: what was asked and answered before it, oldest first. */
  readonly conversation?: readonly EarlierAnswer[]
}

/** Called with what is done out of how much, so that the window's progress moves. */
export type ProgressListener = (done: number, total: number | null) => void

export interface ReasoningOptions {
  readonly signal: AbortSignal
  readonly onProgress?: ProgressListener
}

/** Has a tool called, under the step's rules. Throws what the call threw, `tool.denied`, and the signal's reason. */
export type CallTool = (request: CallRequest) => Promise<CallResult>

export interface GatheringOptions extends ReasoningOptions {
  /** Calls in the same order with the same input are the same calls: one that was made already is not made again. */
  readonly callTool: CallTool
}

/** The stored text of a source, and whether it is still what was cited. Null where the source is gone. */
export type ReadSourceText = (sourceId: string) => Promise<string | null>

/**
 * What thinks. Engines read (recall, source texts) and answer; they write nothing: the session persists what
 * they answer. Each method honours its signal and throws QuarryErrors.
 */
export interface ReasoningEngine {
  /** Shown to the user, e.g. `extractive`. */
  readonly name: string
  /** Null where the question can be worked on; else what to ask (round = earlier rounds + 1). */
  assessQuestion(inquiry: Inquiry, options: ReasoningOptions): Promise<Omit<ClarificationRound, 'answer'> | null>
  /** A first look around: themes of what recall finds for the question. */
  investigate(inquiry: Inquiry, options: ReasoningOptions): Promise<InvestigationView>
  /** Steps for the question, none with the id of a finished one. None at all: what the finished ones found suffices. */
  plan(input: PlanInput, options: ReasoningOptions): Promise<PlannedStep[]>
  gatherEvidence(input: StepInput, options: GatheringOptions): Promise<StepFindings>
  /** Works on what earlier steps found, and gathers nothing: a step of type `processing`. */
  processFindings(input: StepInput, options: GatheringOptions): Promise<StepFindings>
  /**
   * What the question asks and the finished steps leave open, in the question's language; empty where nothing is
   * missing or more steps would not help. What it answers is the `gaps` of the next plan.
   */
  findGaps(
    input: { readonly inquiry: Inquiry; readonly steps: readonly FinishedStep[] },
    options: ReasoningOptions,
  ): Promise<readonly string[]>
  /** Throws `model.notChosen` where a language model is to answer alone and none is chosen to write. */
  writeReport(input: ReportInput, options: ReasoningOptions): Promise<ReportView>
  /** Checks every sentence against what it cites by reopening the source; answers the report with its verdicts. */
  verifyReport(report: ReportView, options: ReasoningOptions): Promise<ReportView>
}

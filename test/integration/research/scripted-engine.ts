import { createHash } from 'node:crypto'
import { isClaim, type ReportView } from '../../../contract/report/report'
import type { ClarificationRound } from '../../../contract/session/session'
import type {
  AllocatedResource,
  Evidence,
  GatheringOptions,
  PlanInput,
  PlannedStep,
  ReasoningEngine,
  ReasoningOptions,
  ReportInput,
} from '../../../main/reasoning/port'
import { placeIn } from '../../fixtures/places'

export type EngineMethod = Exclude<keyof ReasoningEngine, 'name'>

/** One call of an engine's method; `detail` is the step's id for gatherEvidence, else empty. */
export interface EngineCall {
  readonly method: EngineMethod
  readonly detail: string
  readonly question: string
}

type AskedRound = Omit<ClarificationRound, 'answer'>

export interface Script {
  /** Asked for each assessment in turn; after these the question is accepted. */
  readonly rounds?: readonly AskedRound[] | ((question: string) => readonly AskedRound[])
  readonly steps?: readonly PlannedStep[]
  /** What is missing once the steps of a plan are over, in turn by round; after these nothing. */
  readonly gaps?: (question: string) => readonly (readonly string[])[]
  /** Answers the plan instead of `steps`; the default plan for gaps is a step for each, named by it. */
  readonly plan?: (input: PlanInput) => readonly PlannedStep[]
  /** What a step finds; default: one sentence of source-1. */
  readonly evidence?: (stepId: string) => readonly Evidence[]
  /** Runs before each call answers: may wait, or throw what the call shall throw. */
  readonly before?: (call: EngineCall, options: ReasoningOptions) => void | Promise<void>
  /** Told what a report is written from. */
  readonly report?: (input: ReportInput) => void
  /** What a step does beside its findings. */
  readonly gather?: (stepId: string, options: GatheringOptions) => Promise<unknown>
}

export function plannedStep(id: string, dependsOn: string[] = []): PlannedStep {
  return {
    id,
    title: `Step ${id}`,
    query: `query of ${id}`,
    dependsOn,
    skipped: false,
    type: 'research',
    doneWhen: '',
    origin: 'question',
  }
}

/** What a step finds where nothing else is said. */
export function evidenceOf(stepId: string, sourceId = 'source-1'): Evidence {
  return {
    sentence: `Found in ${stepId}.`,
    place: placeIn(sourceId),
    score: 0.9,
    reason: {
      dense: 0.9,
      keyword: null,
      feedback: null,
      section: null,
      neighbours: null,
      named: null,
      rerank: null,
      score: 0.9,
      rankBefore: 1,
      rankAfter: 1,
    },
  }
}

/** An engine that answers from a script and remembers every call, in order of their begin, and what steps were allocated. */
export function scriptedEngine(
  script: Script = {},
): ReasoningEngine & { readonly calls: EngineCall[]; readonly allocated: AllocatedResource[] } {
  const calls: EngineCall[] = []
  const allocated: AllocatedResource[] = []
  const begin = async (
    method: EngineMethod,
    detail: string,
    question: string,
    options: ReasoningOptions,
  ): Promise<void> => {
    const call = { method, detail, question }
    calls.push(call)
    options.signal.throwIfAborted()
    await script.before?.(call, options)
  }
  return {
    name: 'scripted',
    calls,
    allocated,
    async assessQuestion(inquiry, options) {
      await begin('assessQuestion', '', inquiry.question, options)
      const rounds = typeof script.rounds === 'function' ? script.rounds(inquiry.question) : script.rounds
      return rounds?.[inquiry.clarifications.length] ?? null
    },
    async investigate(inquiry, options) {
      await begin('investigate', '', inquiry.question, options)
      options.onProgress?.(1, 2)
      return {
        themes: [{ name: 'drag', phrases: ['wave drag'], passages: 3, sources: 1 }],
        hits: [],
        passagesSearched: 3,
      }
    },
    async plan(input, options) {
      const { inquiry, remark, gaps } = input
      await begin('plan', gaps.join(), inquiry.question, options)
      if (script.plan !== undefined) return [...script.plan(input)]
      if (gaps.length > 0) return gaps.map((gap) => plannedStep(gap))
      const steps = script.steps ?? [plannedStep('a'), plannedStep('b'), plannedStep('c', ['a'])]
      return steps.map((step) => (remark === null ? step : { ...step, title: `${step.title} (${remark})` }))
    },
    async gatherEvidence({ inquiry, step, resources }, options) {
      allocated.push(...resources)
      await begin('gatherEvidence', step.id, inquiry.question, options)
      await script.gather?.(step.id, options)
      return { found: 5, evidence: script.evidence?.(step.id) ?? [evidenceOf(step.id)] }
    },
    async processFindings({ inquiry, step }, options) {
      await begin('processFindings', step.id, inquiry.question, options)
      return { found: 1, evidence: script.evidence?.(step.id) ?? [evidenceOf(step.id)] }
    },
    async findGaps({ inquiry, steps }, options) {
      await begin('findGaps', '', inquiry.question, options)
      const hasStep = (gap: string): boolean => steps.some(({ step }) => step.id === gap)
      return script.gaps?.(inquiry.question).find((gaps) => !gaps.some(hasStep)) ?? []
    },
    async writeReport(input, options) {
      const { inquiry, steps, partial } = input
      await begin('writeReport', '', inquiry.question, options)
      script.report?.(input)
      const findings = steps.flatMap(({ findings }) => findings?.evidence ?? [])
      const report: ReportView = {
        title: inquiry.question,
        language: 'en',
        sections: [
          {
            kind: 'summary',
            sentences: findings.map(({ sentence }, index) => ({
              id: `s${index + 1}`,
              text: sentence,
              citations: [index + 1],
              verdict: 'unchecked',
              method: 'verbatim',
              reason: null,
              paragraph: 0,
            })),
          },
        ],
        citations: findings.map((piece, index) => ({
          n: index + 1,
          place: piece.place,
          citedText: piece.sentence,
          citedTextHash: createHash('sha256').update(piece.sentence).digest('hex'),
          state: 'present',
        })),
        droppedCitations: 0,
        supported: 0,
        claims: findings.length,
        partial,
        writtenAt: '2026-01-01T00:00:00.000Z',
      }
      return report
    },
    async verifyReport(report, options) {
      await begin('verifyReport', '', report.title, options)
      return {
        ...report,
        supported: report.claims,
        sections: report.sections.map((section) => ({
          ...section,
          sentences: section.sentences.map((sentence) =>
            isClaim(sentence) ? { ...sentence, verdict: 'supported' as const } : sentence,
          ),
        })),
      }
    },
  }
}

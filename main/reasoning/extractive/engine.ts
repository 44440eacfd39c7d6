import { answersNothing, type ReportView } from '../../../contract/report/report'
import { quotesOnly } from '../../../contract/session/engine'
import { meaningsIn, withMeanings } from '../../language'
import { modelNotChosen } from '../model-not-chosen'
import type { Evidence, ReasoningEngine, StepInput } from '../port'
import { verifyReport } from '../verification/verify-report'
import { assessQuestion } from './assess'
import { withKeptVectors } from './embed-covered'
import { findGaps } from './gaps'
import { gatherEvidence } from './gather'
import { gatherNearby } from './gather-nearby'
import { investigate } from './investigate'
import { createLibraryViewer } from './library-view'
import { planSteps, quickSteps } from './plan'
import { type ExtractivePorts, portsWithin } from './ports'
import { processFindings } from './process'
import { workingQuestion } from './working-question'
import { writeReport } from './write-report'

/** A step in the words that its person told they mean, where they told any. */
function asMeant(input: StepInput): StepInput {
  const meanings = meaningsIn((input.given?.items ?? []).flatMap(({ kind, text }) => (kind === 'memory' ? [text] : [])))
  if (meanings.length === 0) return input
  const { step, inquiry } = input
  return {
    ...input,
    step: { ...step, query: withMeanings(step.query, meanings) },
    inquiry: { ...inquiry, question: withMeanings(inquiry.question, meanings) },
  }
}

/**
 * The engine that needs no language model: it finds, chooses and arranges sentences of the material and writes none
 * of its own beyond what `wording/` holds. Same inputs, same report.
 */
export function createExtractiveEngine(given: ExtractivePorts, now: () => Date = () => new Date()): ReasoningEngine {
  const library = withKeptVectors(given)
  const viewLibrary = createLibraryViewer()
  return {
    name: quotesOnly,
    async assessQuestion(inquiry, options) {
      options.signal.throwIfAborted()
      const ports = portsWithin(library, inquiry.scope)
      const view = await viewLibrary(ports, inquiry, options.signal)
      return assessQuestion(ports, view, inquiry, options)
    },
    async investigate(inquiry, options) {
      options.signal.throwIfAborted()
      const ports = portsWithin(library, inquiry.scope)
      const view = await viewLibrary(ports, inquiry, options.signal)
      return investigate(ports, view, inquiry, options)
    },
    async plan(input, options) {
      options.signal.throwIfAborted()
      if (input.inquiry.mode === 'quick') return quickSteps(input)
      const { inquiry } = input
      const view = await viewLibrary(portsWithin(library, inquiry.scope), inquiry, options.signal)
      return planSteps({ ...input, background: view.background })
    },
    async gatherEvidence(asked, options) {
      options.signal.throwIfAborted()
      const input = asMeant(asked)
      const ports = portsWithin(library, input.inquiry.scope)
      const view = await viewLibrary(ports, input.inquiry, options.signal)
      return gatherEvidence(ports, view, input, options)
    },
    async processFindings(input, options) {
      options.signal.throwIfAborted()
      return processFindings(input, options)
    },
    async findGaps({ inquiry, steps }, options) {
      options.signal.throwIfAborted()
      const { background } = await viewLibrary(portsWithin(library, inquiry.scope), inquiry, options.signal)
      return findGaps(workingQuestion(inquiry), steps, background)
    },
    async writeReport(input, options) {
      options.signal.throwIfAborted()
      // Who asked for a language model alone is never given quotations in its name.
      if (input.inquiry.mode === 'modelOnly') throw modelNotChosen()
      const { scope } = input.inquiry
      // Of a part of the library only what the question finds is known: its words are common there.
      const isWhole = scope === undefined && library.samplePassages !== undefined
      const view = isWhole ? await viewLibrary(library, input.inquiry, options.signal) : null
      const write = (nearest: readonly Evidence[]): ReportView =>
        writeReport(input, options, now(), view?.background ?? null, nearest)
      const report = write([])
      // What was met with silence may be answered in other words than the question has.
      if (!answersNothing(report) || input.partial) return report
      const ports = portsWithin(library, scope)
      const around = view ?? (await viewLibrary(ports, input.inquiry, options.signal))
      return write(await gatherNearby(ports, around, input.inquiry, options.signal))
    },
    verifyReport: (report, options) => verifyReport(report, library.readSourceText, options),
  }
}

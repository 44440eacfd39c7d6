import { QuarryError, toErrorShape } from '../../../contract/errors'
import { keyOfPlace } from '../../../contract/report/place'
import {
  claimsIn,
  isClaim,
  type ReportSection,
  type ReportSentence,
  type ReportView,
} from '../../../contract/report/report'
import { createNoveltyCheck, displayText } from '../../language'
import { createCitationRegistry } from '../citations/registry'
import { sourcesSection } from '../citations/sources-section'
import { workingQuestion } from '../extractive/working-question'
import type { Evidence, ReasoningOptions, ReportInput } from '../port'
import type { SessionModel } from './session-model'
import { writePart } from './write-part'

/** What becomes of a sentence that its citations do not support. */
export type Unsupported = 'drop' | 'mark'

/**
 * Has a model write the prose of a report in place of the quotations in it, part by part, from the evidence of its steps.
 * What it cannot write stays as it was quoted, and the report says so; lists of rows and what Quarry itself says stay
 * anyway. Throws only what nobody could go on from: the signal's reason.
 */
export async function writeWithModel(
  model: SessionModel,
  quoted: ReportView,
  input: ReportInput,
  unsupported: Unsupported,
  options: ReasoningOptions,
): Promise<ReportView> {
  const question = workingQuestion(input.inquiry)
  const report = new Rewriting(quoted, unsupported)
  const parts = quoted.sections.filter((section) => section.kind !== 'sources')
  let failure: unknown = null
  for (const [at, section] of parts.entries()) {
    options.onProgress?.(at, parts.length)
    if (failure !== null || !isProse(section, quoted) || section.kind === 'pinned') {
      report.keep(section)
      continue
    }
    const heading = section.kind === 'aspect' ? section.heading : null
    const evidence = report.evidenceFor(section, input)
    try {
      const asked = { question, heading, evidence, language: quoted.language, given: input.given }
      const { sentences, droppedCitations } = await writePart(model, asked, options.signal)
      report.droppedCitations += droppedCitations
      report.write(section, sentences)
    } catch (error) {
      options.signal.throwIfAborted()
      report.keep(section)
      report.failure ??= error
      // What is unusable here may be usable for the next part; a server that is gone stays gone.
      if (!(error instanceof QuarryError && error.code === 'model.unusable')) failure = error
    }
  }
  options.onProgress?.(parts.length, parts.length)
  return report.view(model.name)
}

/** Whether a section is sentences from sources and nothing else: answers of databases are rows, which no model retells. */
function isProse({ kind, sentences }: ReportSection, { citations }: ReportView): boolean {
  const isFromSources = ({ citations: cited }: ReportSentence): boolean =>
    cited.every((n) => citations.find((citation) => citation.n === n)?.place.kind === 'source')
  return kind !== 'notFound' && sentences.length > 0 && sentences.every((one) => isClaim(one) && isFromSources(one))
}

/** A report while its sections are written anew. Citations get their numbers in the new order of reading. */
class Rewriting {
  droppedCitations: number
  failure: unknown = null
  private readonly registry = createCitationRegistry()
  private readonly byNumber: ReadonlyMap<number, Evidence>
  private readonly sections: ReportSection[] = []
  private readonly isNew = createNoveltyCheck()
  private written = 0
  private unsupported = 0
  private sentences = 0

  constructor(
    private readonly quoted: ReportView,
    private readonly unsupportedAre: Unsupported,
  ) {
    this.droppedCitations = quoted.droppedCitations
    this.byNumber = new Map(
      quoted.citations.map(({ n, place, citedText }) => [n, { sentence: citedText, place, score: 1, reason: null }]),
    )
  }

  /** What a part is written from: what was quoted in it, then what its step (of the summary, any step) found best. */
  evidenceFor(section: ReportSection, { steps }: ReportInput): Evidence[] {
    const quoted = section.sentences.flatMap(({ citations }) => citations.flatMap((n) => this.byNumber.get(n) ?? []))
    const own = steps.filter(({ step }) => section.kind !== 'aspect' || displayText(step.title) === section.heading)
    const found = own
      .flatMap(({ findings }) => findings?.evidence ?? [])
      .filter(({ place }) => place.kind === 'source')
      .sort((a, b) => b.score - a.score)
    const byPlace = new Map<string, Evidence>()
    for (const item of [...quoted, ...found]) {
      const key = keyOfPlace(item.place)
      if (!byPlace.has(key)) byPlace.set(key, item)
    }
    return [...byPlace.values()]
  }

  /** Takes a section over as it was quoted, without what stands above by now. */
  keep(section: ReportSection): void {
    const sentences = section.sentences.filter(
      (one) => !isClaim(one) || section.kind === 'summary' || this.isNew(one.text),
    )
    this.add(
      section,
      sentences.map((one) => ({ ...one, citations: this.numbersOf(one) })),
    )
  }

  write(
    section: ReportSection,
    written: readonly { text: string; evidence: readonly Evidence[]; paragraph: number; isSupported: boolean }[],
  ): void {
    const kept = written.filter(({ text, isSupported }) => {
      this.written += 1
      if (!isSupported) this.unsupported += 1
      return (isSupported || this.unsupportedAre === 'mark') && this.isNew(text)
    })
    const sentences = kept.map(({ text, evidence, paragraph }) => {
      const citations = this.registry.cite(evidence.map((item) => this.registry.offer(item)))
      return {
        id: '',
        text,
        citations,
        paragraph,
        verdict: 'unchecked' as const,
        method: 'rules' as const,
        reason: null,
      }
    })
    this.add(section, sentences)
  }

  view(model: string): ReportView {
    const { quoted, sections, failure, written, unsupported } = this
    if (failure !== null) {
      const fact = {
        kind: 'modelFellShort' as const,
        values: { model, wrote: written > unsupported, error: toErrorShape(failure) },
      }
      const [summary] = sections
      if (summary !== undefined) {
        const paragraph = Math.max(-1, ...summary.sentences.map((one) => one.paragraph)) + 1
        summary.sentences.push({ id: this.nextId(), citations: [], paragraph, method: 'none', fact })
      }
    }
    const citations = this.registry.citations()
    if (citations.length > 0) sections.push(sourcesSection(citations))
    return {
      ...quoted,
      sections,
      citations,
      droppedCitations: this.droppedCitations,
      claims: claimsIn(sections).length,
      ...(written > unsupported
        ? { writing: { model, sentences: written, unsupported, isMarked: this.unsupportedAre === 'mark' } }
        : {}),
    }
  }

  private add(section: ReportSection, sentences: readonly ReportSentence[]): void {
    if (sentences.length === 0) return
    this.sections.push({ ...section, sentences: sentences.map((one) => ({ ...one, id: this.nextId() })) })
  }

  private numbersOf({ citations }: ReportSentence): number[] {
    const evidence = citations.flatMap((n) => this.byNumber.get(n) ?? [])
    return this.registry.cite(evidence.map((item) => this.registry.offer(item)))
  }

  private nextId(): string {
    this.sentences += 1
    return `s${this.sentences}`
  }
}

import type { ReportSection, ReportSentence, ReportView } from '../../../contract/report'
import type { PlanStepDraft } from '../../../contract/session'
import { createCitationRegistry } from '../citations/registry'
import type { ReasoningOptions, ReportInput, StepFindings } from '../port'
import { type QuestionKind, questionKind } from '../question/kind'
import { danglingOf } from '../sentences/dangling'
import { isRow } from '../sentences/quality'
import { scoreCandidates } from '../sentences/score'
import { displayText } from '../text/display'
import { languageOf } from '../text/language'
import { containment, isNearDuplicate } from '../text/similarity'
import { contentStems } from '../text/words'
import { type Wording, wordingFor } from '../wording'
import { type Conflict, compares, findConflicts, isComparison } from './comparison'
import { embedCovered } from './embed-covered'
import type { LibraryView } from './library-view'
import { missingTerms } from './missing-terms'
import { Pen } from './pen'
import type { ExtractivePorts } from './ports'
import { candidateOf, type ReportUnit, unitsOf } from './units'
import { tidyQuestion, workingQuestion } from './working-question'

/** Units of a section, and the share of the step's best score that a unit must reach to stand in it. */
const perSection = 4
const sectionFloor = 0.74
/** Questions with one short answer get a short summary. */
const factual: ReadonlySet<QuestionKind> = new Set(['person', 'time', 'place', 'quantity'])

interface StepResult {
  readonly step: PlanStepDraft
  readonly findings: StepFindings | null
  readonly units: readonly ReportUnit[]
}

/** A unit with its worth for the whole question. */
interface RankedUnit {
  readonly unit: ReportUnit
  readonly step: PlanStepDraft
  readonly score: number
}

async function rankForQuestion(
  ports: ExtractivePorts,
  view: LibraryView,
  question: string,
  steps: readonly StepResult[],
  signal: AbortSignal,
): Promise<RankedUnit[]> {
  const asked = contentStems(question)
  const all = steps.flatMap(({ step, units }) => units.map((unit) => ({ unit, step })))
  const candidates = all.map(({ unit, step }) => {
    // A passage's place in recall counts as far as the step asked what the question asks.
    const share = 0.4 + 0.6 * containment(asked, contentStems(step.query)) * (asked.size > 0 ? 1 : 0)
    const main = unit.evidence.at(-1)
    return main === undefined ? null : candidateOf(main, share)
  })
  const present = candidates.flatMap((candidate) => candidate ?? [])
  const [queryVector = null, ...vectors] = await embedCovered(
    ports,
    [question, ...present.map(({ sentence }) => sentence)],
    signal,
  )
  const scored = scoreCandidates({
    query: question,
    kind: questionKind(question),
    candidates: present,
    background: view.background,
    queryVector,
    vectors,
  })
  return all
    .map((item, at) => {
      const isAlone = item.unit.evidence.length === 1
      const dangling = danglingOf(item.unit.evidence.at(-1)?.sentence ?? '')
      const factor = dangling === 'none' || !isAlone ? 1 : dangling === 'pronoun' ? 0.7 : 0.85
      return { ...item, score: (scored[at]?.score ?? 0) * factor }
    })
    .sort((a, b) => b.score - a.score)
}

/** The direct answer: the best sentences for the whole question, one of each of its aspects, sources mixed. */
function chooseSummary(ranked: readonly RankedUnit[], question: string, steps: readonly StepResult[]): ReportUnit[] {
  const best = ranked[0]
  if (best === undefined) return []
  const isFactual = factual.has(questionKind(question))
  const most = isFactual ? 2 : 4
  // A second sentence is let in more easily than a third: one alone seldom answers an open question.
  const floor = (): number => best.score * (isFactual ? 0.82 : chosen.length < 2 ? 0.6 : 0.74)
  const chosen: RankedUnit[] = [best]
  const take = (candidate: RankedUnit | undefined): void => {
    if (candidate === undefined || chosen.length >= most || chosen.some(({ unit }) => unit === candidate.unit)) return
    const main = candidate.unit.profiles.at(-1)
    if (main === undefined) return
    const repeats = chosen.some(({ unit }) => unit.profiles.some((profile) => isNearDuplicate(profile, main)))
    const source = candidate.unit.evidence[0]?.locator.sourceId
    const fromSource = chosen.filter(({ unit }) => unit.evidence[0]?.locator.sourceId === source).length
    if (!repeats && fromSource < 2) chosen.push(candidate)
  }
  const asks = steps.filter(
    ({ step }) => !isComparison(step) && containment(contentStems(step.query), contentStems(question)) >= 0.8,
  )
  for (const { step } of asks)
    if (!chosen.some((item) => item.step.id === step.id))
      take(ranked.find((item) => item.step.id === step.id && item.score >= best.score * 0.6))
  for (const item of ranked) if (item.score >= floor()) take(item)
  return chosen.map(({ unit }) => unit)
}

/** Paragraphs by source, the best source first, each in the order in which the source says it. */
function arrange(units: readonly ReportUnit[]): ReportUnit[][] {
  const bySource = new Map<string, ReportUnit[]>()
  for (const unit of units) {
    const source = unit.evidence[0]?.locator.sourceId ?? ''
    bySource.set(source, [...(bySource.get(source) ?? []), unit])
  }
  const start = (unit: ReportUnit): number => unit.evidence[0]?.locator.start ?? 0
  return [...bySource.values()].map((group) => [...group].sort((a, b) => start(a) - start(b)))
}

function quoteArranged(pen: Pen, units: readonly ReportUnit[], from = 0): ReportSentence[] {
  let paragraph = from
  return arrange(units).flatMap((group) => {
    const sentences = group.flatMap((unit, at) => {
      // A row of a table has no full stop and runs into what follows: it stands by itself.
      if (at > 0 && (isTableRow(unit) || isTableRow(group[at - 1]))) paragraph += 1
      return pen.quote(unit, paragraph)
    })
    paragraph += 1
    return sentences
  })
}

function isTableRow(unit: ReportUnit | undefined): boolean {
  return unit !== undefined && isRow(unit.evidence[0]?.sentence ?? '')
}

function describeConflict(conflict: Conflict, pen: Pen, wording: Wording, paragraph: number): ReportSentence {
  const { report } = wording
  const marks = [...pen.mark(conflict.left), ...pen.mark(conflict.right)]
  const text =
    conflict.kind === 'opposed'
      ? report.opposed(conflict.leftWords, conflict.rightWords)
      : conflict.kind === 'figures'
        ? report.figuresDiffer(conflict.leftWords, conflict.rightWords)
        : report.denied
  return pen.remark(text, paragraph, marks)
}

/** Null where the step found nothing that is not said already. */
function writeSection(pen: Pen, result: StepResult, wording: Wording): ReportSection | null {
  const { step, units } = result
  const best = Math.max(0, ...units.map((unit) => unit.score))
  const isCompared = isComparison(step)
  const fresh = units
    .filter((unit) => !pen.hasSaid(unit))
    .filter((unit) => unit.score >= best * sectionFloor)
    .filter((unit) => !isCompared || compares(unit.evidence.at(-1)?.sentence ?? ''))
    .slice(0, isCompared ? 2 : perSection)
  const conflicts = isCompared ? findConflicts(pen.cited, 3) : []
  const sentences = conflicts.map((conflict, at) => describeConflict(conflict, pen, wording, at))
  if (isCompared && conflicts.length === 0) {
    const sources = new Set(pen.cited.map((item) => item.locator.sourceId)).size
    sentences.push(pen.remark(sources > 1 ? wording.report.noDisagreement : wording.report.nothingToCompare, 0))
  }
  sentences.push(...quoteArranged(pen, fresh, sentences.length))
  if (sentences.length === 0) {
    const above = units.filter((unit) => pen.hasSaid(unit)).flatMap(({ evidence }) => evidence)
    const known = new Set(pen.cited)
    const marks = above.filter((item) => known.has(item)).flatMap((item) => pen.mark(item))
    if (marks.length === 0) return null
    sentences.push(
      pen.remark(
        wording.report.answeredAbove,
        0,
        [...new Set(marks)].sort((a, b) => a - b),
      ),
    )
  }
  return { kind: 'aspect', heading: displayText(step.title), sentences }
}

function writeNotFound(
  pen: Pen,
  input: ReportInput,
  empty: ReadonlySet<PlanStepDraft>,
  question: string,
  wording: Wording,
): ReportSection {
  const texts: string[] = []
  if (input.partial) texts.push(wording.report.partial)
  for (const { step, findings } of input.steps) {
    if (step.skipped) texts.push(wording.report.stepSkipped(step.title))
    else if (findings === null) texts.push(wording.report.stepUnfinished(step.title))
    else if (findings.evidence.length === 0 && !isComparison(step))
      texts.push(wording.report.stepEmpty(step.title, findings.found))
    else if (empty.has(step)) texts.push(wording.report.stepFoundNothing(step.title, findings.found))
  }
  const missing = missingTerms(question, pen.cited, 6)
  if (pen.cited.length > 0 && missing.length > 0) texts.push(wording.report.termsMissing(missing))
  if (texts.length === 0 && pen.cited.length > 0) texts.push(wording.report.nothingMissing)
  if (texts.length === 0) texts.push(wording.report.noAnswer)
  return { kind: 'notFound', heading: wording.notFound, sentences: texts.map((text, at) => pen.remark(text, at)) }
}

function writeSources(pen: Pen, wording: Wording): ReportSection {
  const bySource = new Map<string, { name: string; title: string; numbers: number[] }>()
  for (const citation of pen.registry.citations()) {
    const title = (citation.sourceTitle ?? citation.sourceName).replace(/\s+\.$/, '')
    const entry = bySource.get(citation.locator.sourceId) ?? { name: citation.sourceName, title, numbers: [] }
    entry.numbers.push(citation.n)
    bySource.set(citation.locator.sourceId, entry)
  }
  const sentences = [...bySource.values()].map(({ name, title, numbers }, at) =>
    pen.remark(title === name ? name : wording.report.source(title, name), at, numbers),
  )
  return { kind: 'sources', heading: wording.sources, sentences }
}

/** Writes the report: the answer first, then a section for each step, what was not found, and the sources. */
export async function writeReport(
  ports: ExtractivePorts,
  view: LibraryView,
  input: ReportInput,
  options: ReasoningOptions,
  writtenAt: Date,
): Promise<ReportView> {
  const question = workingQuestion(input.inquiry)
  const language = languageOf(question)
  const wording = wordingFor(language)
  const pen = new Pen(createCitationRegistry())
  const results: StepResult[] = input.steps.map(({ step, findings }) => ({
    step,
    findings,
    units: findings === null || step.skipped ? [] : unitsOf(findings.evidence),
  }))
  options.onProgress?.(0, results.length + 1)
  const ranked = await rankForQuestion(ports, view, question, results, options.signal)
  const answer = chooseSummary(
    ranked.filter(
      ({ step, unit }) => !isComparison(step) && (!isTableRow(unit) || ranked.every((item) => isTableRow(item.unit))),
    ),
    question,
    results,
  )
  const summary = answer.flatMap((unit) => pen.quote(unit, 0))
  if (summary.length === 0) summary.push(pen.remark(wording.report.noAnswer, 0))
  const sections: ReportSection[] = [{ kind: 'summary', heading: wording.inShort, sentences: summary }]
  const empty = new Set<PlanStepDraft>()
  results.forEach((result, at) => {
    if (result.findings !== null && !result.step.skipped && pen.cited.length > 0) {
      const section = writeSection(pen, result, wording)
      if (section === null) empty.add(result.step)
      else sections.push(section)
    }
    options.onProgress?.(at + 1, results.length + 1)
  })
  sections.push(writeNotFound(pen, input, empty, question, wording))
  if (pen.cited.length > 0) sections.push(writeSources(pen, wording))
  const claims = sections.flatMap((section) => section.sentences).filter((sentence) => sentence.method !== 'none')
  options.onProgress?.(results.length + 1, results.length + 1)
  return {
    title: displayText(tidyQuestion(question)),
    language,
    sections,
    citations: pen.registry.citations(),
    droppedCitations: pen.registry.dropped,
    supported: 0,
    claims: claims.length,
    partial: input.partial,
    writtenAt: writtenAt.toISOString(),
  }
}

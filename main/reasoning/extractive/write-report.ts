import { keyOfPlace, nameOfPlace, originOfPlace } from '../../../contract/place'
import { isClaim, type ReportSection, type ReportSentence, type ReportView } from '../../../contract/report'
import type { RemarkFact } from '../../../contract/report-facts'
import { createCitationRegistry } from '../citations/registry'
import type { EngineStep, ReasoningOptions, ReportInput, StepFindings } from '../port'
import { type QuestionKind, questionKind } from '../question/kind'
import { isPartOf } from '../question/subject'
import { isRow } from '../sentences/quality'
import { scoreCandidates } from '../sentences/score'
import { displayText } from '../text/display'
import { languageOf } from '../text/language'
import { containment, isNearDuplicate } from '../text/similarity'
import { contentStems } from '../text/words'
import { wordingFor } from '../wording'
import { compares, findConflicts, isComparison } from './comparison'
import { embedCovered } from './embed-covered'
import type { LibraryView } from './library-view'
import { missingTerms } from './missing-terms'
import type { ExtractivePorts } from './ports'
import { SentenceWriter } from './sentence-writer'
import { type ReportUnit, scorableOf, unitsOf } from './units'
import { tidyQuestion, workingQuestion } from './working-question'

/** Runs of a section, its sentences at most, and the share of the step's best score that a run must reach. */
const runsPerSection = { question: 3, theme: 2 } as const
const sentencesPerSection = 8
const sectionFloor = 0.8
/** What a theme still has to say once the rest stands above must be nearly as good as the best it had. */
const themeFloor = 0.82
/** Sentences of the summary at most; the first run may be this long. */
const summarySentences = { open: 6, factual: 3 } as const
const firstRun = 4
/** Rows of a database that the summary tells. */
const answeredRows = 20
/** Questions with one short answer get a short summary. */
const factual: ReadonlySet<QuestionKind> = new Set(['person', 'time', 'place', 'quantity'])

interface StepResult {
  readonly step: EngineStep
  /** True for a step that asks more than the question does. */
  readonly isTheme: boolean
  readonly findings: StepFindings | null
  readonly units: readonly ReportUnit[]
}

/** A unit with its worth for the whole question. */
interface RankedUnit {
  readonly unit: ReportUnit
  readonly step: EngineStep
  readonly score: number
  /** Its worth for its own step, with what it has for the whole question. */
  readonly answer: number
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
    return unit.evidence.length === 0 ? null : scorableOf(unit.evidence, share)
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
  const ranks = all.map((item, at) => {
    const score = scored[at]?.score ?? 0
    return { ...item, score, answer: 0.75 * item.unit.score + 0.25 * score }
  })
  return ranks.sort((a, b) => b.score - a.score)
}

/**
 * The direct answer: the best run for what is asked first, then a short one for each other aspect, then whatever is
 * about as good, sources mixed.
 */
function chooseSummary(ranked: readonly RankedUnit[], question: string, steps: readonly StepResult[]): ReportUnit[] {
  const isFactual = factual.has(questionKind(question))
  const most = isFactual ? summarySentences.factual : summarySentences.open
  const chosen: RankedUnit[] = []
  let sentences = 0
  const take = (candidate: RankedUnit | undefined): void => {
    if (candidate === undefined || chosen.some(({ unit }) => unit === candidate.unit)) return
    if (sentences > 0 && sentences + candidate.unit.evidence.length > most) return
    const repeats = chosen.some(({ unit }) =>
      unit.profiles.some((profile) => candidate.unit.profiles.some((own) => isNearDuplicate(own, profile))),
    )
    const origin = originOf(candidate.unit)
    if (repeats || chosen.filter(({ unit }) => originOf(unit) === origin).length >= 2) return
    chosen.push(candidate)
    sentences += candidate.unit.evidence.length
  }
  const asks = steps.filter(({ step }) => !isComparison(step) && isPartOf(question, step.query))
  // A step of its own asks better than the whole question; its best short run is the answer to it.
  for (const [at, { step }] of asks.entries()) {
    const own = ranked.filter((item) => item.step.id === step.id).sort((a, b) => b.answer - a.answer)
    const best = own[0]
    if (best === undefined) continue
    const room = at === 0 ? firstRun : 2
    const short = own.find(({ unit, answer }) => unit.evidence.length <= room && answer >= best.answer * 0.85)
    take(short ?? best)
  }
  const best = chosen[0] ?? ranked[0]
  if (chosen.length === 0) take(ranked[0])
  // Each aspect has its answer: what is merely near the whole question would only dilute them.
  if (chosen.length >= 2 && chosen.length >= asks.length && asks.length >= 2) return chosen.map(({ unit }) => unit)
  for (const item of ranked)
    if (best !== undefined && item.score >= best.score * (isFactual ? 0.85 : chosen.length < 2 ? 0.68 : 0.8)) take(item)
  return chosen.map(({ unit }) => unit)
}

function originOf(unit: ReportUnit): string {
  const [first] = unit.evidence
  return first === undefined ? '' : originOfPlace(first.place)
}

/** Paragraphs by source, the best source first, each in the order in which the source says it. */
function arrange(units: readonly ReportUnit[]): ReportUnit[][] {
  const byOrigin = new Map<string, ReportUnit[]>()
  for (const unit of units) byOrigin.set(originOf(unit), [...(byOrigin.get(originOf(unit)) ?? []), unit])
  const start = (unit: ReportUnit): number => {
    const place = unit.evidence[0]?.place
    return place?.kind === 'source' ? place.start : place?.kind === 'query' ? (place.row ?? 0) : 0
  }
  return [...byOrigin.values()].map((group) => [...group].sort((a, b) => start(a) - start(b)))
}

function follows(before: ReportUnit | undefined, after: ReportUnit): boolean {
  const last = before?.evidence.at(-1)?.place
  const first = after.evidence[0]?.place
  if (last?.kind !== 'source' || first?.kind !== 'source') return false
  return last.lineEnd === first.lineStart && first.start - last.end <= 4
}

/** A paragraph for each run; runs that follow each other in their source make one. */
function quoteArranged(writer: SentenceWriter, units: readonly ReportUnit[], from = 0): ReportSentence[] {
  let paragraph = from - 1
  return arrange(units).flatMap((group) =>
    group.flatMap((unit, at) => {
      if (at === 0 || !follows(group[at - 1], unit)) paragraph += 1
      if (!isTableRow(unit)) return writer.quote(unit, paragraph)
      // A row has no full stop and runs into what follows: each stands by itself.
      const rows = writer.quote(unit, paragraph)
      return rows.map((row, place) => {
        if (place > 0) paragraph += 1
        return { ...row, paragraph }
      })
    }),
  )
}

function isTableRow(unit: ReportUnit | undefined): boolean {
  return unit !== undefined && isRow(unit.evidence[0]?.sentence ?? '')
}

/** How good each sentence is for its step, against the best one there. */
function relativeScores({ units }: StepResult): Map<string, number> {
  const best = Math.max(1e-9, ...units.map((unit) => unit.score))
  return new Map(
    units.flatMap((unit) => unit.evidence.map((item) => [keyOfPlace(item.place), unit.score / best] as const)),
  )
}

/** By how much a later section must want a run more to get it. */
const betterElsewhere = 0.02

/** The best runs that are not said yet and that no later section wants more, as many as a section bears. */
function chooseRuns(
  writer: SentenceWriter,
  { step, units, isTheme }: StepResult,
  later: readonly StepResult[],
): ReportUnit[] {
  const wanted = later.filter((result) => !isComparison(result.step)).map(relativeScores)
  const isWantedMore = (unit: ReportUnit, own: number): boolean =>
    wanted.some((scores) =>
      unit.evidence.some((item) => (scores.get(keyOfPlace(item.place)) ?? 0) > own + betterElsewhere),
    )
  const best = Math.max(0, ...units.map((unit) => unit.score))
  const isCompared = isComparison(step)
  const fresh = units
    .filter((unit) => !writer.hasSaid(unit))
    .filter((unit) => unit.score >= best * (isTheme ? themeFloor : sectionFloor))
    .filter((unit) => !isWantedMore(unit, unit.score / Math.max(1e-9, best)))
    .filter((unit) => !isCompared || unit.evidence.some((item) => compares(item.sentence)))
  const chosen: ReportUnit[] = []
  let sentences = 0
  for (const unit of fresh) {
    const isLong = chosen.length > 0 && sentences + unit.evidence.length > sentencesPerSection
    const repeats = chosen.some((other) =>
      other.profiles.some((profile) => unit.profiles.some((own) => isNearDuplicate(own, profile))),
    )
    if (isLong || repeats) continue
    if (chosen.length === (isTheme || isCompared ? runsPerSection.theme : runsPerSection.question)) break
    chosen.push(unit)
    sentences += unit.evidence.length
  }
  return chosen
}

/** Null where the step has nothing that is not said already. */
function writeSection(writer: SentenceWriter, result: StepResult, later: readonly StepResult[]): ReportSection | null {
  const runs = chooseRuns(writer, result, later)
  const conflicts = isComparison(result.step) ? findConflicts(writer.cited, 3) : []
  const sentences: ReportSentence[] = conflicts.map(({ left, right, fact }, at) =>
    writer.remark(fact, at, [...writer.mark(left), ...writer.mark(right)]),
  )
  sentences.push(...quoteArranged(writer, runs, sentences.length))
  return sentences.length === 0 ? null : { kind: 'aspect', heading: titleOf(result.step), sentences }
}

const titleOf = ({ title }: EngineStep): string => displayText(title)

function hasEvidence(findings: StepFindings | null): boolean {
  return findings !== null && findings.evidence.length > 0
}

function writeNotFound(
  writer: SentenceWriter,
  input: ReportInput,
  empty: ReadonlySet<EngineStep>,
  question: string,
): ReportSection {
  const facts: RemarkFact[] = []
  if (input.partial) facts.push({ kind: 'stoppedEarly', values: {} })
  const { wider } = wordingFor(languageOf(question)).plan
  // What a wider search found is not missing; what it did not find either is said once.
  const isSaidByAnother = ({ title }: EngineStep): boolean =>
    input.steps.some(
      ({ step, findings }) => wider(step.title) === title || (step.title === wider(title) && hasEvidence(findings)),
    )
  for (const { step, findings } of input.steps) {
    const title = titleOf(step)
    if (step.skipped) facts.push({ kind: 'stepLeftOut', values: { title } })
    else if (findings === null) facts.push({ kind: 'stepUnfinished', values: { title } })
    else if (findings.evidence.length === 0 && !isComparison(step) && !isSaidByAnother(step))
      facts.push({ kind: 'stepEmpty', values: { title, passages: findings.found } })
  }
  const spent = [...empty].filter(
    (step) =>
      !isComparison(step) &&
      !isPartOf(question, step.query) &&
      input.steps.some((item) => item.step === step && hasEvidence(item.findings)),
  )
  if (spent.length > 0) facts.push({ kind: 'nothingMore', values: { titles: spent.map(titleOf) } })
  if ([...empty].some(isComparison)) facts.push({ kind: 'noDisagreement', values: {} })
  // A database or service was asked what each word of the question means in it.
  const isAsked = writer.cited.some(({ place }) => place.kind !== 'source')
  const terms = isAsked ? [] : missingTerms(question, writer.cited, 6)
  if (writer.cited.length > 0 && terms.length > 0) facts.push({ kind: 'termsMissing', values: { terms } })
  if (facts.length === 0)
    facts.push({ kind: writer.cited.length > 0 ? 'nothingMissing' : 'nothingAnswers', values: {} })
  return { kind: 'notFound', sentences: facts.map((fact, at) => writer.remark(fact, at)) }
}

function writeSources(writer: SentenceWriter): ReportSection {
  const byOrigin = new Map<string, { title: string; name: string | null; numbers: number[] }>()
  for (const citation of writer.registry.citations()) {
    const { place } = citation
    const title = displayText(nameOfPlace(place).replace(/(?<!\s)\s+\.$/, ''))
    const name = place.kind === 'source' ? displayText(place.sourceName) : title
    const entry = byOrigin.get(originOfPlace(place)) ?? { title, name: name === title ? null : name, numbers: [] }
    entry.numbers.push(citation.n)
    byOrigin.set(originOfPlace(place), entry)
  }
  const sentences = [...byOrigin.values()].map(({ numbers, ...values }, at) =>
    writer.remark({ kind: 'originCited', values }, at, numbers),
  )
  return { kind: 'sources', sentences }
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
  const writer = new SentenceWriter(createCitationRegistry())
  const results: StepResult[] = input.steps.map(({ step, findings }) => ({
    step,
    findings,
    isTheme: !isPartOf(question, step.query),
    units: findings === null || step.skipped ? [] : unitsOf(findings.evidence),
  }))
  options.onProgress?.(0, results.length + 1)
  const ranked = await rankForQuestion(ports, view, question, results, options.signal)
  // What a database or service answered is the answer: what documents say beside it stands in the sections.
  const queried = results.flatMap(({ units }) =>
    units.filter(({ evidence: [first] }) => first !== undefined && first.place.kind !== 'source'),
  )
  const answer =
    queried.length > 0
      ? queried.slice(0, answeredRows)
      : chooseSummary(
          ranked.filter(
            ({ step, unit }) =>
              !isComparison(step) && (!isTableRow(unit) || ranked.every((item) => isTableRow(item.unit))),
          ),
          question,
          results,
        )
  const summary: ReportSentence[] = answer.flatMap((unit, at) => writer.quote(unit, at))
  if (summary.length === 0) summary.push(writer.remark({ kind: 'nothingAnswers', values: {} }, 0))
  const sections: ReportSection[] = [{ kind: 'summary', sentences: summary }]
  const empty = new Set<EngineStep>()
  results.forEach((result, at) => {
    if (result.findings !== null && !result.step.skipped && writer.cited.length > 0) {
      const section = writeSection(writer, result, results.slice(at + 1))
      if (section === null) empty.add(result.step)
      else sections.push(section)
    }
    options.onProgress?.(at + 1, results.length + 1)
  })
  sections.push(writeNotFound(writer, input, empty, question))
  if (writer.cited.length > 0) sections.push(writeSources(writer))
  const claims = sections.flatMap((section) => section.sentences).filter(isClaim)
  options.onProgress?.(results.length + 1, results.length + 1)
  return {
    title: displayText(tidyQuestion(question)),
    language: languageOf(question),
    sections,
    citations: writer.registry.citations(),
    droppedCitations: writer.registry.dropped,
    supported: 0,
    claims: claims.length,
    partial: input.partial,
    writtenAt: writtenAt.toISOString(),
  }
}

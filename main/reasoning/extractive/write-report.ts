import { nameOfPlace, originOfPlace } from '../../../contract/report/place'
import {
  claimsIn,
  isClaim,
  type ReportSection,
  type ReportSentence,
  type ReportView,
} from '../../../contract/report/report'
import type { RemarkFact } from '../../../contract/report/report-facts'
import { type Background, displayText, groupBy, isPartOf, languageOf, questionKind } from '../../language'
import { createCitationRegistry } from '../citations/registry'
import { sourcesSection } from '../citations/sources-section'
import {
  type EngineStep,
  type Evidence,
  isFromSource,
  type ReasoningOptions,
  type ReportInput,
  type StepFindings,
} from '../port'
import { contrastIn } from '../sentences/sides'
import { wordingFor } from '../wording'
import {
  answeredRows,
  chooseContrasts,
  chooseRest,
  chooseRuns,
  isCode,
  isTableRow,
  originOf,
  repeats,
  type StepResult,
  withoutSaid,
} from './choose-units'
import { type ComparedSides, comparedSides } from './compared-sides'
import { findConflicts, isComparison } from './comparison'
import { isProcessed } from './gaps'
import { missingTerms, shareMentioned } from './missing-terms'
import { quoteArranged } from './quote-arranged'
import { SentenceWriter } from './sentence-writer'
import { type ReportUnit, unitsOf } from './units'
import { tidyQuestion, workingQuestion } from './working-question'

/** Sentences of sources in the whole report, and in the section of a theme at most. */
const reportSentences = 24
const themeSentences = 4
/** Share of the question's words that a text has to mention where a database or service answered. */
const leastBesideRows = 0.6

/** Sources that a review goes through at most. */
const reviewedSources = 10

/** What each source says, the one with the best evidence first, under who wrote it and when. */
function reviewBySource(
  writer: SentenceWriter,
  results: readonly StepResult[],
  { citedAs }: Pick<ReportInput, 'citedAs'>,
): ReportSection[] {
  const units = results.flatMap((result) => result.units).sort((one, other) => other.score - one.score)
  writer.startAnew()
  return [...groupBy(units, originOf).values()].slice(0, reviewedSources).flatMap((own): ReportSection[] => {
    const chosen: ReportUnit[] = []
    for (const unit of own) {
      const isRoom = chosen.flatMap(({ evidence }) => evidence).length + unit.evidence.length <= themeSentences
      if (isRoom && !writer.hasSaid(unit) && !chosen.some((other) => repeats(unit, other))) chosen.push(unit)
    }
    const place = own[0]?.evidence[0]?.place
    const sentences = quoteArranged(writer, chosen)
    if (place === undefined || sentences.length === 0) return []
    const known = place.kind === 'source' ? citedAs?.get(place.sourceId) : undefined
    return [{ kind: 'aspect', heading: displayText(known ?? nameOfPlace(place)), sentences }]
  })
}

const conflictsTold = (writer: SentenceWriter): ReportSentence[] =>
  // Figures of code contradict nothing.
  findConflicts(
    writer.cited.filter((one) => !isCode(one)),
    3,
  ).map(({ left, right, fact }, at) => writer.remark(fact, at, [...writer.mark(left), ...writer.mark(right)]))

/** Null where the step has nothing that is not said already. */
function writeSection(writer: SentenceWriter, result: StepResult, room: number): ReportSection | null {
  const runs = chooseRuns(writer, result, room)
  const sentences = isComparison(result.step) ? conflictsTold(writer) : []
  sentences.push(...quoteArranged(writer, runs, sentences.length))
  return sentences.length === 0 ? null : { kind: 'aspect', heading: titleOf(result.step), sentences }
}

const titleOf = ({ title }: EngineStep): string => displayText(title)

function hasEvidence(findings: StepFindings | null): boolean {
  return findings !== null && findings.evidence.length > 0
}

const disagreement: ReadonlySet<RemarkFact['kind']> = new Set(['directionsDiffer', 'figuresDiffer', 'oneDeniesOther'])

function writeNotFound(
  writer: SentenceWriter,
  input: ReportInput,
  empty: ReadonlySet<EngineStep>,
  question: string,
  sections: readonly ReportSection[],
  compared: ComparedSides | null,
  background: Background | null,
): ReportSection {
  const facts: RemarkFact[] = []
  // The table of what is compared says of a side, and of both, what its own step did not find.
  const isInTable = (title: string): boolean =>
    compared !== null && (compared.names.includes(title) || compared.names.every((name) => title.includes(name)))
  if (input.partial) facts.push({ kind: 'stoppedEarly', values: {} })
  const { wider, direct } = wordingFor(languageOf(question)).plan
  // What a wider search found is not missing; what it did not find either is said once.
  const isSaidByAnother = ({ title }: EngineStep): boolean =>
    input.steps.some(
      ({ step, findings }) => wider(step.title) === title || (step.title === wider(title) && hasEvidence(findings)),
    )
  const isAsked = writer.cited.some((one) => !isFromSource(one))
  // What was asked of a database as a whole lacks no part of it.
  const isAnswered = isAsked && !input.steps.some(({ asksPart }) => asksPart === true)
  for (const { step, findings } of input.steps) {
    const title = step.title === direct ? displayText(tidyQuestion(question)) : titleOf(step)
    if (step.skipped) facts.push({ kind: 'stepLeftOut', values: { title } })
    else if (findings === null) facts.push({ kind: 'stepUnfinished', values: { title } })
    else if (findings.evidence.length > 0 || isComparison(step)) continue
    else if (step.type === 'processing') facts.push({ kind: 'nothingCalculated', values: { title } })
    else if (!isAnswered && !isSaidByAnother(step) && !isInTable(title) && !isProcessed(step, input.steps))
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
  const terms = isAsked ? [] : missingTerms(question, writer.cited, 6, background)
  if (writer.cited.length > 0 && terms.length > 0) facts.push({ kind: 'termsMissing', values: { terms } })
  const disagreements = [...sections.flatMap(({ sentences }) => sentences)].filter(
    (one) => !isClaim(one) && disagreement.has(one.fact.kind),
  ).length
  if (disagreements > 0) facts.push({ kind: 'sourcesDisagree', values: { count: disagreements } })
  const origins = new Map(writer.registry.citations().map(({ place }) => [originOfPlace(place), nameOfPlace(place)]))
  const [only] = origins.values()
  if (input.inquiry.mode !== 'quick' && only !== undefined && origins.size === 1)
    facts.push({ kind: 'restsOnOne', values: { title: displayText(only) } })
  if (facts.length === 0)
    facts.push({ kind: writer.cited.length > 0 ? 'nothingMissing' : 'nothingAnswers', values: {} })
  return { kind: 'notFound', sentences: facts.map((fact, at) => writer.remark(fact, at)) }
}

/** Whether a database or service answered it. */
const isQueried = ({ evidence: [first] }: ReportUnit): boolean => first !== undefined && !isFromSource(first)

/**
 * Writes the report: the answer first, then a section for each step, what was not found, and the sources.
 * @param nearest what comes near a question that nothing answers
 */
export function writeReport(
  input: ReportInput,
  options: ReasoningOptions,
  writtenAt: Date,
  background: Background | null,
  nearest: readonly Evidence[] = [],
): ReportView {
  const question = workingQuestion(input.inquiry)
  const isQuick = input.inquiry.mode === 'quick'
  const { template = 'report' } = input
  const found = [...input.steps.flatMap(({ findings }) => findings?.evidence ?? []), ...(input.pinned ?? [])]
  const writer = new SentenceWriter(createCitationRegistry(), found, question)
  const results: StepResult[] = input.steps.map(({ step, findings }) => ({
    step,
    findings,
    isTheme: !isPartOf(question, step.query),
    units: findings === null || step.skipped ? [] : unitsOf(findings.evidence),
  }))
  options.onProgress?.(0, results.length + 1)
  // What a database or service answered is the answer: what documents say beside it stands in the sections.
  const queried = results.flatMap(({ units }) => units.filter(isQueried).slice(0, answeredRows))
  // Where resources were asked parts of the question, documents answer the others.
  const asksParts = input.steps.some(({ asksPart }) => asksPart === true)
  const leftToDocuments = results
    .filter(({ step, isTheme, units }) => asksParts && !isTheme && !isComparison(step) && !units.some(isQueried))
    // Rows of tables are what a database is asked for.
    .map((result) => ({ ...result, units: result.units.filter((unit) => !isTableRow(unit)) }))
  // Rows of a database need no sentences that set them against each other.
  const contrast = queried.length > 0 ? null : contrastIn(question)
  const opening = contrast === null ? [] : chooseContrasts(results, contrast)
  const unsaid = withoutSaid(results, opening)
  const compared =
    contrast === null
      ? null
      : comparedSides(
          contrast.sides,
          unsaid.flatMap(({ units }) => units),
        )
  const summary: ReportSentence[] = opening.flatMap((unit, at) => writer.quote(unit, at))
  const rows = compared?.rows.length ?? 0
  const table = (compared?.rows ?? []).flatMap((cells, row) =>
    cells.flatMap((units, side) =>
      units.flatMap((unit) => writer.quote(unit, opening.length + cells.length * row + side)),
    ),
  )
  summary.push(...table)
  const answer =
    queried.length > 0
      ? [...queried, ...chooseRest(leftToDocuments, null, summary, template)]
      : chooseRest(unsaid, compared, summary, template)
  summary.push(...answer.flatMap((unit, at) => writer.quote(unit, opening.length + 2 * rows + at)))
  if (summary.length === 0) {
    summary.push(writer.remark({ kind: 'nothingAnswers', values: {} }, 0))
    const titles = (input.nearby ?? []).map(displayText)
    if (titles.length > 0) summary.push(writer.remark({ kind: 'holdsNearby', values: { titles } }, 1))
  }
  const isHow =
    contrast === null &&
    (questionKind(question) === 'manner' || results.some(({ step }) => questionKind(step.query) === 'manner'))
  const sections: ReportSection[] = [
    {
      kind: 'summary',
      sentences: summary,
      ...(isHow && { tellsSteps: true }),
      ...(compared && { compares: { sides: [...compared.names], rows, opening: opening.length } }),
    },
  ]
  const empty = new Set<EngineStep>()
  results.forEach((result, at) => {
    // Beside a number that was asked for and found, themes of documents say nothing that anybody asked.
    const isWanted = !isQuick && template === 'report' && (queried.length === 0 || !result.isTheme)
    if (result.findings !== null && !result.step.skipped && writer.cited.length > 0 && isWanted) {
      const isBeside = result.isTheme || isComparison(result.step)
      const asked = results.slice(at).filter((later) => !later.isTheme && !isComparison(later.step)).length
      const reserved = results.slice(at).filter((later) => later.isTheme).length * themeSentences
      const left = Math.max(0, reportSentences - writer.cited.length)
      const isOnlyBesideRows = queried.length > 0 && !leftToDocuments.some(({ step }) => step === result.step)
      const room =
        isBeside || isOnlyBesideRows
          ? Math.min(themeSentences, left)
          : Math.max(0, Math.floor((left - reserved) / asked))
      // A table that was asked says of its rows what was asked for; beside it, a text is worth reading that speaks of most of it.
      const isBesideRows = (unit: ReportUnit): boolean =>
        !isTableRow(unit) && shareMentioned(question, unit.evidence) >= leastBesideRows
      const units = isOnlyBesideRows ? result.units.filter(isBesideRows) : result.units
      const section = writeSection(writer, { ...result, units }, room)
      if (section === null) empty.add(result.step)
      else sections.push(section)
    }
    options.onProgress?.(at + 1, results.length + 1)
  })
  if (template === 'review' && !isQuick) sections.push(...reviewBySource(writer, results, input))
  const differing = template === 'report' || isQuick ? [] : conflictsTold(writer)
  if (differing.length > 0) sections.push({ kind: 'differing', sentences: differing })
  const pinned = quoteArranged(writer, unitsOf(input.pinned ?? []))
  if (pinned.length > 0) sections.push({ kind: 'pinned', sentences: pinned })
  const notFound = writeNotFound(writer, input, empty, question, sections, compared, background)
  // A quick answer is brief: that nothing was missed goes without saying.
  if (!isQuick || notFound.sentences.some((one) => !isClaim(one) && one.fact.kind !== 'nothingMissing'))
    sections.push(notFound)
  if (nearest.length > 0) {
    const [first, ...quoted] = [
      writer.remark({ kind: 'mayNotAnswer', values: {} }, 0),
      ...quoteArranged(writer, unitsOf(nearest), 1),
    ]
    if (quoted.length > 0) sections.splice(1, 0, { kind: 'nearby', sentences: [first, ...quoted] })
  }
  if (writer.cited.length > 0) sections.push(sourcesSection(writer.registry.citations()))
  const claims = claimsIn(sections)
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

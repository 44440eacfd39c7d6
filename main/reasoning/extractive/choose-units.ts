import { stepsOf, toldSteps } from '../../../contract/report/ordered-steps'
import { originOfPlace } from '../../../contract/report/place'
import type { ReportSentence, ReportTemplate } from '../../../contract/report/report'
import { groupBy } from '../../language'
import { type EngineStep, type Evidence, isFromSource, type StepFindings } from '../port'
import { isRow } from '../sentences/quality'
import { answersContrast, type Contrast, namesBoth } from '../sentences/sides'
import type { ComparedSides } from './compared-sides'
import { compares, isComparison } from './comparison'
import type { SentenceWriter } from './sentence-writer'
import { type ReportUnit, saidOf, saysTheSame } from './units'

/** Sentences of sources in the summary at most. */
const summarySentences = { report: 8, brief: 5, review: 3 } as const satisfies Record<ReportTemplate, number>
/** Rows of a database, or of a source's table, that the summary tells. */
export const answeredRows = 20

export interface StepResult {
  readonly step: EngineStep
  /** True for a step that asks more than the question does. */
  readonly isTheme: boolean
  readonly findings: StepFindings | null
  readonly units: readonly ReportUnit[]
}

/** Results without what is said already. */
export const withoutSaid = (results: readonly StepResult[], said: readonly ReportUnit[]): StepResult[] =>
  results.map((result) => ({
    ...result,
    units: result.units.filter((unit) => !said.some((other) => repeats(unit, other))),
  }))

/** The direct answer: the best runs for each part of the question in turn, none that repeats another. */
function chooseSummary(results: readonly StepResult[], most: number): ReportUnit[] {
  const asks = results.filter(({ step, isTheme }) => !isTheme && !isComparison(step))
  const lines = (asks.length > 0 ? asks : results).map(({ units }) => [...units])
  const chosen: ReportUnit[] = []
  /** Rows of one source are together; everything else is by itself. */
  const tableOf = (unit: ReportUnit): string | ReportUnit => (isTableRow(unit) ? originOf(unit) : unit)
  let sentences = 0
  while (lines.some((units) => units.length > 0)) {
    for (const units of lines) {
      const unit = units.shift()
      if (unit === undefined || chosen.some((other) => repeats(unit, other))) continue
      const rows = chosen.filter((other) => tableOf(other) === tableOf(unit)).length
      // A table is read at a glance: its further rows take no sentence's place.
      const taken = rows > 0 ? 0 : isProcedure(unit) ? 1 : unit.evidence.length
      if (rows >= answeredRows || (sentences > 0 && sentences + taken > most)) continue
      chosen.push(unit)
      sentences += taken
    }
  }
  return [...groupBy(chosen, tableOf).values()].flat()
}

/** Sentences that set the two sides of a comparison against each other above their table, and that name both below it. */
const openingContrasts = 4
const comparingSentences = 2

/** What says how the two sides differ, the best first. */
export function chooseContrasts(results: readonly StepResult[], { sides, query }: Contrast): ReportUnit[] {
  const units = results.filter(({ step }) => step.query === query).flatMap((result) => result.units)
  const isAnswer = ({ evidence: [first], profiles }: ReportUnit): boolean => {
    if (first === undefined || !isFromSource(first)) return false
    const { headingPath, sourceTitle } = first.place
    const above = [headingPath.at(-1) ?? '']
    return profiles.some((said) => answersContrast(sides, { said, above, title: sourceTitle ?? '' }))
  }
  const chosen: ReportUnit[] = []
  for (const unit of units.filter(isAnswer).slice(0, 2)) {
    const sentences = chosen.flatMap(({ evidence }) => evidence).length
    if (sentences === 0 || sentences + unit.evidence.length <= openingContrasts) chosen.push(unit)
  }
  return chosen
}

/** The rest of the summary; below a table of what is compared, what speaks of both. */
export function chooseRest(
  results: readonly StepResult[],
  compared: ComparedSides | null,
  said: readonly ReportSentence[],
  template: ReportTemplate,
): ReportUnit[] {
  const room = summarySentences[template] - said.length
  if (compared === null) return chooseSummary(results, room)
  const both = results.map((result) => ({
    ...result,
    units: result.units.filter(({ profiles }) => profiles.some((said) => namesBoth(compared.sides, said))),
  }))
  return chooseSummary(both, Math.max(comparingSentences, room))
}

/** Steps in the order of their source: a procedure takes the room of a sentence, since half of one is none. */
function isProcedure({ evidence }: ReportUnit): boolean {
  const texts = evidence.map(({ sentence }) => sentence)
  return (stepsOf(texts, (text) => text) ?? toldSteps(texts)) !== null
}

export function repeats(unit: ReportUnit, other: ReportUnit): boolean {
  const said = saidOf(other)
  return saidOf(unit).some((own) => said.some((one) => saysTheSame(own, one)))
}

export function originOf(unit: ReportUnit): string {
  const [first] = unit.evidence
  return first === undefined ? '' : originOfPlace(first.place)
}

export const isCode = ({ place }: Evidence): boolean => place.kind === 'source' && place.symbol !== undefined

export function isTableRow(unit: ReportUnit | undefined): boolean {
  const [first] = unit?.evidence ?? []
  return first !== undefined && !isCode(first) && isRow(first.sentence)
}

/** The best runs of a step that are not said yet, as far as there is room for their sentences. */
export function chooseRuns(writer: SentenceWriter, { step, units }: StepResult, room: number): ReportUnit[] {
  const isCompared = isComparison(step)
  const chosen: ReportUnit[] = []
  let sentences = 0
  for (const unit of units) {
    if (sentences + unit.evidence.length > room || writer.hasSaid(unit)) continue
    if (isCompared && !unit.evidence.some((item) => compares(item.sentence))) continue
    if (chosen.some((other) => repeats(unit, other))) continue
    chosen.push(unit)
    sentences += unit.evidence.length
  }
  return chosen
}

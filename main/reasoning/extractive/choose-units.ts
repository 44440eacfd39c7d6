import { stepsOf, toldSteps } from '../../../contract/ordered-steps'
import { originOfPlace } from '../../../contract/place'
import type { ReportSentence, ReportTemplate } from '../../../contract/report'
import { groupBy, isNearDuplicate } from '../../language'
import type { EngineStep, Evidence, StepFindings } from '../port'
import { isRow } from '../sentences/quality'
import type { ComparedSides } from './compared-sides'
import { compares, isComparison } from './comparison'
import type { SentenceWriter } from './sentence-writer'
import type { ReportUnit } from './units'

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

/** Sentences that name both sides of a comparison, below their table. */
const comparingSentences = 2

/** The summary; below a table of what is compared, what speaks of both. */
export function chooseRest(
  results: readonly StepResult[],
  compared: ComparedSides | null,
  said: readonly ReportSentence[],
  template: ReportTemplate,
): ReportUnit[] {
  const most = summarySentences[template]
  if (compared === null) return chooseSummary(results, most)
  const both = results.map((result) => ({ ...result, units: result.units.filter(compared.namesBoth) }))
  return chooseSummary(both, Math.max(comparingSentences, most - said.length))
}

/** Steps in the order of their source: a procedure takes the room of a sentence, since half of one is none. */
function isProcedure({ evidence }: ReportUnit): boolean {
  const texts = evidence.map(({ sentence }) => sentence)
  return (stepsOf(texts, (text) => text) ?? toldSteps(texts)) !== null
}

export function repeats(unit: ReportUnit, other: ReportUnit): boolean {
  return unit.profiles.some((own) => other.profiles.some((profile) => isNearDuplicate(own, profile)))
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

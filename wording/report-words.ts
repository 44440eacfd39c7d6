import { isClaim, type ReportSection, type ReportSentence } from '../contract/report/report'
import type { RemarkFact, VerdictReason } from '../contract/report/report-facts'
import type { Speech } from './words'

/** Where a report is read, what an older version wrote into it stands as it was written, without quotes. */
const sayInReport = (fact: RemarkFact | VerdictReason, speech: Speech): string =>
  fact.kind === 'told' ? fact.values.text : speech.fact(fact)

/** The heading of a section: the aspect's own, or that of Quarry's own section. */
export const headingOf = (section: ReportSection, speech: Speech): string =>
  section.kind === 'aspect' ? section.heading : speech.fact({ kind: section.kind, values: {} })

/** The text of a sentence: a claim as it was written, or the words of Quarry's own. */
export const textOf = (sentence: ReportSentence, speech: Speech): string =>
  isClaim(sentence) ? sentence.text : sayInReport(sentence.fact, speech)

/** Why a claim has its verdict; null where nothing is said of it, as of what is no claim. */
export const reasonOf = (sentence: ReportSentence, speech: Speech): string | null =>
  isClaim(sentence) && sentence.reason !== null ? sayInReport(sentence.reason, speech) : null

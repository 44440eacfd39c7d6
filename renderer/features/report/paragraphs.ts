import { isClaim, type ReportSentence } from '../../../contract/report/report'

/** A sentence without the `[n]` marks that its chips stand for. */
export function withoutMarks(text: string): string {
  const whole = text.trim()
  const stop = /[.!?。！？]/u.test(whole.slice(-1)) ? whole.slice(-1) : ''
  let kept = whole.slice(0, whole.length - stop.length).trimEnd()
  while (/\[\d+\]$/.test(kept.slice(-8))) kept = kept.slice(0, kept.lastIndexOf('[')).trimEnd()
  return kept.length + stop.length < whole.length ? kept + stop : whole
}

/** A verdict that a reader has to know of. */
export const isDoubtful = (sentence: ReportSentence): boolean =>
  isClaim(sentence) && (sentence.verdict === 'contradicted' || sentence.verdict === 'insufficient')

/** Whether a paragraph says that a language model wrote without the library: it stands before all that it wrote. */
export const isUnaidedMark = ([first]: readonly ReportSentence[]): boolean =>
  first !== undefined && !isClaim(first) && first.fact.kind === 'writtenUnaided'

/** How that looks: nobody may take what follows for an answer from sources. */
export const unaidedMark = 'rounded-md border border-blocked px-3 py-2 font-sans text-sm leading-snug text-blocked'

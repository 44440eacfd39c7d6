import { isClaim, type ReportSentence } from '../../../contract/report'

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

import { isClaim, type ReportSentence } from '../../../contract/report'

/** A sentence without the `[n]` marks that its chips stand for. */
export function withoutMarks(text: string): string {
  return text.replace(/(?:\s*\[\d+\])+(?=\s*[.!?。！？]?\s*$)/u, '').trim()
}

/** A verdict that a reader has to know of. */
export const isDoubtful = (sentence: ReportSentence): boolean =>
  isClaim(sentence) && (sentence.verdict === 'contradicted' || sentence.verdict === 'insufficient')

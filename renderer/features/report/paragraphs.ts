import { isClaim, type ReportSection, type ReportSentence } from '../../../contract/report'

/** The sentences of a section by paragraph, in the order in which they were written. */
export function paragraphsOf(section: ReportSection): ReportSentence[][] {
  const paragraphs: ReportSentence[][] = []
  let number: number | null = null
  for (const sentence of section.sentences) {
    if (sentence.paragraph !== number) {
      paragraphs.push([])
      number = sentence.paragraph
    }
    paragraphs.at(-1)?.push(sentence)
  }
  return paragraphs
}

/** A sentence without the `[n]` marks that its chips stand for. */
export function withoutMarks(text: string): string {
  return text.replace(/(?:\s*\[\d+\])+(?=\s*[.!?。！？]?\s*$)/u, '').trim()
}

/** A verdict that a reader has to know of. */
export const isDoubtful = (sentence: ReportSentence): boolean =>
  isClaim(sentence) && (sentence.verdict === 'contradicted' || sentence.verdict === 'insufficient')

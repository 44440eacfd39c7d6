import { claimsIn, isClaim, type ReportSentence, type ReportView } from '../../contract/report/report'
import type { RemarkFact } from '../../contract/report/report-facts'

/**
 * An update of a report with what it says otherwise than the version `since`: new sentences are marked, and a section
 * behind the summary tells how many there are, and which are gone. Pure.
 */
export function markChanges(before: ReportView, after: ReportView, since: number): ReportView {
  const said = new Set(claimsIn(before.sections).map(({ text }) => text))
  const says = new Set(claimsIn(after.sections).map(({ text }) => text))
  const gone = [...said].filter((text) => !says.has(text))
  const mark = (sentence: ReportSentence): ReportSentence =>
    isClaim(sentence) && !said.has(sentence.text) ? { ...sentence, isNew: true } : sentence
  const sections = after.sections.map((section) => ({ ...section, sentences: section.sentences.map(mark) }))
  const added = claimsIn(sections).filter(({ isNew }) => isNew).length
  const facts: RemarkFact[] = [
    { kind: 'sentencesChanged', values: { since, added, gone: gone.length } },
    ...gone.map((text): RemarkFact => ({ kind: 'sentenceGone', values: { text } })),
  ]
  const told = facts.map((fact, at) => ({
    id: `change-${at + 1}`,
    citations: [],
    paragraph: at,
    method: 'none' as const,
    fact,
  }))
  return { ...after, sections: sections.toSpliced(1, 0, { kind: 'changes', sentences: told }) }
}

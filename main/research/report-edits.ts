import { QuarryError } from '../../contract/errors'
import {
  type Claim,
  claimsIn,
  type ReportEdit,
  type ReportSection,
  type ReportView,
} from '../../contract/report/report'

type Change = Exclude<ReportEdit, { readonly kind: 'undo' }>

/** Numbers that a sentence of the sections cites, but for the list of sources. */
export const citedIn = (sections: readonly ReportSection[]): ReadonlySet<number> =>
  new Set(
    sections.flatMap(({ kind, sentences }) => (kind === 'sources' ? [] : sentences.flatMap((one) => one.citations))),
  )

/** The sources that are still cited. */
function withoutUncited(sections: readonly ReportSection[]): ReportSection[] {
  const cited = citedIn(sections)
  return sections.flatMap((section) => {
    if (section.kind !== 'sources') return [section]
    const sentences = section.sentences
      .map((one) => ({ ...one, citations: one.citations.filter((n) => cited.has(n)) }))
      .filter(({ citations }) => citations.length > 0)
    return sentences.length === 0 ? [] : [{ ...section, sentences }]
  })
}

/**
 * The sections of a report as a person changed them; `check` answers an edited sentence with its verdict. Throws
 * `session.wrongState` for a sentence or section that is not there, or that cannot be removed.
 */
export async function editSections(
  { sections }: Pick<ReportView, 'sections'>,
  edit: Change,
  check: (edited: Claim) => Promise<Claim>,
): Promise<ReportSection[]> {
  const missing = (): QuarryError =>
    new QuarryError('session.wrongState', 'The report has no such part.', { context: { edit: edit.kind } })
  if (edit.kind === 'removeSection') {
    const kind = sections[edit.section]?.kind
    if (kind === undefined || kind === 'summary' || kind === 'sources') throw missing()
    return withoutUncited(sections.toSpliced(edit.section, 1))
  }
  const claim = claimsIn(sections).find(({ id }) => id === edit.sentenceId)
  if (claim === undefined) throw missing()
  const original = claim.edited?.original ?? claim.text
  const method = claim.method === 'unaided' ? claim.method : 'rules'
  const edited = await check({ ...claim, text: edit.text, method, verdict: 'unchecked', edited: { original } })
  return sections.map((section) => ({
    ...section,
    sentences: section.sentences.map((one) => (one.id === claim.id ? edited : one)),
  }))
}

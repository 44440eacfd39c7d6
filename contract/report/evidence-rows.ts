import type { SourceDate } from '../library/source-date'
import { nameOfPlace } from './place'
import { type CitationView, type Claim, claimsIn, type ReportView } from './report'

/** A statement of a report beside one place that it cites. */
export interface EvidenceRow {
  readonly claim: Claim
  readonly citation: CitationView
  readonly source: string
  /** Null of what is no source, and where a report of an older version has none. */
  readonly date: SourceDate | null
}

/** Which statement rests on what, each once, in the order in which the report says them. */
export function evidenceRowsOf({ sections, citations, sourceDates = [] }: ReportView): EvidenceRow[] {
  const byNumber = new Map(citations.map((citation) => [citation.n, citation]))
  const told = new Set<string>()
  return claimsIn(sections).flatMap((claim) =>
    claim.citations.flatMap((n) => {
      const citation = byNumber.get(n)
      const row = `${n} ${claim.text}`
      if (citation === undefined || told.has(row)) return []
      told.add(row)
      const { place } = citation
      const date =
        place.kind === 'source' ? (sourceDates.find(({ sourceId }) => sourceId === place.sourceId) ?? null) : null
      return [{ claim, citation, source: nameOfPlace(place), date }]
    }),
  )
}

import { type CitationView, claimsIn, type ReportSection } from '../contract/report'
import type { Speech } from './words'

/** How the questions were read whose rows a summary shows: `count: 4` says nothing of what was counted. Each once. */
export function toldReadings(section: ReportSection, citations: readonly CitationView[], speech: Speech): string[] {
  if (section.kind !== 'summary') return []
  const cited = new Set(claimsIn([section]).flatMap((claim) => claim.citations))
  const readings = citations.flatMap(({ n, place }) =>
    cited.has(n) && place.kind === 'query' && place.reading !== undefined ? [speech.fact(place.reading)] : [],
  )
  return [...new Set(readings)]
}

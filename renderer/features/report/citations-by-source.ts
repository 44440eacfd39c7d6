import type { CitationView } from '../../../contract/report'

/** Citations grouped by their source, in the order in which the report first cites each. */
export function citationsBySource(citations: readonly CitationView[]): [CitationView, ...CitationView[]][] {
  const groups = new Map<string, [CitationView, ...CitationView[]]>()
  for (const citation of [...citations].sort((a, b) => a.n - b.n)) {
    const group = groups.get(citation.locator.sourceId)
    if (group) group.push(citation)
    else groups.set(citation.locator.sourceId, [citation])
  }
  return [...groups.values()]
}

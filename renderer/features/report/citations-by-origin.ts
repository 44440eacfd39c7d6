import { originOfPlace } from '../../../contract/report/place'
import type { CitationView } from '../../../contract/report/report'

/** Citations grouped by their source or resource, in the order in which the report first cites each. */
export function citationsByOrigin(citations: readonly CitationView[]): [CitationView, ...CitationView[]][] {
  const groups = new Map<string, [CitationView, ...CitationView[]]>()
  for (const citation of [...citations].sort((a, b) => a.n - b.n)) {
    const origin = originOfPlace(citation.place)
    const group = groups.get(origin)
    if (group) group.push(citation)
    else groups.set(origin, [citation])
  }
  return [...groups.values()]
}

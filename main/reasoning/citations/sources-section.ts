import { nameOfPlace, originOfPlace } from '../../../contract/report/place'
import type { CitationView, ReportSection } from '../../../contract/report/report'
import { displayText } from '../../language'

/** The section that names what a report cites, each once, with the numbers of its citations. */
export function sourcesSection(citations: readonly CitationView[]): ReportSection {
  const byOrigin = new Map<string, { title: string; name: string | null; numbers: number[] }>()
  for (const { n, place } of citations) {
    const title = displayText(nameOfPlace(place).replace(/(?<!\s)\s+\.$/, ''))
    const name = place.kind === 'source' ? displayText(place.sourceName) : title
    const entry = byOrigin.get(originOfPlace(place)) ?? { title, name: name === title ? null : name, numbers: [] }
    entry.numbers.push(n)
    byOrigin.set(originOfPlace(place), entry)
  }
  const sentences = [...byOrigin.values()].map(({ numbers, ...values }, at) => ({
    id: `source-${at + 1}`,
    citations: numbers,
    paragraph: at,
    method: 'none' as const,
    fact: { kind: 'originCited' as const, values },
  }))
  return { kind: 'sources', sentences }
}

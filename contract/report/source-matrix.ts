import { nameOfPlace, originOfPlace, type Place } from './place'
import { type CitationView, isClaim, type ReportSection, type ReportView } from './report'

/** How often each part of a report cites each source. */
interface SourceMatrix {
  /** The parts that cite anything, in the report's order. */
  readonly parts: readonly ReportSection[]
  readonly rows: readonly SourceRow[]
}
interface SourceRow {
  /** What the citations have in common: a source or a resource. */
  readonly origin: string
  readonly name: string
  /** Citations of each part. */
  readonly counts: readonly number[]
}

const fewest = { sources: 3, parts: 2 }

/** Which part of a report rests on which sources; null where too few of either would say nothing. */
export function sourceMatrixOf({ sections, citations }: ReportView): SourceMatrix | null {
  const origins = new Map(citations.map(({ n, place }) => [n, originOfPlace(place)]))
  const citedBy = ({ sentences }: ReportSection): string[] =>
    sentences.filter(isClaim).flatMap((claim) => claim.citations.flatMap((n) => origins.get(n) ?? []))
  const parts = sections
    .map((section) => ({ section, cited: citedBy(section) }))
    .filter(({ cited }) => cited.length > 0)
  const rows = namedOrigins(citations)
    .map(({ origin, name }) => ({
      origin,
      name,
      counts: parts.map(({ cited }) => cited.filter((one) => one === origin).length),
    }))
    .filter(({ counts }) => counts.some((count) => count > 0))
  if (rows.length < fewest.sources || parts.length < fewest.parts) return null
  return { parts: parts.map(({ section }) => section), rows }
}

/** The sources and resources that are cited, each once; those of one title with the names of their files. */
function namedOrigins(citations: readonly CitationView[]): { readonly origin: string; readonly name: string }[] {
  const places = new Map<string, Place>()
  for (const { place } of citations) if (!places.has(originOfPlace(place))) places.set(originOfPlace(place), place)
  const titles = [...places.values()].map(nameOfPlace)
  return [...places].map(([origin, place]) => {
    const name = nameOfPlace(place)
    const isAlone = titles.filter((title) => title === name).length === 1
    return { origin, name: isAlone || place.kind !== 'source' ? name : `${name} (${place.sourceName})` }
  })
}

/** Shades of a cell, from none (0) to that of the most citations. */
const shades = 4

/** @returns 0 for no citation, else 1 to `shades` by its share of the most */
export const shadeOf = (count: number, most: number): number => Math.ceil((count / Math.max(1, most)) * shades)

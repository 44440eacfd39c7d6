import type { ReportView } from '../../../contract/report/report'

/** Text of a source as it is stored now; null where it is gone. */
export type OpenSource = (sourceId: string) => Promise<string | null>

export interface Citedness {
  readonly claims: number
  readonly supported: number
  /** What failed, one line each. */
  readonly failures: readonly string[]
}

const withoutSpace = (text: string): string => text.replace(/[\s\p{Cf}\p{Cc}]+/gu, '')

/**
 * Checks a report from outside: each sentence that makes a claim must cite, and its letters must stand at every place
 * that it cites, in the source as opened now. Neither the report's own verdicts nor the text that it keeps are used,
 * and nothing of the engine's checking is called, so that a fault in either shows here.
 */
export async function checkCitedness(report: ReportView, openSource: OpenSource): Promise<Citedness> {
  const citations = new Map(report.citations.map((citation) => [citation.n, citation]))
  const failures: string[] = []
  let claims = 0
  for (const sentence of report.sections.flatMap((section) => section.sentences)) {
    if (sentence.method === 'none') continue
    claims += 1
    const problem = await problemOf(sentence.text, sentence.citations)
    if (problem !== null) failures.push(`${problem}: ${sentence.text}`)
  }
  return { claims, supported: claims - failures.length, failures }

  async function problemOf(text: string, numbers: readonly number[]): Promise<string | null> {
    if (numbers.length === 0) return 'cites nothing'
    for (const n of numbers) {
      const citation = citations.get(n)
      if (citation === undefined) return `no citation [${n}]`
      const { place } = citation
      if (place.kind !== 'source') return `[${n}] is no quotation`
      const source = await openSource(place.sourceId)
      if (source === null) return `source of [${n}] is gone`
      const there = source.slice(place.start, place.end)
      if (withoutSpace(there) !== withoutSpace(text)) return `[${n}] reads otherwise`
    }
    return null
  }
}

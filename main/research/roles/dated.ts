import type { ReportSection, ReportSentence, ReportView } from '../../../contract/report/report'
import type { RemarkFact } from '../../../contract/report/report-facts'
import type { Evidence } from '../../reasoning'
import type { RoleContext } from './context'

const disagreements: ReadonlySet<RemarkFact['kind']> = new Set(['directionsDiffer', 'figuresDiffer', 'oneDeniesOther'])

/** A report with the dates of the sources that it cites, said beside each disagreement of theirs. */
export async function withDates(
  report: ReportView,
  { sourceDates }: Pick<RoleContext, 'sourceDates'>,
): Promise<ReportView> {
  const cited = new Map(
    report.citations.flatMap(({ n, place }) => (place.kind === 'source' ? [[n, place.sourceId] as const] : [])),
  )
  const dates = (await sourceDates?.([...new Set(cited.values())])) ?? []
  if (dates.length === 0) return report
  const dated = (sentence: ReportSentence): ReportSentence[] => {
    if (sentence.method !== 'none' || !disagreements.has(sentence.fact.kind)) return [sentence]
    const ids = new Set(sentence.citations.map((n) => cited.get(n)))
    const sources = [...ids].flatMap((id) => dates.filter(({ sourceId }) => sourceId === id))
    const { id, paragraph, method } = sentence
    const told = sources.map((values, at) => ({
      id: `${id}-date-${at + 1}`,
      citations: [],
      paragraph,
      method,
      fact: { kind: 'sourceDated' as const, values },
    }))
    return [sentence, ...told]
  }
  const sections = report.sections.map(
    (section): ReportSection => ({ ...section, sentences: section.sentences.flatMap(dated) }),
  )
  return { ...report, sections, sourceDates: [...dates] }
}

/** What a review calls each source of evidence: its authors and year, where they are known, and its title. */
export async function namesOf(
  evidence: readonly Evidence[],
  { sourceDates }: Pick<RoleContext, 'sourceDates'>,
): Promise<ReadonlyMap<string, string>> {
  const ids = evidence.flatMap(({ place }) => (place.kind === 'source' ? [place.sourceId] : []))
  const dates = (await sourceDates?.([...new Set(ids)])) ?? []
  return new Map(
    dates.map(({ sourceId, title, by, kind, date }) => {
      const year = kind === 'issued' ? date.slice(0, 4) : null
      const named = [by, year === null ? undefined : `(${year})`].filter((part) => part !== undefined).join(' ')
      return [sourceId, named === '' ? title : `${named}: ${title}`]
    }),
  )
}

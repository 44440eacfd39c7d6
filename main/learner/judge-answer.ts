import { answersNothing, type Claim, claimsIn, type ReportView, remarkKindsIn } from '../../contract/report/report'
import type { RemarkFact } from '../../contract/report/report-facts'
import { isDefinition } from '../reasoning'
import type { Judged } from './ports'
import type { RaisedQuestion } from './raise-questions'

const disagreement: ReadonlySet<RemarkFact['kind']> = new Set(['directionsDiffer', 'figuresDiffer', 'oneDeniesOther'])

/**
 * What of an answer is worth keeping. The engine has to say that it answers, every sentence has to be supported by passages of the
 * library, nothing that was asked about may be missing, and no source may say otherwise. Of that are kept the sentences that a
 * rule can tell to be the answer: what stands under the heading that asks, or what says what the thing asked about is.
 * @param report a checked quick answer
 */
export function judgeAnswer(
  { question, heading, sourceIds }: Pick<RaisedQuestion, 'question' | 'heading' | 'sourceIds'>,
  report: ReportView,
): Judged {
  const drop = (reason: (Judged & { kind: 'dropped' })['reason']): Judged => ({ kind: 'dropped', reason })
  const summary = report.sections.find(({ kind }) => kind === 'summary')
  const remarks = remarkKindsIn(report.sections)
  if (summary === undefined || claimsIn([summary]).length === 0 || report.partial) return drop('notAnswered')
  if (answersNothing(report)) return drop('notAnswered')
  if (remarks.includes('termsMissing')) return drop('namesMissing')
  if (remarks.some((kind) => disagreement.has(kind))) return drop('disagreement')
  const claims = claimsIn([summary])
  if (claims.some(({ verdict, citations }) => verdict !== 'supported' || citations.length === 0))
    return drop('unsupported')
  const places = new Map(report.citations.map(({ n, place }) => [n, place]))
  if (claims.some(({ citations }) => citations.some((n) => !isKnown(places.get(n))))) return drop('unsupported')

  const standsBelow = (asking: string, { citations }: Claim): boolean =>
    citations.some((n) => {
      const place = places.get(n)
      return place?.kind === 'source' && sourceIds.includes(place.sourceId) && place.headingPath.includes(asking)
    })
  const answering = claims.filter((claim) =>
    heading === null ? isDefinition(question, claim.text) : standsBelow(heading, claim),
  )
  if (answering.length === 0) return drop(heading === null ? 'notAnswered' : 'elsewhere')
  const cited = new Set(answering.flatMap(({ citations }) => citations))
  const citations = report.citations.filter(({ n }) => cited.has(n))
  return { kind: 'kept', summary: { ...report, sections: [{ kind: 'summary', sentences: answering }], citations } }
}

/** A passage of a source whose content is known, so that a change of it is noticed. */
const isKnown = (place: ReportView['citations'][number]['place'] | undefined): boolean =>
  place?.kind === 'source' && place.contentHash !== null

import { claimsIn, isClaim, type ReportView } from '../../contract/report'
import type { RemarkFact } from '../../contract/report-facts'
import type { Judged } from './ports'
import type { RaisedQuestion } from './raise-questions'

const disagreement: ReadonlySet<RemarkFact['kind']> = new Set(['directionsDiffer', 'figuresDiffer', 'oneDeniesOther'])

/**
 * Whether an answer is worth keeping: the engine says that it answers, every sentence is supported by passages of the
 * library, nothing that was asked about is missing, and no source says otherwise. What a document asks it answers itself, if
 * anything does: an answer from elsewhere belongs to another question.
 * @param report a checked quick answer
 */
export function judgeAnswer({ sourceIds }: Pick<RaisedQuestion, 'sourceIds'>, report: ReportView): Judged {
  const summary = report.sections.find(({ kind }) => kind === 'summary')
  const remarks = report.sections.flatMap(({ sentences }) =>
    sentences.flatMap((one) => (isClaim(one) ? [] : [one.fact.kind])),
  )
  const drop = (reason: (Judged & { kind: 'dropped' })['reason']): Judged => ({ kind: 'dropped', reason })
  if (summary === undefined || claimsIn([summary]).length === 0 || report.partial) return drop('notAnswered')
  if (remarks.includes('nothingAnswers')) return drop('notAnswered')
  if (remarks.includes('termsMissing')) return drop('namesMissing')
  if (remarks.some((kind) => disagreement.has(kind))) return drop('disagreement')
  const claims = claimsIn([summary])
  if (claims.some(({ verdict, citations }) => verdict !== 'supported' || citations.length === 0))
    return drop('unsupported')
  const cited = new Set(claims.flatMap(({ citations }) => citations))
  const citations = report.citations.filter(({ n }) => cited.has(n))
  if (citations.some(({ place }) => place.kind !== 'source' || place.contentHash === null)) return drop('unsupported')
  if (!citations.some(({ place }) => place.kind === 'source' && sourceIds.includes(place.sourceId)))
    return drop('elsewhere')
  const sentences = summary.sentences.filter(isClaim)
  return { kind: 'kept', summary: { ...report, sections: [{ ...summary, sentences }], citations } }
}

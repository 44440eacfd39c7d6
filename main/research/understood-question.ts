import { isClaim, type ReportView } from '../../contract/report/report'
import { standAlone } from '../language'
import { workingQuestion } from '../reasoning'
import type { SqlExecutor } from '../store'
import { readInquiry } from './repository/inquiry'
import { readQuestions } from './repository/messages'
import { type ReportKey, readReport } from './repository/reports'

/** A name as a person would say it: no number, date, key or sentence. */
const isName = (cell: unknown): cell is string =>
  typeof cell === 'string' && /\p{L}{2}/u.test(cell) && !/^\d{4}-\d\d/.test(cell) && cell.length <= 60
const namesThing = /(?:name|title|label|名称?|名字|标题)$/i

/**
 * What a report names in answer to a question that rows answered: the site that was the highest. Null where it names
 * several things, or where no row is meant.
 */
export function answeredThing({ sections, citations }: ReportView): string | null {
  const summary = sections.find(({ kind }) => kind === 'summary')
  const first = summary?.sentences.find(isClaim)
  const cited = citations.find(({ n }) => n === first?.citations[0])?.place
  if (cited?.kind !== 'query') return null
  const { rows, columns, row, firstRow, totalRows } = cited
  const meant = row === null ? (totalRows === 1 ? rows[0] : undefined) : rows[row - firstRow]
  if (meant === undefined) return null
  const named = meant.find((cell, at) => isName(cell) && namesThing.test(columns[at] ?? '')) ?? meant.find(isName)
  return isName(named) ? named : null
}

/** A further question to a session, as one that stands by itself: what it leaves out is filled in from what was answered. */
export async function understoodQuestion(
  executor: SqlExecutor,
  answered: ReportKey,
  question: string,
): Promise<string> {
  const { sessionId } = answered
  const before = workingQuestion(await readInquiry(executor, sessionId))
  const report = await readReport(executor, answered)
  const asked = await readQuestions(executor, sessionId)
  const topic = asked.findLast(({ typed }) => typed === null)?.text ?? null
  return standAlone(question, before, report && answeredThing(report), topic)
}

import { claimsIn, type ReportView } from '../../../contract/report/report'
import type { EarlierAnswer } from '../../reasoning'
import type { SqlExecutor } from '../../store'
import { readQuestions } from './messages'

/** What a session asked and answered before its last question, oldest first: each answer as the summary of its report has it. */
export async function readConversation(executor: SqlExecutor, sessionId: string): Promise<EarlierAnswer[]> {
  const questions = await readQuestions(executor, sessionId)
  const reports = await executor.query<{ version: number; sections: ReportView['sections'] }>(
    `select version, body -> 'sections' as sections from reports where session_id = $1 and version < $2 order by version`,
    [sessionId, questions.length],
  )
  return reports.flatMap(({ version, sections }) => {
    const answer = claimsIn(sections.filter(({ kind }) => kind === 'summary')).map(({ text }) => text)
    const question = questions[version - 1]?.text
    return question === undefined || answer.length === 0 ? [] : [{ question, answer: answer.join(' ') }]
  })
}

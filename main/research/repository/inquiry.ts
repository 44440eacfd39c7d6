import type { Inquiry } from '../../reasoning'
import type { SqlExecutor } from '../../store'
import { readQuestions, readRounds } from './messages'

/** The question that is worked on, those before it, and the rounds that a person answered. */
export async function readInquiry(executor: SqlExecutor, sessionId: string): Promise<Inquiry> {
  const rounds = await readRounds(executor, sessionId)
  const questions = await readQuestions(executor, sessionId)
  return {
    question: questions.at(-1) ?? '',
    earlier: questions.slice(0, -1),
    clarifications: rounds.filter(({ answer }) => answer !== null).map(({ skipped: _skipped, ...round }) => round),
  }
}

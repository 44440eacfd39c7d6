import type { Inquiry } from '../../reasoning'
import type { SqlExecutor } from '../../store'
import { readRounds } from './messages'

/** The question with the rounds that a person answered. */
export async function readInquiry(executor: SqlExecutor, sessionId: string, question: string): Promise<Inquiry> {
  const rounds = await readRounds(executor, sessionId)
  return {
    question,
    clarifications: rounds.filter(({ answer }) => answer !== null).map(({ skipped: _skipped, ...round }) => round),
  }
}

import type { AskedQuestion, NextVersion } from '../../../contract/session/session'
import type { SqlExecutor } from '../../store'
import { inOwnWords } from '../repository/events'
import { insertQuestion, readLastQuestion } from '../repository/messages'
import type { ReportKey } from '../repository/reports'
import { readResumePoint } from '../repository/resume-point'
import { moveSession, readSession } from '../repository/sessions'
import type { OnSession, RowsMoved } from '../role'
import { understoodQuestion } from '../understood-question'
import type { RoleContext } from './context'
import { wayOf } from './coordinator'

/** The question of the next version: what is asked further, filled in where it leaves something out, or the last one again. */
async function nextQuestion(executor: SqlExecutor, answered: ReportKey, next: NextVersion): Promise<AskedQuestion> {
  if (next.mode === 'update') {
    const last = await readLastQuestion(executor, answered.sessionId)
    const { redo } = next
    return {
      text: last?.text ?? '',
      typed: last?.typed ?? null,
      mode: 'update',
      ...(redo === undefined ? {} : { redo }),
    }
  }
  const { question, typed, mode } = next
  if (typed !== undefined) return { text: question, typed: typed === question ? null : typed, mode }
  const text = await understoodQuestion(executor, answered, question)
  return { text, typed: text === question ? null : question, mode }
}

/** Writes what a person asks once the report is finished: the session goes on towards the report's next version. */
export async function recordFollowUp(
  { database, projectId, now }: RoleContext,
  { sessionId, question }: OnSession & { readonly question: NextVersion },
): Promise<RowsMoved> {
  return database.transaction(async (transaction) => {
    const at = now()
    const { reportVersion, investigation, settings } = await readSession(transaction, projectId, sessionId)
    const asked = await nextQuestion(transaction, { sessionId, version: reportVersion }, question)
    await insertQuestion(transaction, projectId, sessionId, asked, at)
    await moveSession(transaction, {
      projectId,
      sessionId,
      from: 'done',
      // One look around is enough, and an update needs none.
      to:
        asked.mode === 'update'
          ? 'planning'
          : wayOf(asked.mode, investigation === null ? settings : { investigates: false }),
      event: {
        type: asked.mode === 'update' ? 'update.asked' : 'followUp.asked',
        detail: inOwnWords(asked.redo?.query ?? asked.text),
      },
      patch: { reportVersion: reportVersion + 1, gaps: null, addedRounds: 0 },
      at,
    })
    return { point: await readResumePoint(transaction, projectId, sessionId) }
  })
}

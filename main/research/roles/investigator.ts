import { abortable } from '../../threads'
import { readInquiry } from '../repository/inquiry'
import { readResumePoint } from '../repository/resume-point'
import { moveSession } from '../repository/sessions'
import type { RoleInput, RowsMoved } from '../role'
import { answeringResources } from './answering-resources'
import type { RoleContext } from './context'
import { nothingToUse } from './coordinator'
import { summaryWithin } from './scoped-resources'
import { progressUntil } from './working'

/** Looks around in the material and writes what it saw. Throws `index.empty` where there is nothing to look at. */
export async function investigate(
  context: RoleContext,
  { sessionId, onProgress }: RoleInput,
  signal: AbortSignal,
): Promise<RowsMoved> {
  const { database, projectId } = context
  const engine = await context.engineOf(sessionId)
  const inquiry = await readInquiry(database, sessionId)
  const summary = await summaryWithin(context, inquiry.scope)
  // A question that a database answers needs no document.
  const isEmpty = summary.passages === 0
  if (isEmpty && (await answeringResources(context, inquiry, summary, signal)).length === 0)
    throw await nothingToUse(context, summary, inquiry.scope)
  const looked = await abortable(
    engine.investigate(inquiry, { signal, onProgress: progressUntil(signal, onProgress) }),
    signal,
  )
  const investigation = inquiry.scope === undefined ? looked : { ...looked, passagesSearched: summary.passages }
  return database.transaction(async (transaction) => {
    signal.throwIfAborted()
    await moveSession(transaction, {
      projectId,
      sessionId,
      from: 'investigating',
      to: 'planning',
      event: {
        type: 'investigation.finished',
        detail: { kind: 'themesFound', values: { count: investigation.themes.length } },
      },
      patch: { investigation },
      at: context.now(),
    })
    return { point: await readResumePoint(transaction, projectId, sessionId) }
  })
}

import { QuarryError } from '../../../contract/errors'
import { countUnderWay, type LibrarySummary } from '../../../contract/library/source'
import {
  type AskMode,
  type ClarificationRound,
  type SessionSettings,
  type SessionState,
  usualClarificationRounds,
} from '../../../contract/session/session'
import type { SessionScope } from '../../../contract/session/session-scope'
import type { Inquiry } from '../../reasoning'
import { abortable } from '../../threads'
import { inOwnWords } from '../repository/events'
import { readInquiry } from '../repository/inquiry'
import { insertAnswer, insertRound, readRounds, type StoredRound } from '../repository/messages'
import { readResumePoint } from '../repository/resume-point'
import { moveSession, readSession } from '../repository/sessions'
import type { RoleInput, RowsMoved } from '../role'
import { titleOf } from '../title'
import { answeringResources } from './answering-resources'
import type { RoleContext } from './context'
import { summaryWithin } from './scoped-resources'
import { progressUntil } from './working'

type AskedRound = Omit<ClarificationRound, 'answer'>

/** The error of a session that has nothing to search. */
function emptyIndex(summary: LibrarySummary, scope?: SessionScope): QuarryError {
  const inFlight = countUnderWay(summary.byState)
  return inFlight > 0
    ? new QuarryError('index.empty', `Nothing is indexed yet: ${inFlight} files are still being read.`, {
        remedy: 'waitForIndexed',
        context: { inFlight },
      })
    : scope !== undefined
      ? new QuarryError('index.empty', 'Nothing that this session may use is indexed or can be asked.', {
          context: { isScoped: true },
        })
      : new QuarryError('index.empty', 'Nothing is indexed, so there is nothing to search.', {
          remedy: 'dropFiles',
        })
}

/** The error of a session that has nothing to search, with what its scope names that lacks a password or key. */
export async function nothingToUse(
  { readResource }: Pick<RoleContext, 'readResource'>,
  summary: LibrarySummary,
  scope: SessionScope | undefined,
): Promise<QuarryError> {
  const error = emptyIndex(summary, scope)
  if (scope === undefined || error.context?.isScoped !== true) return error
  const locked: string[] = []
  for (const resourceId of scope.resourceIds) {
    try {
      const { name, status } = await readResource(resourceId)
      if (status === 'needsSecret') locked.push(name)
    } catch (cause) {
      // What is not registered any more lacks more than a key.
      if (!(cause instanceof QuarryError) || cause.code !== 'resource.notFound') throw cause
    }
  }
  if (locked.length === 0) return error
  return new QuarryError(
    'index.empty',
    `Nothing that this session may use can be asked: ${locked.join(', ')} need a password or key.`,
    {
      context: { isScoped: true, locked: locked.join('\n') },
    },
  )
}

function askForMaterial(round: number, summary: LibrarySummary): AskedRound {
  const underWay = Number(emptyIndex(summary).context?.inFlight ?? 0)
  return {
    round,
    kind: 'nothingIndexed',
    prompt: { kind: 'askForMaterial', values: {} },
    reason: { kind: 'nothingToCite', values: { underWay } },
    suggestions: [],
  }
}

/** Where a question goes that can be worked on. */
export function wayOf(mode: AskMode, { investigates = true }: Pick<SessionSettings, 'investigates'>): SessionState {
  if (mode === 'modelOnly') return 'reporting'
  return mode === 'research' && investigates ? 'investigating' : 'planning'
}

/** What to ask back; null where the question can be worked on. Throws `index.empty` where there is nothing to search. */
async function roundFor(
  context: RoleContext,
  { sessionId, onProgress }: RoleInput,
  rounds: readonly StoredRound[],
  inquiry: Inquiry,
  signal: AbortSignal,
): Promise<AskedRound | null> {
  const { database, projectId } = context
  const engine = await context.engineOf(sessionId)
  const session = await readSession(database, projectId, sessionId)
  const { scope } = inquiry
  const summary = await summaryWithin(context, scope)
  const isQuick = inquiry.mode === 'quick'
  const { clarify, clarificationRounds = usualClarificationRounds } = session.settings
  const isOpen = !isQuick && clarify && rounds.length < clarificationRounds && rounds.at(-1)?.skipped !== true
  // Holding the question against databases reads them: only where it decides something.
  const found = isOpen || summary.passages === 0 ? await answeringResources(context, inquiry, summary, signal) : []
  const isAnswerable = found.length > 0
  const mayAsk = isOpen && !isAnswerable
  if (summary.passages === 0 && !isAnswerable && (isQuick || !clarify || scope !== undefined))
    throw await nothingToUse(context, summary, scope)
  if (!mayAsk) return null
  if (summary.passages === 0) return askForMaterial(rounds.length + 1, summary)
  return abortable(engine.assessQuestion(inquiry, { signal, onProgress: progressUntil(signal, onProgress) }), signal)
}

/** Decides whether the question can be worked on, or what to ask. Writes the round, or the way on. */
export async function assessQuestion(context: RoleContext, input: RoleInput, signal: AbortSignal): Promise<RowsMoved> {
  const { database, projectId } = context
  const { sessionId } = input
  const rounds = await readRounds(database, sessionId)
  const inquiry = await readInquiry(database, sessionId)
  const { settings } = await readSession(database, projectId, sessionId)
  const { mode = 'research' } = inquiry
  // Without the library it does not matter what that holds.
  const asked = mode === 'modelOnly' ? null : await roundFor(context, input, rounds, inquiry, signal)
  return database.transaction(async (transaction) => {
    signal.throwIfAborted()
    const move = { projectId, sessionId, from: 'coordinating', at: context.now() } as const
    if (asked === null) {
      await moveSession(transaction, { ...move, to: wayOf(mode, settings), event: { type: 'question.accepted' } })
    } else {
      const round = { ...asked, round: rounds.length + 1 }
      await insertRound(transaction, projectId, sessionId, round, move.at)
      const event = {
        type: 'clarification.asked',
        detail: { kind: 'asked', values: { prompt: round.prompt } },
      } as const
      await moveSession(transaction, { ...move, to: 'awaitingClarification', event })
    }
    return { point: await readResumePoint(transaction, projectId, sessionId) }
  })
}

/** Writes a person's answer (null: skipped, which ends the asking) and where the session goes with it. */
export async function recordAnswer(
  { database, projectId, now }: RoleContext,
  { sessionId, answer }: { readonly sessionId: string; readonly answer: string | null },
): Promise<RowsMoved> {
  return database.transaction(async (transaction) => {
    const at = now()
    const session = await readSession(transaction, projectId, sessionId)
    const round = (await readRounds(transaction, sessionId)).at(-1)
    await insertAnswer(transaction, projectId, sessionId, round?.round ?? 1, answer, at)
    await moveSession(transaction, {
      projectId,
      sessionId,
      from: 'awaitingClarification',
      to: answer === null ? wayOf('research', session.settings) : 'coordinating',
      event:
        answer === null
          ? { type: 'clarification.skipped' }
          : { type: 'clarification.answered', detail: inOwnWords(answer) },
      // A session that began without words takes its title from the answer, unless a person named it.
      ...(round?.kind === 'emptyQuestion' && answer !== null && session.title === titleOf(session.question)
        ? { patch: { title: titleOf(answer) } }
        : {}),
      at,
    })
    return { point: await readResumePoint(transaction, projectId, sessionId) }
  })
}

import { fromCallback } from 'xstate'
import type { ConfirmationAnswer } from '../../../contract/calls/calls'
import { QuarryError } from '../../../contract/errors'
import { type AskedCall, answerConfirmation, insertConfirmation, readOpenConfirmations } from '../../tools'
import { appendEvent, inOwnWords } from '../repository/events'
import { moveStep } from '../repository/move-step'
import { readNewestPlan } from '../repository/plans'
import { readSession, touchSession } from '../repository/sessions'
import type { StepKey } from '../step-machine'
import type { RoleContext } from './context'

/** Writes what a person is asked, and that the step waits for them, in one transaction. */
export async function recordQuestion(
  { database, projectId, now }: RoleContext,
  { asked, ...key }: StepKey & { readonly asked: readonly AskedCall[] },
  signal: AbortSignal,
): Promise<void> {
  await database.transaction(async (transaction) => {
    signal.throwIfAborted()
    const at = now()
    const event = { type: 'step.awaitingConfirmation' }
    const step = await moveStep(transaction, key, { from: ['running'], to: 'awaitingConfirmation', event, at })
    if (step === null) throw overtaken(key.stepId)
    for (const call of asked) await insertConfirmation(transaction, projectId, key, call, at)
  })
}

/** What is thrown where a person's stop overtook what a step would write. */
export function overtaken(stepId: string): QuarryError {
  return new QuarryError('session.wrongState', 'The session was stopped while this step was running.', {
    context: { stepId },
  })
}

/** Answers of a person, as they are written: steps that wait listen. */
export interface AnswerBoard {
  tell(stepId: string): void
  listen(listener: (stepId: string) => void): () => void
}

export function createAnswerBoard(): AnswerBoard {
  const listeners = new Set<(stepId: string) => void>()
  return {
    tell: (stepId) => {
      for (const listener of [...listeners]) listener(stepId)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * Says CONFIRMATION_ANSWERED once nothing is asked of the step any more, also where that happened before it listened: a
 * dump brings the step back and not the question, which is then asked anew.
 */
export function answerWatch({ database, projectId }: RoleContext, board: AnswerBoard) {
  const isAsked = async ({ sessionId, stepId }: StepKey): Promise<boolean> => {
    const plan = await readNewestPlan(database, sessionId)
    const step = plan?.steps.find(({ id }) => id === stepId)
    if (step?.state !== 'awaitingConfirmation') return step === undefined
    const open = await readOpenConfirmations(database, projectId, sessionId)
    return open.some((question) => question.stepId === stepId)
  }
  return fromCallback<{ type: 'never' }, StepKey>(({ input, sendBack }) => {
    let isOver = false
    const tell = (): void => {
      if (isOver) return
      isOver = true
      sendBack({ type: 'CONFIRMATION_ANSWERED' })
    }
    const stop = board.listen((stepId) => {
      if (stepId === input.stepId) tell()
    })
    isAsked(input).then(
      (isStillAsked) => {
        if (!isStillAsked) tell()
      },
      // The answer itself is still heard; a store that is gone fails what comes next.
      () => undefined,
    )
    return () => {
      isOver = true
      stop()
    }
  })
}

/**
 * Writes a person's answer and frees the step to go on, in one transaction. Throws `session.wrongState` where the
 * question is not open, or the session does not run.
 */
export async function recordConfirmation(
  { database, projectId, now }: RoleContext,
  sessionId: string,
  confirmationId: string,
  answer: ConfirmationAnswer,
): Promise<string> {
  return database.transaction(async (transaction) => {
    const at = now()
    const step = await answerConfirmation(transaction, projectId, sessionId, confirmationId, answer, at)
    if (step === null) {
      throw new QuarryError('session.wrongState', 'This question was already answered or no longer exists.', {
        context: { sessionId, confirmationId },
      })
    }
    const { state } = await readSession(transaction, projectId, sessionId)
    if (state !== 'running' && state !== 'paused') {
      throw new QuarryError('session.wrongState', 'The session is not running. Resume it, then answer.', {
        context: { sessionId },
      })
    }
    const type = answer.answer === 'allow' ? 'confirmation.allowed' : 'confirmation.denied'
    const event = { type, words: answer.remark }
    const moved = await moveStep(
      transaction,
      { sessionId, ...step },
      { from: ['awaitingConfirmation'], to: 'pending', event, at },
    )
    if (moved === null) {
      await touchSession(transaction, sessionId, at)
      const line = { type, ...(answer.remark == null ? {} : { detail: inOwnWords(answer.remark) }) }
      await appendEvent(transaction, projectId, sessionId, 'running', line, at)
    }
    return step.stepId
  })
}

import {
  type SamplingModel,
  type SamplingProblem,
  type SamplingRequest,
  textOfSampling,
} from '../../contract/calls/sampling'
import type {
  CallExchange,
  CompletionQuestion,
  FormQuestion,
  QuestionAnswer,
  SamplingAnswer,
  ServiceReply,
} from '../../contract/calls/service-question'
import { QuarryError, toErrorShape } from '../../contract/errors'

/** A language model that would answer, and what it would be sent: without secrets, with the tokens that it may use. */
export interface ReadyCompletion {
  readonly request: SamplingRequest
  readonly model: SamplingModel
  /** Throws `model.*`, `resource.*`, `egress.denied`, and the signal's reason. */
  complete(signal: AbortSignal): Promise<NonNullable<CompletionQuestion['answer']>>
}

/** Finds what would answer in a session; a problem where nothing may. Throws where its model cannot be asked. */
export type PrepareCompletion = (
  call: { readonly sessionId: string; readonly stepId: string },
  request: SamplingRequest,
  signal: AbortSignal,
) => Promise<ReadyCompletion | { readonly problem: SamplingProblem }>

/** How a question ended: what the service is told, and what the record keeps. */
export interface Settled {
  readonly answer: ServiceReply
  readonly outcome: CallExchange['outcome']
}

type Shown<Question> = Omit<
  Question,
  'id' | 'stepId' | 'callId' | 'tool' | 'server' | 'resourceId' | 'askedAt' | 'until'
>

/** A card of a session, until its question is settled. */
export interface Card {
  /** Aborted once it is settled. */
  readonly signal: AbortSignal
  /** Shows this instead of what was shown: only what is answered to this counts. */
  show(shown: Shown<FormQuestion> | Shown<CompletionQuestion>, onAnswer: (answer: QuestionAnswer) => void): void
  settle(settled: Settled): void
}

/** What the record keeps of a completion. */
interface CompletionNotes {
  readonly message: string
  completion: NonNullable<CallExchange['completion']>
  error?: NonNullable<CallExchange['error']>
}

/**
 * Leads through the stages of a completion: whether the model may be asked, its work, and whether the service gets its answer.
 * Where the model fails, the person decides anew.
 * @returns what is noted meanwhile
 */
export function showCompletion(card: Card, { request, model, complete }: ReadyCompletion): CompletionNotes {
  const notes: CompletionNotes = {
    message: textOfSampling(request),
    completion: { model: model.name, maxTokens: request.maxTokens, answer: null },
  }
  const shown = { kind: 'completion', ...request, model, answer: null } as const
  const refuse = (action: 'decline' | 'cancel', outcome: CallExchange['outcome']): void =>
    card.settle({ answer: { action }, outcome })
  const refused = (action: 'decline' | 'cancel'): void =>
    refuse(action, action === 'decline' ? 'declined' : 'cancelled')

  const askLeave = (): void => {
    const { error = null } = notes
    card.show({ ...shown, stage: 'permission', error }, ({ action }) =>
      action === 'accept' ? void work() : refused(action),
    )
  }
  const work = async (): Promise<void> => {
    card.show({ ...shown, stage: 'working', error: null }, ({ action }) => {
      if (action === 'accept') throw new QuarryError('session.wrongState', 'The model has not answered yet.')
      refused(action)
    })
    try {
      const answer = await complete(card.signal)
      notes.completion.answer = answer.text
      delete notes.error
      review(answer)
    } catch (error) {
      if (card.signal.aborted) return
      notes.error = toErrorShape(error)
      askLeave()
    }
  }
  const review = (answer: NonNullable<CompletionQuestion['answer']>): void => {
    const complete: SamplingAnswer = { action: 'complete', ...answer, model: model.name }
    card.show({ ...shown, stage: 'review', answer, error: null }, ({ action }) =>
      action === 'accept' ? card.settle({ answer: complete, outcome: 'accepted' }) : refuse(action, 'withheld'),
    )
  }
  askLeave()
  return notes
}

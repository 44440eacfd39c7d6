import { randomUUID } from 'node:crypto'
import { valuesOfEntries } from '../../contract/calls/asked-field'
import { keptPrompt, type SamplingProblem } from '../../contract/calls/sampling'
import {
  type CallExchange,
  type Elicitation,
  type QuestionAnswer,
  type ServiceQuestion,
  type ServiceRequest,
  waitsForAnswer,
} from '../../contract/calls/service-question'
import { QuarryError, toErrorShape } from '../../contract/errors'
import { type Card, type PrepareCompletion, type Settled, showCompletion } from './completion-card'
import type { AskPerson } from './tool'

/** How long a person may think in all of one call, and how often its service may ask them. */
const usualPatienceMs = 600_000
const mostQuestions = 3

/** Whose call it is that asks. */
export interface AskingCall extends Pick<ServiceQuestion, 'stepId' | 'callId' | 'tool' | 'server' | 'resourceId'> {
  readonly sessionId: string
}

export interface QuestionBoardOptions {
  /** Told of a session whose open questions are others now. */
  readonly onChanged: (sessionId: string) => void
  /** Writes that a person is about to be asked. */
  readonly onAsking?: (sessionId: string) => Promise<void>
  /** Finds the language model for a completion; without it there is none. */
  readonly prepareCompletion?: PrepareCompletion
  readonly clock?: () => Date
  readonly patienceMs?: number
}

/** Questions of services that wait for a person, as long as the calls run that they belong to. */
export interface QuestionBoard {
  /** What one call may ask: a few questions, each recorded as it ends. */
  askerOf(call: AskingCall, record: (exchange: CallExchange) => Promise<void>): AskPerson
  /** The open questions of a session: those that wait for a person first, of these the oldest. */
  open(sessionId: string): ServiceQuestion[]
  /** Throws `session.wrongState` where the question is not open, `input.invalid` with the first field that does not fit. */
  answer(sessionId: string, questionId: string, answer: QuestionAnswer): void
}

interface Open {
  readonly sessionId: string
  readonly question: ServiceQuestion
  onAnswer(answer: QuestionAnswer): void
}

type Ended = Settled & Partial<Pick<CallExchange, 'message' | 'completion' | 'error'>>

const unasked = (problem: SamplingProblem): Ended => ({ answer: { action: 'decline', problem }, outcome: problem })

export function createQuestionBoard({
  onChanged,
  onAsking,
  prepareCompletion,
  clock = () => new Date(),
  patienceMs = usualPatienceMs,
}: QuestionBoardOptions): QuestionBoard {
  const open = new Map<string, Open>()

  /** Puts a card up, until it is settled, taken back, or its time is over. */
  async function put<Notes>(
    { sessionId, ...call }: AskingCall,
    untilMs: number,
    signal: AbortSignal,
    begin: (card: Card) => Notes,
  ): Promise<Settled & Notes> {
    await onAsking?.(sessionId)
    const settled = new AbortController()
    const [askedAt, until] = [clock().toISOString(), new Date(untilMs).toISOString()]
    let id = ''
    let notes: Notes
    return new Promise((resolve) => {
      const settle = (how: Settled): void => {
        if (settled.signal.aborted) return
        settled.abort()
        open.delete(id)
        clearTimeout(timer)
        signal.removeEventListener('abort', withdraw)
        onChanged(sessionId)
        resolve({ ...notes, ...how })
      }
      const unanswered = (outcome: CallExchange['outcome']) => () => settle({ answer: { action: 'cancel' }, outcome })
      const withdraw = unanswered('withdrawn')
      const timer = setTimeout(unanswered('timedOut'), Math.max(0, untilMs - clock().getTime()))
      notes = begin({
        signal: settled.signal,
        show(shown, onAnswer) {
          if (settled.signal.aborted) return
          open.delete(id)
          id = randomUUID()
          open.set(id, { sessionId, question: { id, ...call, ...shown, askedAt, until }, onAnswer })
          onChanged(sessionId)
        },
        settle,
      })
      signal.addEventListener('abort', withdraw, { once: true })
      if (signal.aborted) withdraw()
    })
  }

  async function settle(
    call: AskingCall,
    request: ServiceRequest,
    untilMs: number,
    signal: AbortSignal,
  ): Promise<Ended> {
    if (request.kind === 'unusable') return unasked(request.problem)
    if (request.kind === 'form') return put(call, untilMs, signal, (card) => showForm(card, request))
    try {
      const { kind: _kind, ...asked } = request
      const ready = (await prepareCompletion?.(call, asked, signal)) ?? { problem: 'noModel' as const }
      if ('problem' in ready) return unasked(ready.problem)
      return await put(call, untilMs, signal, (card) => showCompletion(card, ready))
    } catch (error) {
      if (signal.aborted) return { answer: { action: 'cancel' }, outcome: 'withdrawn' }
      return { ...unasked('failed'), error: toErrorShape(error) }
    }
  }

  return {
    askerOf(call, record) {
      let asked = 0
      let leftMs = patienceMs
      return async (request, signal) => {
        asked++
        const at = clock()
        const ended: Ended =
          asked > mostQuestions || leftMs <= 0
            ? { answer: { action: 'cancel' }, outcome: 'tooMany' }
            : await settle(call, request, at.getTime() + leftMs, signal)
        leftMs -= clock().getTime() - at.getTime()
        const { answer, ...kept } = ended
        const content = answer.action === 'accept' ? answer.content : {}
        const message = request.kind === 'completion' ? keptPrompt(request) : request.message
        await record({ at: at.toISOString(), message, content, ...kept })
        return answer
      }
    },
    open(sessionId) {
      const ofSession = [...open.values()].flatMap((one) => (one.sessionId === sessionId ? [one.question] : []))
      return [...ofSession.filter(waitsForAnswer), ...ofSession.filter((one) => !waitsForAnswer(one))]
    },
    answer(sessionId, questionId, answer) {
      const asked = open.get(questionId)
      if (asked?.sessionId !== sessionId) {
        throw new QuarryError('session.wrongState', 'This question was already answered or no longer exists.', {
          context: { sessionId, questionId },
        })
      }
      asked.onAnswer(answer)
    },
  }
}

/** Shows a form; what is entered must fit its fields. */
function showForm(card: Card, { message, fields }: Elicitation): void {
  card.show({ kind: 'form', message, fields }, (answer) => {
    if (answer.action !== 'accept') {
      const outcome = answer.action === 'decline' ? 'declined' : 'cancelled'
      return card.settle({ answer: { action: answer.action }, outcome })
    }
    const { values, problems } = valuesOfEntries(fields, answer.entries)
    const [field] = Object.keys(problems)
    if (field !== undefined) {
      throw new QuarryError('input.invalid', `The value of “${field}” does not fit.`, {
        context: { problem: 'input', field },
      })
    }
    card.settle({ answer: { action: 'accept', content: values }, outcome: 'accepted' })
  })
}

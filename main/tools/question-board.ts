import { randomUUID } from 'node:crypto'
import { valuesOfEntries } from '../../contract/asked-field'
import { QuarryError } from '../../contract/errors'
import type {
  CallExchange,
  Elicitation,
  ElicitationAnswer,
  QuestionAnswer,
  ServiceQuestion,
} from '../../contract/service-question'

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
  readonly clock?: () => Date
  readonly patienceMs?: number
}

/** How a question ended: what the service is told, and what the record keeps. */
interface Settled {
  readonly answer: ElicitationAnswer
  readonly outcome: CallExchange['outcome']
}

/** Questions of services that wait for a person, as long as the calls run that they belong to. */
export interface QuestionBoard {
  /** What one call may ask: a few questions, each recorded as it ends. */
  askerOf(
    call: AskingCall,
    record: (exchange: CallExchange) => Promise<void>,
  ): (question: Elicitation, signal: AbortSignal) => Promise<ElicitationAnswer>
  /** The open questions of a session, the oldest first. */
  open(sessionId: string): ServiceQuestion[]
  /** Throws `session.wrongState` where the question is not open, `input.invalid` with the first field that does not fit. */
  answer(sessionId: string, questionId: string, answer: QuestionAnswer): void
}

interface Open {
  readonly sessionId: string
  readonly question: ServiceQuestion
  settle(settled: Settled): void
}

export function createQuestionBoard({
  onChanged,
  clock = () => new Date(),
  patienceMs = usualPatienceMs,
}: QuestionBoardOptions): QuestionBoard {
  const open = new Map<string, Open>()

  function put(
    { sessionId, ...call }: AskingCall,
    asked: Elicitation,
    leftMs: number,
    signal: AbortSignal,
  ): Promise<Settled> {
    const [id, now] = [randomUUID(), clock()]
    const [askedAt, until] = [now.toISOString(), new Date(now.getTime() + leftMs).toISOString()]
    return new Promise((resolve) => {
      const settle = (settled: Settled): void => {
        if (!open.delete(id)) return
        clearTimeout(timer)
        signal.removeEventListener('abort', withdraw)
        onChanged(sessionId)
        resolve(settled)
      }
      const unanswered = (outcome: CallExchange['outcome']) => () => settle({ answer: { action: 'cancel' }, outcome })
      const withdraw = unanswered('withdrawn')
      const timer = setTimeout(unanswered('timedOut'), leftMs)
      open.set(id, { sessionId, question: { id, ...call, ...asked, askedAt, until }, settle })
      signal.addEventListener('abort', withdraw, { once: true })
      onChanged(sessionId)
      if (signal.aborted) withdraw()
    })
  }

  return {
    askerOf(call, record) {
      let asked = 0
      let leftMs = patienceMs
      return async (question, signal) => {
        asked++
        const at = clock()
        const { answer, outcome }: Settled =
          asked > mostQuestions || leftMs <= 0
            ? { answer: { action: 'cancel' }, outcome: 'tooMany' }
            : await put(call, question, leftMs, signal)
        leftMs -= clock().getTime() - at.getTime()
        const content = answer.action === 'accept' ? answer.content : {}
        await record({ at: at.toISOString(), message: question.message, outcome, content })
        return answer
      }
    },
    open: (sessionId) => [...open.values()].flatMap((one) => (one.sessionId === sessionId ? [one.question] : [])),
    answer(sessionId, questionId, answer) {
      const asked = open.get(questionId)
      if (asked?.sessionId !== sessionId) {
        throw new QuarryError('session.wrongState', 'This question was already answered or no longer exists.', {
          context: { sessionId, questionId },
        })
      }
      if (answer.action !== 'accept') {
        const outcome = answer.action === 'decline' ? 'declined' : 'cancelled'
        return asked.settle({ answer: { action: answer.action }, outcome })
      }
      const { values, problems } = valuesOfEntries(asked.question.fields, answer.entries)
      const [field] = Object.keys(problems)
      if (field !== undefined) {
        throw new QuarryError('input.invalid', `The value of “${field}” does not fit.`, {
          context: { problem: 'input', field },
        })
      }
      asked.settle({ answer: { action: 'accept', content: values }, outcome: 'accepted' })
    },
  }
}

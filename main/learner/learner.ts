import { createActor, fromCallback, fromPromise, type SimulatedClock } from 'xstate'
import { fromErrorShape, QuarryError } from '../../contract/errors'
import type {
  DroppedReason,
  LearnerQuestion,
  LearnerRun,
  LearnerView,
  LearnerWait,
} from '../../contract/library/learner'
import { answerQuestion } from './answer-question'
import { judgeAnswer } from './judge-answer'
import { type LearnerEvent, learnerMachine } from './learner-machine'
import { createLearnerRows } from './learner-rows'
import type { LearnerPorts, Weighed } from './ports'
import { type RaisedQuestion, raiseQuestions } from './raise-questions'
import { readMaterial } from './read-material'

/** Answers questions that a project's library raises while nobody is at the machine, and keeps what is supported. */
export interface Learner {
  view(): Promise<LearnerView>
  /** What it asked, the last asked first. */
  questions(page: {
    readonly offset: number
    readonly limit: number
  }): Promise<{ questions: LearnerQuestion[]; total: number }>
  /** Null: all. With the answers; they are not asked again. Answers how many there were. */
  remove(questionIds: readonly string[] | null): Promise<number>
  setPaused(paused: boolean): Promise<void>
  /**
   * Asks so many questions now, on or off, whatever the budget and whoever is there; only other work is waited for. Answers
   * when they are asked, none are left, or somebody stopped it. Throws what stopped it otherwise.
   */
  ask(questions: number): Promise<LearnerRun>
  /** Ends what was demanded with `ask`. */
  stop(): void
  subscribe(listener: () => void): () => void
  start(): Promise<void>
  close(): Promise<void>
}

/** What one question may take; a quick answer takes seconds. */
const longestQuestionMs = 60_000
/** How often it is looked whether something else works: a session that began stops it within that time. */
const lookEveryMs = 500
/** How long material has to rest before questions are raised from it anew. */
const restMs = 1000

export function createLearner(
  ports: LearnerPorts & { readonly clock?: Pick<SimulatedClock, 'setTimeout' | 'clearTimeout'> },
): Learner {
  const { database, projectId, answers, settings, presence, now } = ports
  const rows = createLearnerRows(database, projectId)
  const listeners = new Set<() => void>()
  const told = (): void => {
    for (const listener of listeners) listener()
  }
  /** Of what is there now; null once that changed. */
  let raised: Promise<readonly RaisedQuestion[]> | null = null
  let asked: LearnerRun['asked'] = []
  /** Also of an actor that was stopped: its row is still to be written. */
  let underWay: Promise<void> = Promise.resolve()

  /** This machine's date. */
  const today = (): string => {
    const at = now()
    const two = (number: number): string => String(number).padStart(2, '0')
    return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  }
  const budgetMs = (): number => settings().learnerMinutes * 60_000

  async function weigh(): Promise<Weighed> {
    await underWay
    const { backgroundLearning, learns, learnerQuestions } = settings()
    const { paused, questions, spentMs } = await rows.day(today())
    const isOn = backgroundLearning && learns
    const isDemanded = actor.getSnapshot().context.demanded > 0
    const weighed = { isOn, isPaused: paused, hasBudget: questions < learnerQuestions && spentMs < budgetMs() }
    if (!isDemanded && !(isOn && !paused && weighed.hasBudget)) return { ...weighed, next: null }
    raised ??= readMaterial(database, projectId).then(raiseQuestions)
    const reading = raised
    const known = await reading.catch((error: unknown) => {
      if (raised === reading) raised = null
      throw error
    })
    return { ...weighed, next: await rows.firstDue(known) }
  }

  /** Asks one question; its row says so before, and afterwards what became of it. */
  async function ask(question: RaisedQuestion, isDemanded: boolean, stopped: AbortSignal): Promise<void> {
    stopped.throwIfAborted()
    const left = budgetMs() - (await rows.day(today())).spentMs
    const reservedMs = isDemanded ? longestQuestionMs : Math.max(1, Math.min(longestQuestionMs, left))
    const questionId = await rows.begin(question, today(), reservedMs, now().toISOString())
    told()
    const began = performance.now()
    const tookMs = (): number => Math.min(reservedMs, Math.round(performance.now() - began))
    const late = AbortSignal.timeout(reservedMs)
    const drop = async (reason: DroppedReason): Promise<void> => {
      await rows.end(database, questionId, { state: 'dropped', reason, reservedMs, tookMs: tookMs() })
      asked.push({ question: question.question, reason })
    }
    try {
      const report = await answerQuestion(ports, question.question, AbortSignal.any([stopped, late]))
      const judged = judgeAnswer(question, report)
      if (judged.kind === 'dropped') return await drop(judged.reason)
      await database.transaction(async (transaction) => {
        stopped.throwIfAborted()
        const recordId = await answers.learn(transaction, { question: question.question, summary: judged.summary })
        await rows.end(transaction, questionId, { state: 'kept', recordId, reservedMs, tookMs: tookMs() })
      })
      asked.push({ question: question.question, reason: null })
    } catch (error) {
      if (stopped.aborted) {
        await rows.end(database, questionId, { state: 'interrupted', reservedMs, tookMs: tookMs() })
      } else if (late.aborted) await drop('tookTooLong')
      else {
        // A rule that denies the search says nothing of the question: it is asked once the rule is gone.
        if (error instanceof QuarryError && error.code === 'tool.denied')
          await rows.end(database, questionId, { state: 'interrupted', reservedMs, tookMs: tookMs() })
        // Of a store that fails nothing can be written: the row stays as it is, and counts as ended at the next start.
        else if (!(error instanceof QuarryError && error.code.startsWith('store.'))) await drop('failed')
        throw error
      }
    } finally {
      told()
    }
  }

  const actor = createActor(
    learnerMachine.provide({
      actors: {
        weigh: fromPromise<Weighed, undefined>(weigh),
        ask: fromPromise<void, { readonly question: RaisedQuestion; readonly isDemanded: boolean }>(
          ({ input: { question, isDemanded }, signal }) => {
            const asking = ports.inTurn(() => ask(question, isDemanded, signal))
            underWay = asking.catch((error: unknown) => {
              if (signal.aborted && isNews(error, signal)) ports.onBackgroundError(error)
            })
            return asking
          },
        ),
        watch: fromCallback<LearnerEvent, { readonly isDemanded: boolean }>(({ sendBack, input: { isDemanded } }) => {
          let isOver = false
          let timer: NodeJS.Timeout | undefined
          const look = async (): Promise<void> => {
            clearTimeout(timer)
            const present = presence?.now() ?? null
            const mayBegin = isDemanded || (present?.isIdle === true && present.onMains)
            // While somebody is there nothing is asked of the store: what else works matters once they have left.
            const isBusy = mayBegin ? await ports.isBusy() : false
            if (isOver) return
            sendBack({ type: 'OBSERVED', observation: { presence: present, isBusy } })
            clearTimeout(timer)
            if (mayBegin) timer = setTimeout(lookAgain, lookEveryMs)
          }
          const lookAgain = (): void => void look().catch(ports.onBackgroundError)
          const stop = presence?.subscribe(lookAgain)
          lookAgain()
          return () => {
            isOver = true
            clearTimeout(timer)
            stop?.()
          }
        }),
      },
      actions: { reportError: ({ context }) => ports.onBackgroundError(fromErrorShape(context.error!)) },
    }),
    ports.clock === undefined ? {} : { clock: ports.clock },
  )
  actor.subscribe(told)
  let settling: NodeJS.Timeout | undefined
  const weighAgain = (): void => {
    if (actor.getSnapshot().status === 'active') actor.send({ type: 'CHANGED' })
  }
  const stopListening = ports.onChanged((isMaterial) => {
    if (!isMaterial) return weighAgain()
    // Files come one after the other.
    clearTimeout(settling)
    settling = setTimeout(() => {
      raised = null
      weighAgain()
    }, restMs)
  })

  const waitsFor = (): LearnerWait[] => {
    const { observation, demanded } = actor.getSnapshot().context
    if (observation === null) return []
    const { presence: present, isBusy } = observation
    if (demanded > 0) return isBusy ? ['work'] : []
    if (present === null) return ['presence']
    return [
      ...(present.isIdle ? [] : (['person'] as const)),
      ...(present.onMains ? [] : (['mains'] as const)),
      ...(isBusy ? (['work'] as const) : []),
    ]
  }

  return {
    async view() {
      const snapshot = actor.getSnapshot()
      const { value, context } = snapshot
      const state = typeof value === 'string' ? value : value.attending
      const [{ questions, spentMs }, counts] = [await rows.day(today()), await rows.counts()]
      return {
        state,
        waitsFor: state === 'waiting' ? waitsFor() : [],
        question: state === 'asking' ? (context.next?.question ?? null) : null,
        demanded: context.demanded,
        today: {
          questions,
          questionsAtMost: settings().learnerQuestions,
          spentMs,
          spentMsAtMost: budgetMs(),
        },
        ...counts,
        error: context.error,
      }
    },
    questions: (page) => rows.list(page),
    async remove(questionIds) {
      const removed = await rows.remove(questionIds)
      await ports.forgetRemoved()
      told()
      return removed
    },
    async setPaused(paused) {
      await rows.setPaused(paused)
      actor.send(paused ? { type: 'WITHDRAWN' } : { type: 'CHANGED' })
      told()
    },
    ask(questions) {
      if (actor.getSnapshot().context.demanded > 0) {
        throw new QuarryError('input.invalid', 'Questions are being asked already.')
      }
      asked = []
      const run = asked
      // Also of what came a moment ago.
      raised = null
      return new Promise((resolve, reject) => {
        const watching = actor.subscribe({
          next: ({ value, context }) => {
            if (context.demanded > 0) return
            settle(() => {
              if (context.error !== null) reject(fromErrorShape(context.error))
              else if (value === 'exhausted') resolve({ asked: run, ended: 'exhausted' })
              else resolve({ asked: run, ended: run.length < questions ? 'stopped' : 'done' })
            })
          },
          complete: () => settle(() => reject(new QuarryError('cancelled', 'Quarry is closing.'))),
        })
        function settle(how: () => void): void {
          watching.unsubscribe()
          how()
        }
        actor.send({ type: 'DEMANDED', questions })
      })
    },
    stop: () => actor.send({ type: 'WITHDRAWN' }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async start() {
      await rows.endUnfinished()
      actor.start()
    },
    async close() {
      stopListening()
      clearTimeout(settling)
      actor.stop()
      await underWay
    },
  }
}

/** Whether an error after a stop is more than the stop itself. */
const isNews = (error: unknown, signal: AbortSignal): boolean =>
  error !== signal.reason && !(error instanceof QuarryError && ['cancelled', 'store.closed'].includes(error.code))

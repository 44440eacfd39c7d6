import { AsyncResource } from 'node:async_hooks'
import { QuarryError } from '../../contract/errors'
import type { FromWorkProcess, ToWorkProcess } from '../../contract/processes/work-process'
import { type Loss, lossOf, ProcessLost } from './process-lost'
import type { WorkLimit } from './work-limit'
import type { WorkProcess } from './work-process'

/** Longest wait for a process to load and to begin with its work, in ms. A busy machine has needed 20 s for what takes 0.3 s. */
const startGuardMs = 180_000
/** How long work that was interrupted may take to come to its end before its process is killed. */
const interruptPatienceMs = 1000

export interface WorkRequest<Told> {
  /** Ended here; begun by who is told that the work began. */
  readonly limit: WorkLimit
  readonly signal: AbortSignal
  /** Told at least once, when the engine has loaded and the work begins. */
  readonly onTold: (told: Told, reply: (reply: unknown) => void) => void
}

/** A process that does one piece of work after the other, until it is killed or dies. */
export class HiredProcess<Work, Told, Answer> {
  /** Settles when the process is gone. */
  readonly gone: Promise<void>
  /** Bytes of memory that stayed after its last piece of work. */
  residentBytes = 0
  /** What failed in it that nobody waited for may have left anything behind. */
  isSpoilt = false
  /** Pieces of work that it came to the end of. */
  works = 0
  isGone = false
  readonly #process: WorkProcess
  readonly #canBeInterrupted: boolean
  #isReady = false
  #onMessage: (message: FromWorkProcess<Told, Answer>) => void = () => {}
  #onGone: (exit: string, lastWords: string) => void = () => {}

  constructor(process: WorkProcess, canBeInterrupted: boolean) {
    this.#process = process
    this.#canBeInterrupted = canBeInterrupted
    process.onMessage((message) => this.#onMessage(message as FromWorkProcess<Told, Answer>))
    this.gone = new Promise((resolve) => {
      process.onGone(({ exit, lastWords }) => {
        this.isGone = true
        this.#onGone(exit, lastWords)
        resolve()
      })
    })
  }

  kill(): void {
    this.#process.kill()
  }

  /** One piece of work at a time. Rejects with ProcessLost, or with `cancelled`; after that it may still be alive. */
  perform(work: Work, { limit, signal, onTold }: WorkRequest<Told>): Promise<Answer> {
    const send = (message: ToWorkProcess<Work>): void => this.#process.send(message)
    return new Promise<Answer>((resolve, reject) => {
      let stoppedFor: Loss | 'cancelled' | null = null
      let patience: NodeJS.Timeout | undefined
      const stop = (reason: Loss | 'cancelled'): void => {
        if (stoppedFor !== null) return
        stoppedFor = reason
        if (this.#canBeInterrupted && this.#isReady) {
          send({ kind: 'interrupt' })
          patience = setTimeout(() => this.kill(), interruptPatienceMs)
        } else this.kill()
      }
      let isSettled = false
      // To later work it would be no answer.
      const reply = (said: unknown): void => {
        if (!isSettled) send({ kind: 'reply', reply: said })
      }
      const cancel = (): void => stop('cancelled')
      const exceed = (): void => stop('timeLimit')
      const starting = setTimeout(() => stop('neverReady'), startGuardMs)
      // Sent for whoever has it done, also where the process says only later that it is ready.
      const begin = AsyncResource.bind((): void => {
        this.#isReady = true
        send({ kind: 'work', work })
      })
      const settle = (end: () => void): void => {
        isSettled = true
        clearTimeout(starting)
        clearTimeout(patience)
        limit.end()
        signal.removeEventListener('abort', cancel)
        limit.signal.removeEventListener('abort', exceed)
        this.#onMessage = () => {}
        this.#onGone = () => {}
        end()
      }
      const lose = (loss: Loss | 'cancelled', exit: string, lastWords: string): void =>
        settle(() =>
          reject(
            loss === 'cancelled' ? new QuarryError('cancelled', 'Cancelled.') : new ProcessLost(loss, exit, lastWords),
          ),
        )
      this.#onGone = (exit, lastWords) => lose(stoppedFor ?? lossOf(lastWords), exit, lastWords)
      this.#onMessage = (message) => {
        if (message.kind === 'ready') return begin()
        if (message.kind === 'tried' || message.kind === 'noticed') return
        clearTimeout(starting)
        if (message.kind === 'told') return onTold(message.told, reply)
        this.works++
        this.residentBytes = message.residentBytes
        this.isSpoilt = message.isSpoilt ?? false
        if (stoppedFor === null) settle(() => resolve(message.answer))
        else lose(stoppedFor, 'interrupted', '')
      }
      signal.addEventListener('abort', cancel, { once: true })
      limit.signal.addEventListener('abort', exceed, { once: true })
      if (this.#isReady) begin()
    })
  }
}

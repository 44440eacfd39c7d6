import { QuarryError } from '../../../contract/errors'

/** Lets at most `count` proceed at a time, in the order in which they came. */
export class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  /** Waits for a turn; the answer gives it back. Throws `cancelled` when the signal comes first. */
  async take(signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw new QuarryError('cancelled', 'Cancelled.')
    if (this.#free > 0) this.#free--
    else await this.#wait(signal)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      const next = this.#waiting.shift()
      if (next === undefined) this.#free++
      else next()
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const proceed = (): void => {
        signal.removeEventListener('abort', give)
        resolve()
      }
      const give = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(proceed), 1)
        reject(new QuarryError('cancelled', 'Cancelled.'))
      }
      this.#waiting.push(proceed)
      signal.addEventListener('abort', give, { once: true })
    })
  }
}

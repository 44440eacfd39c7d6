import { QuarryError } from '../../contract/errors'

/** What moves on may take so many times its limit in all. */
const limitsInAll = 10

/** The time of one call of a server. It stands still while a person answers what the server asked them. */
export class CallClock {
  /** Aborted with `resource.timeout` when the call made no progress for its time, or took ten times as long in all. */
  readonly signal: AbortSignal
  readonly #expiry = new AbortController()
  readonly #limitMs: number
  #leftMs: number
  #leftInAllMs: number
  #sinceMs = 0
  #stops = 1
  #timer: NodeJS.Timeout | undefined

  constructor(limitMs: number) {
    this.signal = this.#expiry.signal
    this.#limitMs = limitMs
    this.#leftMs = limitMs
    this.#leftInAllMs = limitMs * limitsInAll
    this.go()
  }

  /** The call moved on. */
  extend(): void {
    this.#leftMs = this.#limitMs
    if (this.#stops > 0) return
    this.stop()
    this.#leftMs = this.#limitMs
    this.go()
  }

  stop(): void {
    this.#stops++
    if (this.#stops > 1) return
    clearTimeout(this.#timer)
    const spentMs = performance.now() - this.#sinceMs
    this.#leftMs -= spentMs
    this.#leftInAllMs -= spentMs
  }

  go(): void {
    this.#stops--
    if (this.#stops > 0) return
    this.#sinceMs = performance.now()
    const late = (): void => this.#expiry.abort(new QuarryError('resource.timeout', 'The call took too long.'))
    this.#timer = setTimeout(late, Math.max(0, Math.min(this.#leftMs, this.#leftInAllMs)))
  }

  /** Whatever a person still answers, it does not go on. */
  end(): void {
    clearTimeout(this.#timer)
    this.#stops = Number.POSITIVE_INFINITY
  }
}

/** What moves on, page by page, may take so many times its limit in all. */
const limitsInAll = 10

/** A limit of time on a process's work. It counts neither the process's start, nor what moves on. */
export interface WorkLimit {
  /** Aborted when the work made no progress for `ms`, or took ten times as long in all. */
  readonly signal: AbortSignal
  /** The process has begun with a piece of work: the limit counts from here. */
  begin(): void
  /** The work moved on. */
  extend(): void
  /** Stops the clock while the work waits for a person, until the returned function is called. */
  pause(): () => void
  end(): void
}

export function createWorkLimit(ms: number): WorkLimit {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let endsAt = Number.POSITIVE_INFINITY
  let pauses = 0
  let isOver = false
  const extend = (): void => {
    clearTimeout(timer)
    if (pauses > 0 || isOver) return
    timer = setTimeout(() => controller.abort(), Math.min(ms, Math.max(0, endsAt - performance.now())))
  }
  return {
    signal: controller.signal,
    begin() {
      endsAt = performance.now() + ms * limitsInAll
      extend()
    },
    extend,
    pause() {
      pauses++
      clearTimeout(timer)
      const pausedMs = performance.now()
      let isPaused = true
      return () => {
        if (!isPaused) return
        isPaused = false
        pauses--
        // Where two were waited for at once, the time counts twice: none of it is the work's.
        endsAt += performance.now() - pausedMs
        extend()
      }
    },
    end() {
      isOver = true
      clearTimeout(timer)
    },
  }
}

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
  end(): void
}

export function createWorkLimit(ms: number): WorkLimit {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let endsAt = Number.POSITIVE_INFINITY
  const extend = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => controller.abort(), Math.min(ms, Math.max(0, endsAt - performance.now())))
  }
  return {
    signal: controller.signal,
    begin() {
      endsAt = performance.now() + ms * limitsInAll
      extend()
    },
    extend,
    end: () => clearTimeout(timer),
  }
}

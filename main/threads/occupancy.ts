/** How many work at once, and since when (ISO time) without a break. */
export interface Occupied {
  readonly busy: number
  readonly since: string
}

/** Those at work among some threads. */
export interface ThreadsAtWork extends Occupied {
  readonly total: number
}

/** Counts who is at work. */
export interface Occupancy {
  /** One more is at work, until the returned function is called. */
  begin(): () => void
  /** Null where nobody is. */
  now(): Occupied | null
}

/** One task follows the other with a gap between them: what is shorter, in milliseconds, is no break. */
const shortestBreakMs = 1000

export function createOccupancy(clock: () => number = Date.now): Occupancy {
  let busy = 0
  let sinceMs = 0
  let endedMs = Number.NEGATIVE_INFINITY
  const isOver = (): boolean => busy === 0 && clock() - endedMs >= shortestBreakMs
  return {
    begin() {
      if (isOver()) sinceMs = clock()
      busy += 1
      return () => {
        busy -= 1
        endedMs = clock()
      }
    },
    now: () => (isOver() ? null : { busy: Math.max(1, busy), since: new Date(sinceMs).toISOString() }),
  }
}

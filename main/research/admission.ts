/** Lets so many sessions work at the same time; the others wait, first come first served. */
export interface Admission {
  /**
   * Resolves once the session has a place, which it keeps until it leaves. Throws the signal's reason.
   * @param onMoved called when the session begins to wait, and when it no longer does
   */
  enter(sessionId: string, signal: AbortSignal, onMoved: () => void): Promise<void>
  /** The session works no more for now. */
  leave(sessionId: string): void
  /** There may be more places than before. */
  admit(): void
  isWaiting(sessionId: string): boolean
  /** Whether any session works or waits to. */
  isBusy(): boolean
}

/** @param places how many, as it is now; asked whenever a session enters or leaves, and by `admit` */
export function createAdmission(places: () => number): Admission {
  const working = new Set<string>()
  /** Each with who waits for it: parts of one session may ask at the same time. */
  const waiting = new Map<string, Set<() => void>>()

  function admit(): void {
    for (const [sessionId, waiters] of waiting) {
      if (working.size >= places()) return
      waiting.delete(sessionId)
      working.add(sessionId)
      for (const resolve of waiters) resolve()
    }
  }

  return {
    enter(sessionId, signal, onMoved) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        if (working.has(sessionId)) return resolve()
        const waiters = waiting.get(sessionId) ?? new Set()
        waiting.set(sessionId, waiters)
        let isQueued = false
        // Within the abort itself: one who only heard of it later could be given a place that nobody leaves.
        const giveUp = (): void => {
          waiters.delete(admitted)
          if (waiters.size === 0 && waiting.get(sessionId) === waiters) waiting.delete(sessionId)
          reject(signal.reason)
          onMoved()
        }
        const admitted = (): void => {
          signal.removeEventListener('abort', giveUp)
          resolve()
          if (isQueued) onMoved()
        }
        waiters.add(admitted)
        signal.addEventListener('abort', giveUp, { once: true })
        admit()
        if (working.has(sessionId)) return
        isQueued = true
        onMoved()
      })
    },
    leave(sessionId) {
      if (working.delete(sessionId)) admit()
    },
    admit,
    isWaiting: (sessionId) => waiting.has(sessionId),
    isBusy: () => working.size + waiting.size > 0,
  }
}

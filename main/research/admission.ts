import { abortable } from '../threads'

/** Lets so many sessions work at the same time; the others wait, first come first served. */
export interface Admission {
  /**
   * Resolves once the session has a place, which it keeps until it leaves. Throws the signal's reason.
   * @param onMoved called when the session begins to wait, and when it no longer does
   */
  enter(sessionId: string, signal: AbortSignal, onMoved: () => void): Promise<void>
  /** The session works no more for now. */
  leave(sessionId: string): void
  isWaiting(sessionId: string): boolean
}

/** @param places how many, as it is now; asked whenever a session enters or leaves */
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
    async enter(sessionId, signal, onMoved) {
      if (working.has(sessionId)) return
      const waiters = waiting.get(sessionId) ?? new Set()
      waiting.set(sessionId, waiters)
      let admitted = (): void => undefined
      const admission = new Promise<void>((resolve) => {
        admitted = resolve
      })
      waiters.add(admitted)
      admit()
      if (working.has(sessionId)) return
      onMoved()
      try {
        await abortable(admission, signal)
      } finally {
        waiters.delete(admitted)
        if (waiters.size === 0 && waiting.get(sessionId) === waiters) waiting.delete(sessionId)
        onMoved()
      }
    },
    leave(sessionId) {
      if (working.delete(sessionId)) admit()
    },
    isWaiting: (sessionId) => waiting.has(sessionId),
  }
}

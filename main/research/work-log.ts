/** Remembers work under way, so that closing and deleting can wait for it. */
export interface WorkLog {
  /** Keeps the work until it settles; answers it. */
  keep<Value>(sessionId: string, work: Promise<Value>): Promise<Value>
  /** Resolves when nothing of the session (or of any) is under way. Failures were reported to who asked for them. */
  settled(sessionId?: string): Promise<void>
}

export function createWorkLog(): WorkLog {
  const underWay = new Map<Promise<unknown>, string>()
  return {
    keep(sessionId, work) {
      underWay.set(work, sessionId)
      const forget = (): void => void underWay.delete(work)
      work.then(forget, forget)
      return work
    },
    async settled(sessionId) {
      for (;;) {
        const works = [...underWay].filter(([, id]) => sessionId === undefined || id === sessionId)
        if (works.length === 0) return
        await Promise.allSettled(works.map(([work]) => work))
      }
    },
  }
}

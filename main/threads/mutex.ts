/** Lets one work at a time, in the order of asking. */
export interface Mutex {
  /** Answers what `work` answers, or throws what it throws; whoever comes next only waits. */
  run<Value>(work: () => Promise<Value>): Promise<Value>
  /** Resolves when all that was asked for until now is over. */
  idle(): Promise<void>
}

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(work) {
      const turn = last.then(work)
      last = turn.catch(() => undefined)
      return turn
    },
    async idle() {
      await last
    },
  }
}

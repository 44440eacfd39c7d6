import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds of work after which the thread is given back to the others. */
const sliceMs = 8

/** Cuts long work into slices of a few milliseconds. */
export interface Pace {
  /** Whether it is time to rest. */
  isDue(): boolean
  /** Lets the others have their turn. Throws the signal's reason where the work was aborted meanwhile. */
  rest(): Promise<void>
}

export function createPace(signal: AbortSignal): Pace {
  let sliceStart = performance.now()
  return {
    isDue: () => performance.now() - sliceStart > sliceMs,
    async rest() {
      await nextTurn()
      signal.throwIfAborted()
      sliceStart = performance.now()
    },
  }
}

import { memoryLimitReached } from '../../contract/processes/work-process'

/** Why a process ended before it had answered. */
export type Loss = 'crashed' | 'memoryLimit' | 'timeLimit' | 'neverReady'

/** The process that did a piece of work is gone, and no answer came. */
export class ProcessLost extends Error {
  constructor(
    readonly loss: Loss,
    /** A signal's name or an exit code. */
    readonly exit: string,
    readonly lastWords: string,
  ) {
    super(`A process ended (${loss}, ${exit})${lastWords === '' ? '.' : `: ${lastWords}`}`)
    this.name = 'ProcessLost'
  }
}

/** V8's own words, and those of the C++ library. */
const outOfMemory = /heap out of memory|allocation failed|bad_alloc|Out of memory/i

/** Why a process went that nobody ended. */
export function lossOf(lastWords: string): Loss {
  return lastWords.includes(memoryLimitReached) || outOfMemory.test(lastWords) ? 'memoryLimit' : 'crashed'
}

import { QuarryError } from '../../contract/errors'

/** A number of places that are taken in the order of asking. */
export interface Turns {
  /**
   * Resolves with what gives the place back, once one is free.
   * @throws QuarryError `cancelled` where the signal aborts while it waits
   */
  take(signal: AbortSignal): Promise<() => void>
}

export function createTurns(places: number): Turns {
  const waiting: (() => void)[] = []
  let free = places

  function giveBack(): void {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }

  return {
    async take(signal) {
      if (signal.aborted) throw new QuarryError('cancelled', 'Cancelled.')
      if (free > 0) {
        free -= 1
        return giveBack
      }
      await new Promise<void>((resolve, reject) => {
        const turn = (): void => {
          signal.removeEventListener('abort', leave)
          resolve()
        }
        const leave = (): void => {
          waiting.splice(waiting.indexOf(turn), 1)
          reject(new QuarryError('cancelled', 'Cancelled.'))
        }
        waiting.push(turn)
        signal.addEventListener('abort', leave, { once: true })
      })
      return giveBack
    },
  }
}

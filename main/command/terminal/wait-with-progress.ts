import type { Connection } from '../../api'
import type { ProgressLine } from './terminal'

/** How a wait ends. */
interface WaitEnd<Value> {
  resolve(value: Value): void
  reject(error: unknown): void
}

/**
 * Waits beside a line of progress until `begin` ends it; aborting the signal or losing the library ends it, too. What `begin`
 * answers is called at the end, however it comes. Throws the signal's reason, and why the library was lost.
 */
export function waitWithProgress<Value>(
  connection: Pick<Connection, 'onLost'>,
  progress: ProgressLine,
  signal: AbortSignal,
  begin: (end: WaitEnd<Value>) => () => void,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void): void => {
      stop()
      signal.removeEventListener('abort', abort)
      progress.end()
      settle()
    }
    const fail = (error: unknown): void => finish(() => reject(error))
    const abort = (): void => fail(signal.reason)
    signal.addEventListener('abort', abort)
    connection.onLost(fail)
    const stop = begin({ resolve: (value) => finish(() => resolve(value)), reject: fail })
    if (signal.aborted) abort()
  })
}

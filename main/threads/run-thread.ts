import type { Worker } from 'node:worker_threads'

/**
 * Longest wait for a thread to load its modules, in ms. While every processor indexes, a thread has needed 20 s for what
 * takes 0.2 s otherwise; only one that will never start is given up.
 */
export const startGuardMs = 180_000
/** How long an interrupted engine may take to come to its end before its thread is ended under it. */
const interruptPatienceMs = 2000
/** How long an ended thread may hang in its native module before nobody waits for it any more. */
const endPatienceMs = 5000

export interface ThreadRun<Message extends { readonly kind: string }> {
  /** Just created. It posts `started` when all that it needs is loaded, and ends by itself once it has answered. */
  readonly thread: Pick<Worker, 'on' | 'once' | 'terminate'>
  /** Every message but `started`. */
  readonly onMessage: (message: Exclude<Message, { readonly kind: 'started' }>) => void
  /** Asks the thread to come to its end; without it the thread is ended at once. */
  readonly interrupt?: () => void
  /** Longest time for the work, counted from `started`. */
  readonly workMs: number
  readonly signal: AbortSignal
}

interface ThreadEnd {
  /** Why the thread was stopped; null where it came to its end by itself. */
  readonly stoppedFor: 'cancelled' | 'workLimit' | 'startLimit' | null
  /** What it died of; null where it did not. */
  readonly death: unknown
}

/** Answers once the thread is gone, so that nothing of it still holds a file; or once it hangs for good. Never rejects. */
export async function runThread<Message extends { readonly kind: string }>({
  thread,
  onMessage,
  interrupt,
  workMs,
  signal,
}: ThreadRun<Message>): Promise<ThreadEnd> {
  let hasStarted = false
  let stoppedFor: ThreadEnd['stoppedFor'] = null
  let death: unknown = null
  let timer: NodeJS.Timeout | undefined
  let cancel = (): void => {}
  await new Promise<void>((gone) => {
    const after = (ms: number, next: () => void): void => {
      clearTimeout(timer)
      timer = setTimeout(next, ms)
    }
    const terminate = (): void => {
      void thread.terminate()
      after(endPatienceMs, gone)
    }
    const end = (): void => (interrupt === undefined ? terminate() : after(interruptPatienceMs, terminate))
    const stop = (reason: NonNullable<ThreadEnd['stoppedFor']>): void => {
      if (stoppedFor !== null) return
      stoppedFor = reason
      // The engine is asked first: ending a thread inside a native module takes the whole process with it. So does
      // ending one that still loads its modules: it is ended when it has started.
      interrupt?.()
      if (hasStarted) end()
    }
    cancel = () => stop('cancelled')
    thread.once('exit', () => gone())
    thread.on('error', (error) => {
      death = error
    })
    thread.on('message', (message: Message) => {
      if (message.kind !== 'started') {
        onMessage(message as Exclude<Message, { readonly kind: 'started' }>)
        return
      }
      hasStarted = true
      if (stoppedFor === null) after(workMs, () => stop('workLimit'))
      else end()
    })
    after(startGuardMs, () => {
      stop('startLimit')
      gone()
    })
    signal.addEventListener('abort', cancel, { once: true })
    if (signal.aborted) cancel()
  })
  clearTimeout(timer)
  signal.removeEventListener('abort', cancel)
  return { stoppedFor, death }
}

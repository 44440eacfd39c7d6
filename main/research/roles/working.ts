import { toErrorShape } from '../../../contract/errors'
import type { MemberType } from '../../../contract/pool'
import type { Outcome } from '../../pool'
import type { RoleContext } from './context'

/**
 * The work's result, or the signal's reason as soon as it aborts: an engine that is slow to notice holds nobody up.
 * Its late result is dropped, which is safe because engines write nothing.
 */
export async function abortable<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let onAbort = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** A progress listener that falls silent once the work is no longer wanted. */
export function progressUntil(
  signal: AbortSignal,
  onProgress: (done: number, total: number | null) => void,
): (done: number, total: number | null) => void {
  return (done, total) => {
    if (!signal.aborted) onProgress(done, total)
  }
}

export interface MemberTask {
  readonly taskId: string
  readonly type: MemberType
  readonly capability: string
  readonly label: string
  readonly sessionId: string
  readonly holder: string
  readonly onWaiting?: (reason: string) => void
}

function outcomeOf(error: unknown, signal: AbortSignal): Outcome {
  if (signal.aborted) return { kind: 'cancelled' }
  const { code, message } = toErrorShape(error)
  return { kind: code === 'pool.memberFailed' ? 'memberFailed' : 'failed', reason: message }
}

/** Works on a member of the pool, and returns it whatever happens. Throws what `work` and the pool throw. */
export async function withMember<Value>(
  { pool }: RoleContext,
  task: MemberTask,
  signal: AbortSignal,
  work: (memberName: string) => Promise<Value>,
): Promise<Value> {
  const { name } = await pool.allocate(
    task.taskId,
    { type: task.type, capability: { name: task.capability, level: 1 } },
    {
      label: task.label,
      sessionId: task.sessionId,
      holder: task.holder,
      signal,
      ...(task.onWaiting === undefined ? {} : { onWaiting: task.onWaiting }),
    },
  )
  let outcome: Outcome = { kind: 'completed' }
  try {
    signal.throwIfAborted()
    pool.executing(task.taskId)
    return await work(name)
  } catch (error) {
    outcome = outcomeOf(error, signal)
    throw error
  } finally {
    pool.release(task.taskId, outcome)
  }
}

import { QuarryError, toErrorShape } from '../../../contract/errors'
import type { MemberType } from '../../../contract/pool'
import type { StepRequirement } from '../../../contract/session'
import type { Allocation, Outcome } from '../../pool'
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

/** The name under which work asks the pool: of a step of a plan, or of a part of the session. */
export const taskIds = {
  step: (sessionId: string, planId: string, stepId: string) => `${sessionId}/${planId}/${stepId}`,
  plan: (sessionId: string) => `${sessionId}/plan`,
  verify: (sessionId: string) => `${sessionId}/verify`,
} as const

type AllocatedMember = Allocation['members'][number]

export interface MemberTask {
  readonly taskId: string
  readonly type: MemberType
  readonly capability: string
  /** What it needs beside that member: it gets everything at once, or waits for everything. */
  readonly beside?: readonly StepRequirement[]
  readonly label: string
  readonly sessionId: string
  readonly holder: string
  readonly onProgress?: (done: number, total: number | null) => void
  readonly onWaiting?: (reason: string) => void
}

/** What a task works with. */
export interface HeldMembers {
  /** Who does the work. */
  readonly worker: AllocatedMember
  readonly beside: readonly AllocatedMember[]
  /** Aborts with the caller's signal, and where the pool takes the members back. */
  readonly signal: AbortSignal
  /** For the engine: tells how far the work is, which is its sign of life to the pool. Silent once `signal` aborts. */
  readonly onProgress: (done: number, total: number | null) => void
}

function outcomeOf(error: unknown, signal: AbortSignal, worker: AllocatedMember): Outcome {
  if (signal.aborted) return { kind: 'cancelled' }
  const { code, message } = toErrorShape(error)
  if (code !== 'pool.memberFailed') return { kind: 'failed', reason: message }
  return { kind: 'memberFailed', reason: message, memberId: worker.id }
}

/** Works on members of the pool, and returns them whatever happens. Throws what `work` and the pool throw. */
export async function withMember<Value>(
  { pool }: RoleContext,
  task: MemberTask,
  signal: AbortSignal,
  work: (held: HeldMembers) => Promise<Value>,
): Promise<Value> {
  const { members, lost } = await pool.allocateResources(
    task.taskId,
    [{ type: task.type, capability: task.capability }, ...(task.beside ?? [])],
    {
      label: task.label,
      sessionId: task.sessionId,
      holder: task.holder,
      signal,
      ...(task.onWaiting === undefined ? {} : { onWaiting: task.onWaiting }),
    },
  )
  const [worker, ...beside] = members
  if (worker === undefined)
    throw new QuarryError('internal', 'The pool granted nobody.', { context: { task: task.taskId } })
  let outcome: Outcome = { kind: 'completed' }
  try {
    signal.throwIfAborted()
    pool.executing(task.taskId)
    const held = AbortSignal.any([signal, lost])
    const onProgress = progressUntil(held, (done, total) => {
      pool.heartbeat(task.taskId)
      task.onProgress?.(done, total)
    })
    return await work({ worker, beside, signal: held, onProgress })
  } catch (error) {
    outcome = outcomeOf(error, signal, worker)
    throw error
  } finally {
    pool.releaseResources(task.taskId, outcome)
  }
}

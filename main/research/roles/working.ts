import type { MemberType } from '../../../contract/pool'
import { type Outcome, outcomeOf } from '../../pool'
import type { RoleContext } from './context'

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

interface MemberTask {
  readonly taskId: string
  readonly type: MemberType
  readonly capability: string
  readonly label: string
  readonly sessionId: string
  readonly holder: string
  readonly onProgress?: (done: number, total: number | null) => void
}

/** What a task works with while it holds its member. */
interface HeldMember {
  /** Aborts with the caller's signal, and where the pool takes the members back. */
  readonly signal: AbortSignal
  /** For the engine: tells how far the work is, which is its sign of life to the pool. Silent once `signal` aborts. */
  readonly onProgress: (done: number, total: number | null) => void
}

/** Works on a member of the pool, and returns it whatever happens. Throws what `work` and the pool throw. */
export async function withMember<Value>(
  { pool }: RoleContext,
  task: MemberTask,
  signal: AbortSignal,
  work: (held: HeldMember) => Promise<Value>,
): Promise<Value> {
  const { members, lost } = await pool.allocateResources(
    task.taskId,
    [{ type: task.type, capability: task.capability }],
    {
      label: task.label,
      sessionId: task.sessionId,
      holder: task.holder,
      signal,
    },
  )
  let outcome: Outcome = { kind: 'completed' }
  try {
    signal.throwIfAborted()
    pool.executing(task.taskId)
    const held = AbortSignal.any([signal, lost])
    const onProgress = progressUntil(held, (done, total) => {
      pool.heartbeat(task.taskId)
      task.onProgress?.(done, total)
    })
    return await work({ signal: held, onProgress })
  } catch (error) {
    outcome = signal.aborted ? { kind: 'cancelled' } : outcomeOf(error, members)
    throw error
  } finally {
    pool.releaseResources(task.taskId, outcome)
  }
}

import { fromCallback } from 'xstate'
import type { BlockReason, ResourceRequirement } from '../../contract/pool/pool'
import type { WaitFact } from '../../contract/pool/pool-facts'
import type { AllocatedMember, Outcome, Pool } from '../pool'

/** What a step or a role asks the pool for. */
export interface LeaseRequest {
  readonly taskId: string
  /** A step's executor first. */
  readonly requirements: readonly ResourceRequirement[]
  readonly label: string
  readonly sessionId: string
  /** Title of the session. */
  readonly holder: string
}

/** What the lease says. */
export type LeaseNotice =
  /** Others hold what is needed: it waits in the pool's line. */
  | { type: 'MEMBERS_AWAITED'; reason: WaitFact; blockedBy: BlockReason }
  | { type: 'MEMBERS_ALLOCATED'; members: readonly AllocatedMember[] }
  /** There will be none: nobody in service has what is needed, or the pool cannot work. */
  | { type: 'MEMBERS_REFUSED'; error: unknown }
  /** The pool took them back. */
  | { type: 'MEMBERS_LOST'; error: unknown }
  | { type: 'MEMBERS_RETURNED' }

/** What the lease is told: the work begins, it is alive, it is over. */
export type LeaseOrder = { type: 'EXECUTE' } | { type: 'HEARTBEAT' } | { type: 'RETURN'; outcome: Outcome }

/**
 * What a step or a role holds of the pool, from its place in the line on. Whatever ends it, its cleanup gives up the place and
 * returns what is held.
 */
export function leaseLogic({ pool }: { readonly pool: Pool }) {
  return fromCallback<LeaseOrder, LeaseRequest>(({ input, sendBack, receive }) => {
    const { taskId, requirements, label, sessionId, holder } = input
    const tell = (notice: LeaseNotice): void => sendBack(notice)
    const ended = new AbortController()
    pool
      .allocateResources(taskId, requirements, {
        label,
        sessionId,
        holder,
        signal: ended.signal,
        onWaiting: (wait) => tell({ type: 'MEMBERS_AWAITED', ...wait }),
      })
      .then(
        ({ members, lost }) => {
          if (ended.signal.aborted) return
          lost.addEventListener('abort', () => tell({ type: 'MEMBERS_LOST', error: lost.reason }), { once: true })
          tell({ type: 'MEMBERS_ALLOCATED', members })
        },
        (error: unknown) => {
          if (!ended.signal.aborted) tell({ type: 'MEMBERS_REFUSED', error })
        },
      )
    receive((order) => {
      switch (order.type) {
        case 'EXECUTE':
          pool.executing(taskId)
          break
        case 'HEARTBEAT':
          pool.heartbeat(taskId)
          break
        case 'RETURN':
          pool.releaseResources(taskId, order.outcome)
          tell({ type: 'MEMBERS_RETURNED' })
          break
      }
    })
    return () => {
      ended.abort()
      pool.releaseResources(taskId, { kind: 'cancelled' })
    }
  })
}

import { fromCallback } from 'xstate'
import type { LeaseNotice, LeaseOrder, StepRequest } from '../step-machine'
import type { RoleContext } from './context'

/**
 * What a step holds of the pool, from its place in the line on. Whatever ends it, its cleanup gives up the place and
 * returns what is held.
 */
export function leaseLogic({ pool }: Pick<RoleContext, 'pool'>) {
  return fromCallback<LeaseOrder, StepRequest>(({ input, sendBack, receive }) => {
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

import { QuarryError, toErrorShape } from '../../contract/errors'
import type { PoolFact } from '../../contract/pool/pool-facts'
import type { Outcome } from './terms'

/** A member itself failed: its process died, its service broke. Names the member, or the resource that it is a slot of. */
export function memberFailure(
  message: string,
  named: { readonly memberId: string } | { readonly resourceId: string },
  cause?: unknown,
): QuarryError {
  return new QuarryError('pool.memberFailed', message, { context: { ...named }, cause })
}

/**
 * How a task that ended with an error returns what it held. A member that failed leaves service, no other; of a failure
 * that names none it is the first, who did the work. Any other error is the input's: everybody comes back.
 */
export function outcomeOf(
  error: unknown,
  held: readonly { readonly id: string; readonly resourceId: string | null }[],
): Outcome {
  const shape = toErrorShape(error)
  const { code, context } = shape
  if (code !== 'pool.memberFailed') return { kind: 'failed', error: shape }
  const named = held.find(
    ({ id, resourceId }) =>
      id === context?.memberId || (context?.resourceId !== undefined && resourceId === context.resourceId),
  )
  const memberId = (named ?? held[0])?.id
  return { kind: 'memberFailed', error: shape, ...(memberId === undefined ? {} : { memberId }) }
}

/** What a member that the task held failed with; null where it comes back. */
export function failureOf(outcome: Outcome, memberId: string): PoolFact | null {
  if (outcome.kind === 'memberFailed') return (outcome.memberId ?? memberId) === memberId ? endOf(outcome) : null
  const failed = outcome.kind === 'completed' ? outcome.failed?.find((one) => one.memberId === memberId) : undefined
  return failed === undefined ? null : { kind: 'memberFailed', values: { error: failed.error } }
}

/** Why a task ended as it did; null where it completed. */
export function endOf(outcome: Outcome): PoolFact | null {
  switch (outcome.kind) {
    case 'completed':
      return null
    case 'failed':
      return { kind: 'taskFailed', values: { error: outcome.error } }
    case 'memberFailed':
      return { kind: 'memberFailed', values: { error: outcome.error } }
    case 'cancelled':
      return { kind: 'taskCancelled', values: {} }
  }
}

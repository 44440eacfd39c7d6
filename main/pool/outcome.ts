import { QuarryError, toErrorShape } from '../../contract/errors'
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
  const { code, message, context } = toErrorShape(error)
  if (code !== 'pool.memberFailed') return { kind: 'failed', reason: message }
  const named = held.find(
    ({ id, resourceId }) =>
      id === context?.memberId || (context?.resourceId !== undefined && resourceId === context.resourceId),
  )
  const memberId = (named ?? held[0])?.id
  return { kind: 'memberFailed', reason: message, ...(memberId === undefined ? {} : { memberId }) }
}

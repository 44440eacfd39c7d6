import type { AnyActorRef } from 'xstate'

/**
 * Whom a machine reports to: for `sendTo`. `sendParent` throws where there is no parent, so that pure `transition()`
 * could not run a machine that uses it; here such a machine sends to itself, and `transition()` delivers nothing.
 */
export function parentOf({ self }: { readonly self: AnyActorRef }): AnyActorRef {
  return self._parent ?? self
}

import { type AnyActorRef, fromCallback, fromPromise, type SnapshotFrom, waitFor } from 'xstate'
import { QuarryError } from '../../contract/errors'

/**
 * Whom a machine reports to: for `sendTo`. `sendParent` throws where there is no parent, so that pure `transition()`
 * could not run a machine that uses it; here such a machine sends to itself, and `transition()` delivers nothing.
 */
export function parentOf({ self }: { readonly self: AnyActorRef }): AnyActorRef {
  return self._parent ?? self
}

/** Stands for an actor that a machine is given when it is wired: invoked without, it fails with the actor's name. */
export function notProvided<Output, Input = unknown>(name: string) {
  return fromPromise<Output, Input>(() => Promise.reject(new QuarryError('internal', `${name} was not provided.`)))
}

/** The same for an actor that sends events instead of answering once. */
export function callbackNotProvided<Event extends { type: string }, Input = unknown>(name: string) {
  return fromCallback<Event, Input>(() => {
    throw new QuarryError('internal', `${name} was not provided.`)
  })
}

/** Resolves with the first snapshot that fits. Throws the signal's reason, and `cancelled` where the actor ends before. */
export async function whenSnapshot<Actor extends AnyActorRef>(
  actor: Actor,
  fits: (snapshot: SnapshotFrom<Actor>) => boolean,
  signal?: AbortSignal,
): Promise<SnapshotFrom<Actor>> {
  try {
    return await waitFor(actor, fits, signal === undefined ? {} : { signal })
  } catch (cause) {
    signal?.throwIfAborted()
    throw new QuarryError('cancelled', 'What was waited for was closed or deleted.', { cause })
  }
}

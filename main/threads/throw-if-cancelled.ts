import { QuarryError } from '../../contract/errors'

/** Throws `cancelled` once the signal is aborted, whatever its reason. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new QuarryError('cancelled', 'Cancelled.')
}

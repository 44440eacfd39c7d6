import { QuarryError, toErrorShape } from '../../contract/errors'
import type { RecallNote, RecallPath } from '../../contract/recall/recall'
import { abortable } from '../threads'

/** What one path may take. A path needs tenths of a second, an encoder that is being loaded on a busy machine some seconds. */
export const slowPathMs = 20_000

/**
 * Runs a path of recall: what it finds, or `nothing` where it fails or is slow, and that is noted. The other paths answer
 * without it.
 * @throws why the whole recall ends: it was cancelled, or the store is gone
 */
export async function findBy<Found>(
  path: RecallPath,
  nothing: Found,
  find: (signal: AbortSignal) => Promise<Found>,
  { notes, signal, limitMs = slowPathMs }: { notes: RecallNote[]; signal: AbortSignal | undefined; limitMs?: number },
): Promise<Found> {
  const late = AbortSignal.timeout(limitMs)
  const bounds = signal === undefined ? late : AbortSignal.any([signal, late])
  try {
    return await abortable(find(bounds), bounds)
  } catch (error) {
    if (signal?.aborted === true) throw new QuarryError('cancelled', 'Cancelled.', { cause: error })
    if (error instanceof QuarryError && error.code === 'store.closed') throw error
    const cause = late.aborted
      ? new QuarryError('recall.slow', 'A path of the search did not answer in its time.')
      : error
    notes.push({ kind: 'pathLeftOut', values: { path, error: toErrorShape(cause) } })
    return nothing
  }
}

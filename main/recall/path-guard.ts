import { setTimeout as delay } from 'node:timers/promises'
import { QuarryError, toErrorShape } from '../../contract/errors'
import type { RecallNote, RecallPath } from '../../contract/recall'

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
  const ending = new AbortController()
  const bounds = signal === undefined ? ending.signal : AbortSignal.any([signal, ending.signal])
  const late = delay(limitMs, null, { signal: bounds }).then(() => {
    throw new QuarryError('recall.slow', 'A path of the search did not answer in its time.')
  })
  // Whichever comes second is no news.
  late.catch(() => undefined)
  const found = find(bounds)
  found.catch(() => undefined)
  try {
    return await Promise.race([found, late])
  } catch (error) {
    if (signal?.aborted === true || (error instanceof QuarryError && error.code === 'store.closed')) throw error
    notes.push({ kind: 'pathLeftOut', values: { path, error: toErrorShape(error) } })
    return nothing
  } finally {
    ending.abort()
  }
}

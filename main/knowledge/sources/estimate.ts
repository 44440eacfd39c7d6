/** Passages done in all, at a time. */
export interface WorkSample {
  readonly atMs: number
  readonly done: number
}

/** Passages still to be done. */
export interface WorkLeft {
  /** Of files that were cut, and of formats of which the library holds enough to tell their passages from their bytes. */
  readonly known: number
  /** By what such a format has as a rule. */
  readonly guessed: number
}

/** Work of so long ago counts towards the rate. */
export const rateWindowMs = 60_000
/** Less says nothing of the rate: the encoder gets texts by the hundred. */
const fewestMs = 20_000
/** How far apart the rates of the window's halves may be, as a share of the whole rate. */
const closeShare = 0.3
/** The same for an estimate that is shown already: it does not come and go. */
const keepShare = 0.7

/** Passages per millisecond over the samples of the last minute; null where they say too little. */
export function rateOf(samples: readonly WorkSample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined || last.atMs === first.atMs) return null
  return (last.done - first.done) / (last.atMs - first.atMs)
}

/**
 * Milliseconds until the work that is left is done, or null while that cannot be trusted: where the rate was watched for
 * less than 20 s, where the two halves of that time differ by much, or where more of what is left is guessed than known.
 * @param samples of the last minute, oldest first; the last one is of now
 * @param isShown whether an estimate is shown already
 */
export function estimateRemainingMs(samples: readonly WorkSample[], left: WorkLeft, isShown: boolean): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined || last.atMs - first.atMs < fewestMs) return null
  if (left.guessed > left.known) return null
  const rate = rateOf(samples)
  if (rate === null || rate === 0) return null
  const middleMs = (first.atMs + last.atMs) / 2
  const middle = samples.find(({ atMs }) => atMs >= middleMs)!
  const [earlier, later] = [rateOf([first, middle]), rateOf([middle, last])]
  if (earlier === null || later === null) return null
  if (Math.abs(earlier - later) > rate * (isShown ? keepShare : closeShare)) return null
  return (left.known + left.guessed) / rate
}

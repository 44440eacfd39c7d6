/** Milliseconds of one call; a call that answers a number has timed itself. */
async function timed(work: () => unknown): Promise<number> {
  const started = performance.now()
  const own = await work()
  return typeof own === 'number' ? own : performance.now() - started
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

export interface Pair {
  readonly oursMs: number
  readonly theirsMs: number
  /** Median of the ratios of each round: the machine's speed may drift between rounds, hardly within one. */
  readonly ratio: number
}

/** Times both in turn, round by round, after one round that does not count. */
export async function timePair(
  rounds: number,
  ours: (round: number) => unknown,
  theirs: (round: number) => unknown,
): Promise<Pair> {
  await ours(0)
  await theirs(0)
  const pairs: { ours: number; theirs: number }[] = []
  for (let round = 1; round <= rounds; round++) {
    pairs.push({ ours: await timed(() => ours(round)), theirs: await timed(() => theirs(round)) })
  }
  return {
    oursMs: median(pairs.map((pair) => pair.ours)),
    theirsMs: median(pairs.map((pair) => pair.theirs)),
    ratio: median(pairs.map((pair) => pair.ours / pair.theirs)),
  }
}

import type { Seen } from './frame-probe'
import { median } from './paired'
import { type Figure, ms, printFigures } from './table'

/** What a page noted, and when the server sent each token; times in milliseconds since the epoch. */
export interface Stream extends Seen {
  readonly sentAt: readonly number[]
  /** How far the page's clock is ahead of the server's, give or take half the round trip. */
  readonly clock: { readonly offsetMs: number; readonly roundTripMs: number }
}

interface Round {
  readonly ours: Stream
  readonly bare: Stream
}

/** Prints what each round saw. */
export function printStreams(rounds: readonly Round[]): void {
  console.table(
    rounds.flatMap((round, at) =>
      (['ours', 'bare'] as const).map((who) => {
        const measured = measure(round[who])
        const told = Object.entries(measured).map(([name, value]) => [name, Number(value.toPrecision(4))])
        return { round: at + 1, who, ...Object.fromEntries(told) }
      }),
    ),
  )
}

/** The median of the rounds for each figure, and whether it keeps to its goal. */
export function streamFigures(rounds: readonly Round[]): number {
  const figure = (
    what: string,
    of: (measured: ReturnType<typeof measure>) => number,
    goal: Figure['goal'] = null,
    told: (value: number) => string = ms,
  ): Figure => {
    const [ours, bare] = (['ours', 'bare'] as const).map((who) =>
      median(rounds.map((round) => of(measure(round[who])))),
    )
    return { what, ours: told(ours ?? 0), theirs: told(bare ?? 0), value: ours ?? 0, goal }
  }
  const count = (value: number): string => value.toPrecision(3)
  return printFigures('frames', [
    figure('frames a second', (one) => one.framesPerSecond, { atLeast: 50 }, count),
    figure('frame interval, median', (one) => one.median),
    figure('frame interval, 99th percentile', (one) => one.p99),
    figure('longest frame interval', (one) => one.longest),
    figure('tasks over 50 ms, a second', (one) => one.longTasksPerSecond, null, count),
    figure('first token sent, until painted', (one) => one.firstPainted, { atMost: 100 }),
    figure('token sent, until in the page: median', (one) => one.delayMedian),
    figure('token sent, until in the page: 99th percentile', (one) => one.delayP99),
  ])
}

/** Between the first token in the page and the last one. */
function measure({ frames, shown, sentAt, paintedAt, longTasks, clock }: Stream) {
  const begin = shown[0]?.[1] ?? 0
  const end = shown.at(-1)?.[1] ?? 0
  const during = frames.filter((at) => at >= begin && at <= end)
  const intervals = during.slice(1).map((at, index) => at - (during[index] ?? 0))
  let next = 0
  const delays = shown.flatMap(([token, at]) => {
    const added = sentAt.slice(next, token + 1).map((sent) => at - clock.offsetMs - sent)
    next = token + 1
    return added
  })
  const seconds = (end - begin) / 1000
  return {
    framesPerSecond: intervals.length / seconds,
    median: median(intervals),
    p99: percentile(intervals, 0.99),
    longest: Math.max(...intervals),
    longTasksPerSecond: longTasks.filter(([at]) => at >= begin && at <= end).length / seconds,
    longestTask: Math.max(0, ...longTasks.filter(([at]) => at >= begin && at <= end).map(([, length]) => length)),
    firstPainted: (paintedAt ?? Number.POSITIVE_INFINITY) - clock.offsetMs - (sentAt[0] ?? 0),
    delayMedian: median(delays),
    delayP99: percentile(delays, 0.99),
    clockRoundTrip: clock.roundTripMs,
    seconds,
    sentSeconds: ((sentAt.at(-1) ?? 0) - (sentAt[0] ?? 0)) / 1000,
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

import type { SessionState } from '../../../contract/session/session'
import { nextStates, type TransitionCause, transitionsOf } from '../../../contract/session/session-transitions'

/** An edge of the chart's main column; beside the boxes it runs in a lane, 1 is the nearest. Lane 0: straight down. */
export interface ChartEdge {
  readonly from: SessionState
  readonly to: SessionState
  readonly side: 'down' | 'left' | 'right'
  readonly lane: number
}

/** Interruptions, and what ends them, lead nearly everywhere: they are told, not drawn. */
const isOwnWork = (cause: TransitionCause): boolean => !cause.startsWith('session.')

/**
 * The edges of the table between the states of a column, in its order from above: to the next state straight down,
 * further down on the left, back up on the right. Edges in one lane never overlap.
 */
export function chartEdges(column: readonly SessionState[]): ChartEdge[] {
  const edges = column.flatMap((from, at) =>
    nextStates(from)
      .filter((to) => column.includes(to) && transitionsOf(from).next[to]?.some(isOwnWork))
      .map((to) => ({ from, to, at, end: column.indexOf(to) })),
  )
  const length = ({ at, end }: { at: number; end: number }): number => Math.abs(end - at)
  const placed: (ChartEdge & { top: number; bottom: number })[] = []
  for (const { from, to, at, end } of edges.sort((a, b) => length(a) - length(b))) {
    const [top, bottom] = [Math.min(at, end), Math.max(at, end)]
    const side = end === at + 1 ? 'down' : end > at ? 'left' : 'right'
    const crosses = (other: (typeof placed)[number], lane: number): boolean =>
      other.side === side && other.lane === lane && other.top < bottom && top < other.bottom
    let lane = side === 'down' ? 0 : 1
    while (side !== 'down' && placed.some((other) => crosses(other, lane))) lane += 1
    placed.push({ from, to, side, lane, top, bottom })
  }
  return placed.map(({ from, to, side, lane }) => ({ from, to, side, lane }))
}

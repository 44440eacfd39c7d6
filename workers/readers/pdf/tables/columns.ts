import type { CutLine, Segment } from './segments'

/** Narrowest gap between two columns, in ems. */
const leastSeparator = 0.5
/** Share of the rows that may reach over a gap between columns: headings that span columns. */
const toleratedShare = 0.12
/** Stretches narrower than this (in points) are what rounding leaves. */
const leastStretch = 0.5
/** Columns beyond which a block is no table that a person reads. */
export const mostColumns = 40

/** The middles of the gaps between a table's columns, from the left: one fewer than columns. */
export type Separators = readonly number[]

/** The gaps that (nearly) all rows have in common; null where there is none, or there are too many. */
export function separatorsOf(rows: readonly CutLine[], size: number): Separators | null {
  const tolerated = rows.length < 4 ? 0 : Math.max(1, Math.floor(rows.length * toleratedShare))
  const ends = rows
    .flatMap((row) =>
      row.segments.flatMap((segment) => [
        ...edgesOf(segment, 1, 0),
        ...segment.items.flatMap((item) => edgesOf(item, 0, 1)),
      ]),
    )
    .toSorted((one, other) => one.at - other.at || other.segments - one.segments)
  const separators: number[] = []
  let covered = 0
  let items = 0
  /** The gap that is open: where it began, and of its stretches the widest of those that fewest rows reach over. */
  let gap: { from: number; best: Stretch | null } | null = null
  for (const [index, edge] of ends.entries()) {
    const { at } = edge
    const was = covered
    const before = ends[index - 1]
    if (gap !== null && before !== undefined) gap.best = better(gap.best, { from: before.at, to: at, covered: items })
    covered += edge.segments
    items += edge.items
    if (was > tolerated && covered <= tolerated) gap = { from: at, best: null }
    else if (was <= tolerated && covered > tolerated) {
      const best = gap?.best ?? null
      if (gap !== null && best !== null && at - gap.from >= leastSeparator * size)
        separators.push((best.from + best.to) / 2)
      gap = null
    }
  }
  return separators.length === 0 || separators.length >= mostColumns ? null : separators
}

/** Where segments and items begin (1) and end (−1). */
interface Edge {
  readonly at: number
  readonly segments: number
  readonly items: number
}

function edgesOf({ left, right }: Pick<Segment, 'left' | 'right'>, segments: number, items: number): Edge[] {
  return [
    { at: left, segments, items },
    { at: Math.max(left, right), segments: -segments, items: -items },
  ]
}

interface Stretch {
  readonly from: number
  readonly to: number
  readonly covered: number
}

function better(one: Stretch | null, other: Stretch): Stretch {
  if (other.to - other.from < leastStretch) return one ?? other
  if (one === null || other.covered < one.covered) return other
  return other.covered === one.covered && other.to - other.from > one.to - one.from ? other : one
}

/** The columns that a segment reaches over, first and last. */
export function columnsOf({ left, right }: Pick<Segment, 'left' | 'right'>, separators: Separators): [number, number] {
  const column = (x: number): number => {
    let at = 0
    while (at < separators.length && separators[at]! <= x) at++
    return at
  }
  return [column(left), column(right)]
}

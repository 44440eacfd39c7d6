import { type Item, median } from './geometry'

type Fragment = readonly Item[]

/** A side of a gutter is a column of text, and not of a table, when its lines have at least this many characters … */
const leastColumnCharacters = 18
/** … and there are at least this many of them. */
const leastColumnLines = 4
/** Narrowest gutter, in ems. */
const leastGutter = 0.8

/**
 * Fragments in reading order, column by column: each list is a run of text that is read from the top down. What
 * spans the gutter (a title, a wide figure's caption) divides the page into bands, and each band is read for itself.
 */
export function flowsOf(fragments: readonly Fragment[], depth = 0): Fragment[][] {
  const gutter = depth < 3 ? gutterOf(fragments) : null
  if (gutter === null) return fragments.length === 0 ? [] : [[...fragments]]
  const flows: Fragment[][] = []
  let left: Fragment[] = []
  let right: Fragment[] = []
  let across: Fragment[] = []
  const closeBand = (): void => {
    flows.push(...flowsOf(left, depth + 1), ...flowsOf(right, depth + 1))
    left = []
    right = []
  }
  const closeAcross = (): void => {
    if (across.length > 0) flows.push(across)
    across = []
  }
  for (const fragment of fragments.toSorted((one, other) => one[0]!.baseline - other[0]!.baseline)) {
    if (isAcross(fragment, gutter)) {
      closeBand()
      across.push(fragment)
    } else {
      closeAcross()
      if (rightOf(fragment) <= gutter) left.push(fragment)
      else right.push(fragment)
    }
  }
  closeBand()
  closeAcross()
  return flows
}

function gutterOf(fragments: readonly Fragment[]): number | null {
  if (fragments.length < 2 * leastColumnLines) return null
  const size = median(fragments.map((fragment) => fragment[0]!.size))
  const start = Math.min(...fragments.map(leftOf))
  const end = Math.max(...fragments.map(rightOf))
  const width = end - start
  if (width < 20 * size) return null
  const covered = new Uint16Array(Math.ceil(width) + 1)
  let counted = 0
  for (const fragment of fragments) {
    // What is wider than any column of two says nothing about where they meet.
    if (rightOf(fragment) - leftOf(fragment) > width * 0.58) continue
    counted++
    const from = Math.max(0, Math.floor(leftOf(fragment) - start))
    const to = Math.min(covered.length - 1, Math.ceil(rightOf(fragment) - start))
    for (let at = from; at <= to; at++) covered[at]!++
  }
  if (counted < 2 * leastColumnLines) return null
  // A formula or a figure's label may reach into the gutter here and there.
  const tolerated = Math.floor(counted * 0.03)
  let best: { middle: number; width: number } | null = null
  let from = -1
  for (let at = Math.floor(width * 0.2); at <= Math.ceil(width * 0.8); at++) {
    const isFree = covered[at]! <= tolerated
    if (isFree && from === -1) from = at
    if ((!isFree || at >= Math.ceil(width * 0.8)) && from !== -1) {
      if (at - from >= leastGutter * size && at - from > (best?.width ?? 0)) {
        best = { middle: start + (from + at) / 2, width: at - from }
      }
      from = -1
    }
  }
  if (best === null) return null
  const { middle } = best
  const sides = fragments.filter((fragment) => !isAcross(fragment, middle))
  const isColumn = (side: readonly Fragment[]): boolean =>
    side.length >= leastColumnLines &&
    median(side.map((fragment) => fragment.reduce((sum, item) => sum + item.text.length, 0))) >= leastColumnCharacters
  const left = sides.filter((fragment) => rightOf(fragment) <= middle)
  const right = sides.filter((fragment) => rightOf(fragment) > middle)
  return isColumn(left) && isColumn(right) ? middle : null
}

function isAcross(fragment: Fragment, gutter: number): boolean {
  return leftOf(fragment) < gutter && rightOf(fragment) > gutter
}

function leftOf(fragment: Fragment): number {
  return fragment.reduce((least, item) => Math.min(least, item.left), Number.POSITIVE_INFINITY)
}

function rightOf(fragment: Fragment): number {
  return fragment.reduce((most, item) => Math.max(most, item.right), Number.NEGATIVE_INFINITY)
}

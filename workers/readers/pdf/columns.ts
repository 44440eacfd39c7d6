import { type Item, median } from './geometry'

type Fragment = readonly Item[]

/**
 * A side of a gutter is a column of text, and not of a table, when most of its characters stand in lines of at least so
 * many, and there are at least so many of those. Labels of figures and parts of formulas are many and short.
 */
interface ColumnSize {
  readonly characters: number
  readonly lines: number
}
/** Of lines cut wherever they have a gap that may be a gutter. */
const leastOfParts: ColumnSize = { characters: 18, lines: 4 }
/** Of whole lines: in a scan words stand as far apart as columns may, and in a table several cells side by side. */
const leastOfLines: ColumnSize = { characters: 30, lines: 8 }
/** Narrowest gutter, in ems. LaTeX sets 10 points, which is less than what keeps the words of a line together. */
const leastGutter = 0.75

/** A formula or a figure's label may reach into the gutter here and there: the share of a page's lines that may. */
const toleratedShare = 0.03
/** The share where the gutter is known from other pages: what a program printed may be wider than its column. */
const toleratedShareOfKnown = 0.1
/** Gutters of different pages are one when their middles are within so many points. */
const sameGutter = 6

/** The fragments of each page in reading order, as `flowsOf`; a gutter that many pages have is looked for on all. */
export function flowsOfPages(pages: readonly (readonly Fragment[])[]): Fragment[][][] {
  const found = pages.map((fragments) => gutterOf(fragments))
  const usual = usualOf(
    found.filter((gutter) => gutter !== null),
    Math.max(3, pages.length / 4),
  )
  return pages.map((fragments, index) => {
    const gutter = found[index] ?? (usual !== null && hasColumns(fragments, usual) ? usual : null)
    return gutter === null
      ? fragments.length === 0
        ? []
        : [[...fragments]]
      : inColumns(fragments, gutter, 0, index === 0)
  })
}

/** Whether a page has the gutter of others, or one of its bands has: above columns a figure's labels stand anywhere. */
function hasColumns(fragments: readonly Fragment[], gutter: number): boolean {
  return (
    gutterOf(fragments, gutter) !== null ||
    bandsOf(fragments, gutter).some(({ left, right }) => isColumn(left, leastOfParts) && isColumn(right, leastOfParts))
  )
}

/** The middle of the largest group of gutters around one of them, if it has at least `least`. */
function usualOf(gutters: readonly number[], least: number): number | null {
  const sorted = gutters.toSorted((one, other) => one - other)
  let group: readonly [from: number, to: number] = [0, 0]
  let from = 0
  let to = 0
  for (const gutter of sorted) {
    while (sorted[from]! < gutter - sameGutter) from++
    while (to < sorted.length && sorted[to]! <= gutter + sameGutter) to++
    if (to - from > group[1] - group[0]) group = [from, to]
  }
  return group[1] - group[0] < least ? null : median(sorted.slice(...group))
}

/**
 * Fragments in reading order, column by column: each list is a run of text that is read from the top down. What
 * spans the gutter (a title, a wide figure's caption) divides the page into bands, and each band is read for itself.
 */
function flowsOf(fragments: readonly Fragment[], depth: number): Fragment[][] {
  const gutter = depth < 3 ? gutterOf(fragments) : null
  if (gutter === null) return fragments.length === 0 ? [] : [[...fragments]]
  return inColumns(fragments, gutter, depth)
}

function inColumns(fragments: readonly Fragment[], gutter: number, depth: number, mayBeTitled = false): Fragment[][] {
  return runsOf(bandsOf(fragments, gutter)).flatMap((run, index) =>
    // What begins a page with a title is names of authors side by side.
    run.length >= leastRowBands && (index > 0 || !mayBeTitled)
      ? [run.flatMap(({ left, right, across }) => [...left, ...right, ...across])]
      : run.flatMap(({ left, right, across }) => [
          ...flowsOf(left, depth + 1),
          ...flowsOf(right, depth + 1),
          ...(across.length > 0 ? [across] : []),
        ]),
  )
}

/** Bands of so few lines that follow each other, at least so many, are rows of a table as wide as the page, or labels of a figure. */
const mostRowLines = 2
const leastRowBands = 3

const linesIn = (side: readonly Fragment[]): number =>
  new Set(side.map((fragment) => Math.round(fragment[0]!.baseline / 3))).size

/** Bands in order: those of few lines with the ones that follow each other, every other for itself. */
function runsOf(bands: readonly Band[]): Band[][] {
  const isSmall = ({ left, right }: Band): boolean => [left, right].every((side) => linesIn(side) <= mostRowLines)
  const runs: Band[][] = []
  for (const band of bands) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run !== undefined && before !== undefined && isSmall(before) && isSmall(band)) run.push(band)
    else runs.push([band])
  }
  return runs
}

/** From the top down: what stands at the sides of a gutter, with what spans it below. */
interface Band {
  readonly left: Fragment[]
  readonly right: Fragment[]
  readonly across: Fragment[]
}

function bandsOf(fragments: readonly Fragment[], gutter: number): Band[] {
  const bands: Band[] = []
  const apart = fragments.flatMap((fragment) => splitAt(fragment, gutter))
  for (const fragment of apart.toSorted((one, other) => one[0]!.baseline - other[0]!.baseline)) {
    const isSpanning = isAcross(fragment, gutter)
    let band = bands.at(-1)
    if (band === undefined || (!isSpanning && band.across.length > 0)) {
      band = { left: [], right: [], across: [] }
      bands.push(band)
    }
    if (isSpanning) band.across.push(fragment)
    else if (rightOf(fragment) <= gutter) band.left.push(fragment)
    else band.right.push(fragment)
  }
  return bands
}

/** The middle of the gutter between two columns of text; only the one `expected`, where that is known. */
function gutterOf(fragments: readonly Fragment[], expected?: number): number | null {
  const parts = fragments.flatMap(partsOf)
  if (parts.length < 2 * leastOfParts.lines) return null
  const size = median(parts.map((part) => part[0]!.size))
  const start = Math.min(...parts.map(leftOf))
  const width = Math.max(...parts.map(rightOf)) - start
  if (width < 20 * size) return null
  const covered = new Uint16Array(Math.ceil(width) + 1)
  let counted = 0
  for (const part of parts) {
    // What is wider than any column of two says nothing about where they meet.
    if (rightOf(part) - leftOf(part) > width * 0.58) continue
    counted++
    const from = Math.max(0, Math.round(leftOf(part) - start))
    const to = Math.min(covered.length, Math.round(rightOf(part) - start))
    for (let at = from; at < to; at++) covered[at]!++
  }
  if (counted < 2 * leastOfParts.lines) return null
  const tolerated = Math.floor(counted * (expected === undefined ? toleratedShare : toleratedShareOfKnown))
  const middle = expected ?? widestGap(covered, tolerated, leastGutter * size, start, width)
  if (middle === null || (covered[Math.round(middle - start)] ?? 0) > tolerated) return null
  const areText =
    areColumns(parts, middle, leastOfParts) ||
    areColumns(
      fragments.flatMap((fragment) => splitAt(fragment, middle)),
      middle,
      leastOfLines,
    )
  return areText ? middle : null
}

/** The middle of the widest stretch in the inner three fifths that at most `tolerated` fragments cover. */
function widestGap(
  covered: Uint16Array,
  tolerated: number,
  least: number,
  start: number,
  width: number,
): number | null {
  let best: { middle: number; width: number } | null = null
  let from = -1
  const end = Math.ceil(width * 0.8)
  for (let at = Math.floor(width * 0.2); at <= end; at++) {
    const isFree = covered[at]! <= tolerated
    if (isFree && from === -1) from = at
    if ((!isFree || at >= end) && from !== -1) {
      if (at - from >= least && at - from > (best?.width ?? 0)) {
        best = { middle: start + (from + at) / 2, width: at - from }
      }
      from = -1
    }
  }
  return best?.middle ?? null
}

/** Whether what stands at both sides of a gutter is text. */
function areColumns(fragments: readonly Fragment[], gutter: number, least: ColumnSize): boolean {
  const sides = fragments.filter((fragment) => !isAcross(fragment, gutter))
  const left = sides.filter((fragment) => rightOf(fragment) <= gutter)
  const right = sides.filter((fragment) => rightOf(fragment) > gutter)
  return isColumn(left, least) && isColumn(right, least)
}

function isColumn(side: readonly Fragment[], least: ColumnSize): boolean {
  const lengths = side.map((fragment) => sum(fragment.map((item) => item.text.length)))
  const long = lengths.filter((length) => length >= least.characters)
  return long.length >= least.lines && sum(long) * 2 >= sum(lengths)
}

/** A fragment cut wherever it has a gap that may be a gutter. */
function partsOf(fragment: Fragment): Item[][] {
  const parts: Item[][] = []
  for (const item of fragment) {
    const last = parts.at(-1)?.at(-1)
    if (last === undefined || item.left - last.right >= leastGutter * Math.max(last.size, item.size)) parts.push([item])
    else parts.at(-1)!.push(item)
  }
  return parts
}

/** The two sides of a fragment whose gap lies on the gutter; a fragment without one as it is. */
function splitAt(fragment: Fragment, gutter: number): Fragment[] {
  if (!isAcross(fragment, gutter)) return [fragment]
  const parts = partsOf(fragment)
  if (parts.some((part) => isAcross(part, gutter))) return [fragment]
  const sides = [parts.filter((part) => rightOf(part) <= gutter), parts.filter((part) => rightOf(part) > gutter)]
  return sides.map((side) => side.flat()).filter((side) => side.length > 0)
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

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

import type { Item } from '../geometry'
import { columnsOf, type Separators } from './columns'
import { type CutLine, type Segment, segmentOf } from './segments'

/** What a line has in each column of its table, and what reaches over several of them. */
export interface GridLine {
  readonly cells: readonly (Segment | null)[]
  readonly spans: readonly Span[]
  readonly baseline: number
  readonly size: number
  /** Of most of its characters. */
  readonly font: string
}

interface Span {
  readonly first: number
  readonly last: number
  readonly segment: Segment
}

/** Left and right edge of what stands in a column. */
export interface Extent {
  readonly left: number
  readonly right: number
}

/** How far (in ems) two cells may be off and still be aligned. */
const aligned = 0.7

/** Puts the segments of a table's lines into its columns; one that reaches over a gap is cut at it where its words allow. */
export function gridOf(lines: readonly CutLine[], separators: Separators): GridLine[] {
  const extents = extentsOf(lines, separators)
  return lines.map(({ line, segments }) => {
    const cells: (Segment | null)[] = Array.from({ length: separators.length + 1 }, () => null)
    const spans: Span[] = []
    const put = (segment: Segment, column: number): void => {
      const before = cells[column]
      cells[column] = before == null ? segment : segmentOf([...before.items, ...segment.items])
    }
    for (const segment of segments) {
      const [first, last] = columnsOf(segment, separators)
      const parts = first === last || segments.length === 1 ? null : partsOf(segment, separators, extents, line.size)
      if (first === last) put(segment, first)
      else if (parts === null) spans.push({ first, last, segment })
      else for (const { part, column } of parts) put(part, column)
    }
    return { cells, spans, baseline: line.baseline, size: line.size, font: line.font }
  })
}

function extentsOf(lines: readonly CutLine[], separators: Separators): (Extent | null)[] {
  const extents: (Extent | null)[] = Array.from({ length: separators.length + 1 }, () => null)
  for (const { segments } of lines) {
    if (segments.length < 2) continue
    for (const segment of segments) {
      const [first, last] = columnsOf(segment, separators)
      if (first !== last) continue
      const { left, right } = extents[first] ?? segment
      extents[first] = { left: Math.min(left, segment.left), right: Math.max(right, segment.right) }
    }
  }
  return extents
}

/** The cells that a segment has run together; null where its parts do not stand as the cells of their columns do. */
function partsOf(
  segment: Segment,
  separators: Separators,
  extents: readonly (Extent | null)[],
  size: number,
): { part: Segment; column: number }[] | null {
  const groups = new Map<number, Item[]>()
  const whole = new Set(segment.items)
  for (const item of segment.items.flatMap((item) => cutItem(item, separators))) {
    const middle = (item.left + item.right) / 2
    const [first, last] = columnsOf(whole.has(item) ? item : { left: middle, right: middle }, separators)
    if (first !== last) return null
    const group = groups.get(first)
    if (group === undefined) groups.set(first, [item])
    else group.push(item)
  }
  const parts = [...groups].map(([column, items]) => ({ column, part: segmentOf(items) }))
  const areCells = parts.every(({ column, part }) => {
    const extent = extents[column]
    return (
      extent != null &&
      (Math.abs(part.left - extent.left) < aligned * size ||
        Math.abs(part.right - extent.right) < aligned * size ||
        Math.abs(part.left + part.right - extent.left - extent.right) < 2 * aligned * size)
    )
  })
  return areCells ? parts : null
}

/** An item cut at its spaces nearest to the gaps that it reaches over; its letters count as equally wide. */
function cutItem(item: Item, separators: Separators): Item[] {
  const [first, last] = columnsOf(item, separators)
  if (first === last || item.direction === 'left') return [item]
  const cuts: number[] = []
  for (const separator of separators.slice(first, last)) {
    const wanted = ((separator - item.left) / (item.right - item.left)) * item.text.length
    const spaces = [item.text.lastIndexOf(' ', wanted), item.text.indexOf(' ', wanted)].filter((at) => at > 0)
    const nearest = spaces.toSorted((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted))[0]
    if (nearest === undefined || cuts.includes(nearest)) return [item]
    cuts.push(nearest)
  }
  return [...cuts, item.text.length].map((end, index) => sliceOf(item, (cuts[index - 1] ?? -1) + 1, end))
}

function sliceOf(item: Item, start: number, end: number): Item {
  const { box, left, right, direction } = item
  const [from, to] = [start / item.text.length, end / item.text.length]
  const share = to - from
  const isAlongX = direction === 'right'
  return {
    ...item,
    text: item.text.slice(start, end),
    left: left + (right - left) * from,
    right: left + (right - left) * to,
    box: isAlongX
      ? { ...box, x: box.x + box.width * from, width: box.width * share }
      : { ...box, y: box.y + box.height * (direction === 'down' ? from : 1 - to), height: box.height * share },
  }
}

/** How many columns a line has something in. */
export function filledOf(line: GridLine): number {
  return line.cells.reduce((count, cell) => count + (cell === null ? 0 : 1), 0)
}

import type { FixedPitch } from '../fixed-pitch'
import type { BodyStyle, Item, Line } from '../geometry'
import { glue } from '../lines'

/** Items that a gap of this (in ems) parts may stand in two columns: a word's space is a third of an em, stretched half of one. */
const leastGap = 0.6

/** A stretch of a line without a wide gap: what one cell of a row has on this line, or the cells of several columns. */
export interface Segment {
  readonly items: readonly Item[]
  readonly left: number
  readonly right: number
  readonly text: string
}

/** A line cut into what may be the cells of a row. */
export interface CutLine {
  readonly line: Line
  readonly segments: readonly Segment[]
  /** A line all in a font of fixed pitch: of a program, of what one printed, or a row of names that are set so. */
  readonly isCode: boolean
  /** Headings with a number, lines that a prompt begins, those of a table of contents and those from right to left are no rows. */
  readonly mayBeRow: boolean
}

export function cutLine(line: Line, likelyFixed: FixedPitch, body: BodyStyle): CutLine {
  const items = line.cells.flat()
  const isCode = likelyFixed.size > 0 && items.every((item) => likelyFixed.has(item.font))
  const mayBeRow =
    !leader.test(line.text) &&
    !(isCode && prompt.test(line.text)) &&
    !(line.size > body.size * 1.1 && numbered.test(line.text)) &&
    !items.some((item) => item.isRightToLeft)
  const groups = mayBeRow ? groupsOf(items, line.size) : [items]
  // Most lines are one segment, whose text is there already.
  const segments =
    groups.length > 1 ? groups.map(segmentOf) : [{ items, left: line.left, right: line.right, text: line.text }]
  return { line, segments, isCode, mayBeRow }
}

/** What stands before what a person types. */
const prompt = /^(?:[>+$#%]|[A-Z]>|In \[)(?:\s|$)/u

/** What a heading begins with: “3 TrueTime”, “3.2 Loss”. */
const numbered = /^\d{1,2}(?:\.\d{1,2}){0,3}\.?\s+\p{Lu}/u

/** Points that lead to a page's number. */
const leader = /…\s*[\dxivlc]{0,6}$/iu

/** Items from the left, those together that no wide gap parts. */
function groupsOf(items: readonly Item[], size: number): Item[][] {
  const groups: Item[][] = []
  let right = Number.NEGATIVE_INFINITY
  for (const item of items.toSorted((one, other) => one.left - other.left)) {
    if (groups.length > 0 && item.left - right < leastGap * size) groups.at(-1)!.push(item)
    else groups.push([item])
    right = Math.max(right, item.right)
  }
  return groups
}

export function segmentOf(items: readonly Item[]): Segment {
  return {
    items,
    left: items.reduce((least, item) => Math.min(least, item.left), Number.POSITIVE_INFINITY),
    right: items.reduce((most, item) => Math.max(most, item.right), Number.NEGATIVE_INFINITY),
    text: textOfItems(items),
  }
}

export function textOfItems(items: readonly Item[]): string {
  return items
    .map((item, index) => glue(items[index - 1], item) + item.text)
    .join('')
    .trim()
}

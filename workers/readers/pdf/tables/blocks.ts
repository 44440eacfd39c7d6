import { beginsCaption, beginsOtherCaption } from './captions'
import type { CutLine } from './segments'

/** Lines further apart than this (in ems) are no rows of one table. */
const widestDistance = 3.4
/** Lines without a gap that may follow each other within a table: those of its longest cell. */
const mostSingleLines = 14
/** A heading within a table has at most so many characters. */
const longestHeading = 60

/** Neighbouring lines that may be a table: `from` to `to`, exclusive, the first and last with several segments. */
export interface Block {
  readonly from: number
  readonly to: number
}

/**
 * Stretches of lines in which lines with gaps follow each other, and what is between them fits under one of their
 * segments or is a short heading.
 */
export function blocksOf(lines: readonly CutLine[]): Block[] {
  const blocks: Block[] = []
  let from = -1
  let last = -1
  const close = (): void => {
    if (from !== -1) blocks.push({ from, to: last + 1 })
    from = -1
  }
  for (const [index, cut] of lines.entries()) {
    if (from !== -1 && !isNear(lines[index - 1]!, cut)) close()
    if (beginsCaption(cut.line.text) || beginsOtherCaption(cut.line.text) || !cut.mayBeRow) close()
    else if (cut.segments.length > 1) {
      if (from === -1) from = index
      last = index
    } else if (from !== -1 && (index - last > mostSingleLines || !fits(cut, lines, from, last))) close()
  }
  close()
  return blocks
}

function isNear(before: CutLine, cut: CutLine): boolean {
  const distance = cut.line.baseline - before.line.baseline
  return distance > 0 && distance <= widestDistance * Math.max(before.line.size, cut.line.size)
}

/** Rows before a line that are looked at to see what it stands under. */
const rowsAbove = 4

/** True where a line of one segment stands within a column of a row above, or is short as a heading is. */
function fits({ line, segments }: CutLine, lines: readonly CutLine[], from: number, last: number): boolean {
  const [segment] = segments
  if (segment === undefined) return false
  if (segment.text.length <= longestHeading && !/[.;]$/u.test(segment.text)) return true
  for (let at = last; at >= Math.max(from, last - rowsAbove); at--) {
    const row = lines[at]!.segments
    if (row.length < 2) continue
    const isUnderOne = row.some((cell, index) => {
      const next = row[index + 1]
      const end = next === undefined ? Number.POSITIVE_INFINITY : next.left
      return (
        segment.left >= cell.left - line.size && segment.right < end && (index > 0 || segment.right < end - line.size)
      )
    })
    if (isUnderOne) return true
  }
  return false
}

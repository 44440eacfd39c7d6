import { heaviest, type Item, type Line } from './geometry'
import { withSuperscripts } from './superscripts'

/** Items further apart than this (in ems) are cells of a row or lines of two columns, not words of one line. */
const cellGap = 1.1

/** A space that is not drawn shows as a gap of at least this (in ems). */
const wordGap = 0.17

export const endsSentence = /[.!?:;…。！？：][\])"'”’»」』）]*$/u

const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}　-〿＀-￯]/u

/**
 * Groups items into fragments: what stands on one baseline without a wide gap. Sub- and superscripts belong to the
 * line that they touch.
 */
export function fragmentsOf(items: readonly Item[]): Item[][] {
  const fragments: Item[][] = []
  for (const item of items) {
    const current = fragments.at(-1)
    if (current !== undefined && touches(current, item)) current.push(item)
    else fragments.push([item])
  }
  return mergeTouching(fragments).map(withSuperscripts)
}

function touches(fragment: readonly Item[], item: Item): boolean {
  const last = fragment.at(-1)!
  const size = Math.max(last.size, item.size)
  const isRaised = Math.abs(last.baseline - item.baseline) > size * 0.25
  const isScript = Math.min(last.size, item.size) < size * 0.85 && Math.abs(last.baseline - item.baseline) < size * 0.6
  if (isRaised && !isScript) return false
  const gap = item.isRightToLeft ? last.left - item.right : item.left - last.right
  // Back by more than an overlap is another column drawn next, or the next line.
  return gap > -size * (isScript ? 0.6 : 0.5) && gap < size * (isRaised ? 0.5 : cellGap)
}

/** Parts of a line that the PDF draws at different times come together by their places. */
function mergeTouching(fragments: readonly Item[][]): Item[][] {
  const sorted = fragments.toSorted((one, other) => one[0]!.left - other[0]!.left)
  const open = new Map<number, Item[][]>()
  const merged: Item[][] = []
  for (const fragment of sorted) {
    const first = fragment[0]!
    const row = Math.round(first.baseline / 4)
    const candidates = [row - 1, row, row + 1].flatMap((key) => open.get(key) ?? [])
    const before = candidates.find((candidate) => touches(candidate, first) && !first.isRightToLeft)
    if (before !== undefined) before.push(...fragment)
    else {
      const own = [...fragment]
      merged.push(own)
      open.set(row, [...(open.get(row) ?? []), own])
    }
  }
  return merged
}

/** The lines of one column: fragments of about the same baseline side by side are its cells, from the top down. */
export function linesOf(fragments: readonly (readonly Item[])[]): Line[] {
  const sorted = fragments.toSorted((one, other) => mainBaseline(one) - mainBaseline(other))
  const rows: (readonly Item[])[][] = []
  for (const fragment of sorted) {
    const row = rows.at(-1)
    const size = fragment[0]!.size
    if (row !== undefined && Math.abs(mainBaseline(row[0]!) - mainBaseline(fragment)) < size * 0.35) row.push(fragment)
    else rows.push([fragment])
  }
  return rows.map((cells) => lineOf(cells.toSorted((one, other) => one[0]!.left - other[0]!.left)))
}

/** A line of cells side by side. */
export function lineOf(cells: readonly (readonly Item[])[]): Line {
  const items = cells.flat()
  const isRightToLeft = items.filter((item) => item.isRightToLeft).length > items.length / 2
  const ordered = isRightToLeft ? cells.toReversed() : cells
  return {
    cells: ordered,
    left: Math.min(...items.map((item) => item.left)),
    right: Math.max(...items.map((item) => item.right)),
    baseline: mainBaseline(items),
    size: heaviest(items.map((item) => [Math.round(item.size * 2) / 2, item.text.length] as const)) ?? 0,
    font: heaviest(items.map((item) => [item.font, item.text.length] as const)) ?? '',
    text: ordered
      .map((cell) => cell.map((item, index) => glue(cell[index - 1], item) + item.text).join(''))
      .join(' ')
      .trim(),
  }
}

function mainBaseline(items: readonly Item[]): number {
  return heaviest(items.map((item) => [item.baseline, item.text.length * item.size] as const)) ?? 0
}

/** What stands between two items of a cell: a space where the gap is one and none is drawn. */
export function glue(before: Item | undefined, item: Item): '' | ' ' {
  if (before === undefined || before.text.endsWith(' ') || item.text.startsWith(' ')) return ''
  const gap = item.isRightToLeft ? before.left - item.right : item.left - before.right
  if (gap < wordGap * Math.min(before.size, item.size)) return ''
  return eastAsian.test(before.text.at(-1)!) && eastAsian.test(item.text.charAt(0)) ? '' : ' '
}

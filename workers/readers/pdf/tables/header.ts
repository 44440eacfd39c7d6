import type { FixedPitch } from '../fixed-pitch'
import { median } from '../geometry'
import { isNone, isValue } from './figures'
import { filledOf, type GridLine } from './grid'

/** Lines that the names of columns take at most. */
const mostHeaderLines = 5
/** A distance this much larger than the usual one parts the names of the columns from the rows. */
const widerBy = 1.12

/** How many of a table's first lines name its columns, and what shows that. */
export interface HeaderLines {
  readonly count: number
  /** `assumed`: nothing shows it but its being the first line. */
  readonly by: 'font' | 'figures' | 'years' | 'distance' | 'assumed'
}

/** The lines at the top that name the columns; null where the first line is a row as the others. */
export function headerLinesOf(lines: readonly GridLine[], likelyFixed: FixedPitch): HeaderLines | null {
  const first = lines[0]
  if (first === undefined || lines.length < 2) return null
  const years = isYears(lines)
  if (years) return { count: 1, by: 'years' }
  const firstFigures = lines.findIndex(hasFigures)
  if (firstFigures === 0) return null
  const byFont = fontLines(lines)
  if (firstFigures > 0 && mostlyFigures(lines, firstFigures)) {
    if (firstFigures <= mostHeaderLines) {
      const count = withoutHeadings(lines, firstFigures)
      return { count: byFont > 0 && byFont < count ? byFont : count, by: byFont > 0 ? 'font' : 'figures' }
    }
  }
  if (byFont > 0) return { count: byFont, by: 'font' }
  const byDistance = distantLines(lines)
  if (byDistance > 0) return { count: byDistance, by: 'distance' }
  return filledOf(first) > 1 && !isSetAsRows(lines, likelyFixed) ? { count: 1, by: 'assumed' } : null
}

/** Lines that stand apart from the first figures as a heading of rows does: only in the first column. */
function withoutHeadings(lines: readonly GridLine[], count: number): number {
  let end = count
  while (
    end > 1 &&
    lines[end - 1]!.spans.length === 0 &&
    filledOf(lines[end - 1]!) === 1 &&
    lines[end - 1]!.cells[0] != null
  )
    end--
  while (end > 1 && filledOf(lines[end - 1]!) === 0 && lines[end - 1]!.spans.some(({ first }) => first === 0)) end--
  return end
}

/**
 * True where a column is set in fixed pitch from the first line on, as that of functions which are described beside it is: the
 * name of such a column is set as the others are.
 */
function isSetAsRows([first, ...rows]: readonly GridLine[], likelyFixed: FixedPitch): boolean {
  const isFixed = (cell: GridLine['cells'][number] | undefined): boolean =>
    cell?.items.every((item) => likelyFixed.has(item.font)) === true
  return first!.cells.some((cell, column) => {
    if (!isFixed(cell)) return false
    const others = rows.filter((row) => row.cells[column] != null)
    return others.length > 1 && others.filter((row) => isFixed(row.cells[column])).length >= others.length * 0.8
  })
}

function hasFigures(line: GridLine): boolean {
  const cells = line.cells.slice(1).filter((cell) => cell !== null)
  const values = cells.filter((cell) => isValue(cell.text))
  return values.length > 0 && values.length * 2 >= cells.filter((cell) => !isNone(cell.text)).length
}

/** True where at least half of the lines from `from` on are rows of figures. */
function mostlyFigures(lines: readonly GridLine[], from: number): boolean {
  const rows = lines.slice(from).filter((line) => filledOf(line) > 1)
  return rows.filter(hasFigures).length * 2 >= rows.length
}

/** How many lines at the top are set in another font than nearly all of the others. */
function fontLines(lines: readonly GridLine[]): number {
  const font = lines[0]!.font
  let count = 0
  while (count < lines.length && count < mostHeaderLines && lines[count]!.font === font) count++
  const others = lines.slice(count).filter((line) => line.font === font)
  return count < lines.length && others.length <= (lines.length - count) / 5 && count <= lines.length / 2 ? count : 0
}

/** How many lines at the top a wider distance parts from the rest. */
function distantLines(lines: readonly GridLine[]): number {
  const distances = lines.slice(1).map((line, index) => line.baseline - lines[index]!.baseline)
  if (distances.length < 3) return 0
  const usual = median(distances.slice(1))
  const at = distances.slice(0, 3).findIndex((distance) => distance > usual * widerBy)
  return at === -1 || filledOf(lines[at]!) < 2 ? 0 : at + 1
}

/** A first line of years, or of whole numbers that rise above values which are none. */
function isYears([first, ...rows]: readonly GridLine[]): boolean {
  const names = first!.cells.slice(1).flatMap((cell) => (cell === null ? [] : [cell.text]))
  const numbers = names.filter((name) => /^\d{1,4}$/u.test(name)).map(Number)
  if (numbers.length < 2 || numbers.length * 2 <= names.length) return false
  if (!numbers.every((number, index) => index === 0 || number > numbers[index - 1]!)) return false
  const values = rows.flatMap((row) => row.cells.slice(1).flatMap((cell) => (cell === null ? [] : [cell.text])))
  return (
    numbers.every((number) => number >= 1800 && number <= 2100) ||
    values.filter((value) => /\d[.,]\d/u.test(value)).length * 2 > values.length
  )
}

/**
 * The names of the columns, from the top: each of the header's lines gives its part. What is centred over several columns
 * that have names of their own stands before each of these.
 */
export function namesOf(lines: readonly GridLine[], columns: number, centres: readonly number[]): string[] {
  const names: string[][] = Array.from({ length: columns }, () => [])
  for (const [index, line] of lines.entries()) {
    const below = lines.slice(index + 1)
    const parts = [
      ...line.spans,
      ...line.cells.flatMap((segment, column) => (segment === null ? [] : [{ first: column, last: column, segment }])),
    ].toSorted((one, other) => one.first - other.first)
    for (const [at, part] of parts.entries()) {
      const isFree = (column: number): boolean =>
        column > 0 &&
        below.some((other) => other.cells[column] != null) &&
        !parts.some((other) => other !== part && other.first <= column && column <= other.last)
      const [first, last] = rangeOf(part, isFree, centres, parts[at + 1]?.first ?? columns)
      for (let column = first; column <= last; column++) names[column]!.push(part.segment.text)
    }
  }
  return names.map((parts) => parts.join(' ').replace(/\s+/gu, ' ').trim())
}

type Part = GridLine['spans'][number]

/** The columns that a part of the header stands over the middle of: its own, and as many free ones on both of its sides. */
function rangeOf(
  { first, last, segment }: Part,
  isFree: (column: number) => boolean,
  centres: readonly number[],
  end: number,
): [number, number] {
  if (!Array.from({ length: last - first + 1 }, (_, at) => first + at).every(isFree)) return [first, last]
  const middle = (segment.left + segment.right) / 2
  const offset = (from: number, to: number): number => Math.abs((centres[from]! + centres[to]!) / 2 - middle)
  let best: [number, number] = [first, last]
  let least = offset(first, last)
  for (let from = first; from === first || isFree(from); from--) {
    for (let to = last; to < end && (to === last || isFree(to)); to++) {
      if (offset(from, to) > least || (from === first && to === last)) continue
      best = [from, to]
      least = offset(from, to)
    }
  }
  return best
}

import { figureOfCaption } from '../../../contract/report/figures'
import { withEntries } from './entries'
import type { FixedPitch } from './fixed-pitch'
import { type BodyStyle, type Line, median } from './geometry'
import { endsSentence } from './lines'
import type { FoundTable } from './tables/find-tables'

/**
 * What a paragraph is: running text, an item of a list, a line of cells, which is kept for itself, lines of a program, or a
 * whole table.
 */
type ParagraphKind = 'text' | 'item' | 'row' | 'code' | 'table'

/** Lines that are read as one; those of a program stay apart. */
export interface Paragraph {
  readonly lines: Line[]
  readonly page: number
  readonly size: number
  readonly font: string
  readonly kind: ParagraphKind
  /** Whether its first line is the term that the others explain. */
  readonly isEntry: boolean
  /** Right edge of its column, to see whether a line is full. */
  readonly columnRight: number
  /** Of the kind `table`. */
  readonly table?: FoundTable
}

const bullet = /^(?:[-–—•‣◦▪●○■□*·]\s|\(?\d{1,2}[.)]\s|\(?[a-z]\)\s|\[\d{1,3}\]\s?)/u
const plainBullet = /^[•‣◦▪●○■□]/u
const sectionNumber =
  /^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[A-Z]\.|[IVX]{1,5}\.|[-–•‣◦▪●○■□*·]|\(?\d{1,2}[.)]|\(?[a-z]\)|\[\d{1,3}\])$/u
/** Between the cells of a table's row there is mostly more. */
const mostLooseEms = 2.5
/** An abbreviation that a number follows: its line has not ended a sentence. */
const expectsNumber = /(?:^|[\s(])(?:figs?|eqs?|secs?|tabs?|refs?|no|vol|pp?|chap|app)\.$/iu

/** Cuts a column's lines into paragraphs by what typesetting shows them with: distance, indent, size, font, short lines. */
export function paragraphsOf(
  all: readonly Line[],
  page: number,
  body: BodyStyle,
  fixedPitch: FixedPitch = new Map(),
  likelyFixed = fixedPitch,
): Paragraph[] {
  const { lines, terms } = withEntries(all, fixedPitch, likelyFixed)
  const paragraphs: Paragraph[] = []
  const columnLeft = edgeOf(lines.map((line) => line.left))
  const columnRight = Math.max(0, ...lines.map((line) => line.right))
  const code = new Set(lines.filter((line, index) => !terms.has(line) && isCode(line, lines[index - 1], fixedPitch)))
  const rows = new Set(
    lines.filter(
      (line, index) =>
        !code.has(line) &&
        isTableRow(line) &&
        !isStretched(line, columnLeft, columnRight) &&
        !isLoose(line, [lines[index - 1], lines[index + 1]], columnLeft, columnRight),
    ),
  )
  const prose = lines.filter((line) => !rows.has(line) && !code.has(line))
  const leading = leadingOf(prose.length > 1 ? prose : lines)
  for (const [index, line] of lines.entries()) {
    const current = paragraphs.at(-1)
    const previous = lines[index - 1]
    const isRow = rows.has(line)
    if (previous !== undefined && terms.has(previous)) {
      current?.lines.push(line)
      continue
    }
    if (code.has(line) && current?.kind === 'code') {
      current.lines.push(line)
      continue
    }
    if (
      current !== undefined &&
      previous !== undefined &&
      !isRow &&
      !code.has(line) &&
      current.kind !== 'row' &&
      current.kind !== 'code' &&
      !terms.has(line) &&
      !startsParagraph(line, previous, current, { leading, columnLeft, columnRight, body })
    ) {
      current.lines.push(line)
      continue
    }
    paragraphs.push({
      lines: [line],
      page,
      size: line.size,
      font: line.font,
      kind: code.has(line) ? 'code' : isRow ? 'row' : bullet.test(line.text) ? 'item' : 'text',
      isEntry: terms.has(line),
      columnRight,
    })
  }
  return paragraphs
}

interface Column {
  readonly leading: number
  readonly columnLeft: number
  readonly columnRight: number
  readonly body: BodyStyle
}

function startsParagraph(line: Line, previous: Line, current: Paragraph, column: Column): boolean {
  const { leading, columnLeft, columnRight, body } = column
  const distance = line.baseline - previous.baseline
  const em = line.size
  // The leading is that of the body; a heading's lines stand further apart, as its letters are larger.
  const usual = line.size > body.size * 1.1 ? em * 1.4 : Math.max(leading * 1.35, em * 1.05)
  if (distance <= 0 || distance > usual) return true
  if (Math.abs(line.size - previous.size) > 0.12 * Math.max(line.size, previous.size)) return true
  const isShort = previous.right < columnRight - (columnRight - columnLeft) * 0.15
  // In running text a line may break before “Figure 3.” as well.
  if (figureOfCaption(line.text) !== null && (isShort || endsSentence.test(previous.text))) return true
  if (bullet.test(line.text)) {
    // "R-" and "32. The …": a full line may break before what looks like a label.
    const isSibling = current.kind === 'item' && Math.abs(line.left - current.lines[0]!.left) < em * 0.5
    if (plainBullet.test(line.text) || isSibling || isShort || endsSentence.test(previous.text)) return true
  }
  // A heading in bold right above its text.
  if (current.font !== line.font && current.font !== body.font && line.font === body.font && isShort) {
    if (!/[,\p{Ll}]$/u.test(previous.text) || current.lines.length === 1) return true
  }
  if (line.font !== body.font && previous.font === body.font && endsSentence.test(previous.text) && isShort) return true
  const isIndented = line.left > columnLeft + em * 0.8
  const wasIndented = previous.left > columnLeft + em * 0.8
  const isFirst = current.lines.length === 1
  if (current.kind === 'item') {
    // The lines of an item are indented as its text is.
    return !isIndented && wasIndented && !isFirst
  }
  if (isIndented && !wasIndented) return !isFirst || endsSentence.test(previous.text)
  // Hanging indent: an entry begins at the edge again.
  if (!isIndented && wasIndented && !isFirst) return true
  return (
    isShort && endsSentence.test(previous.text) && !/^\p{Ll}/u.test(line.text) && !expectsNumber.test(previous.text)
  )
}

/** A line all in a font of fixed pitch, unless it is where a line of running text went on. */
function isCode(line: Line, previous: Line | undefined, fixedPitch: FixedPitch): boolean {
  const isFixed = (candidate: Line): boolean =>
    candidate.cells.every((cell) => cell.every((item) => fixedPitch.has(item.font)))
  if (fixedPitch.size === 0 || !isFixed(line)) return false
  if (previous === undefined || isFixed(previous) || endsSentence.test(previous.text)) return true
  const distance = line.baseline - previous.baseline
  return distance > line.size * 1.6 || Math.abs(line.left - previous.left) > line.size * 0.8
}

/** More than one cell, unless the first is only the number of a heading or an item; a table of contents' line. */
function isTableRow(line: Line): boolean {
  if (/…\s*[\dxivl]{1,5}$/i.test(line.text)) return true
  if (line.cells.length < 2) return false
  const first = line.cells[0]!.map((item) => item.text)
    .join('')
    .trim()
  return line.cells.length > 2 || !sectionNumber.test(first)
}

const laterStartsOf = ({ cells }: Line): number[] => cells.slice(1).map((cell) => cell[0]!.left)

const gapsOf = (line: Line): number[] =>
  laterStartsOf(line).map((start, index) => start - line.cells[index]!.at(-1)!.right)

/** A justified line of few words: wide gaps, all alike, from one edge of the column to the other. */
function isStretched(line: Line, columnLeft: number, columnRight: number): boolean {
  if (line.left > columnLeft + line.size * 2 || line.right < columnRight - line.size * 0.5) return false
  const gaps = gapsOf(line)
  return Math.max(...gaps) < line.size * 4 && Math.max(...gaps) - Math.min(...gaps) < line.size * 0.35
}

/**
 * A nearly full line of a scan's text whose words stand apart as cells do, but not below or above any cell: a gap between
 * sentences, or where the scan was recognised badly.
 */
function isLoose(
  line: Line,
  neighbours: readonly (Line | undefined)[],
  columnLeft: number,
  columnRight: number,
): boolean {
  if (line.left > columnLeft + line.size * 2 || line.right < columnLeft + (columnRight - columnLeft) * 0.75)
    return false
  if (Math.max(...gapsOf(line)) > line.size * mostLooseEms) return false
  const others = neighbours.flatMap((other) => (other === undefined ? [] : laterStartsOf(other)))
  return laterStartsOf(line).every((start) => others.every((other) => Math.abs(start - other) > line.size * 0.5))
}

function leadingOf(lines: readonly Line[]): number {
  const distances: number[] = []
  for (const [index, line] of lines.entries()) {
    const previous = lines[index - 1]
    const distance = previous === undefined ? 0 : line.baseline - previous.baseline
    if (distance > line.size * 0.5 && distance < line.size * 2.5) distances.push(distance)
  }
  // The smaller half: distances between paragraphs would raise a median over all.
  const sorted = distances.toSorted((one, other) => one - other)
  return distances.length === 0 ? 0 : median(sorted.slice(0, Math.max(1, Math.ceil(sorted.length * 0.7))))
}

/** The left edge that most lines share, within a point. */
function edgeOf(values: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(Math.round(value), (counts.get(Math.round(value)) ?? 0) + 1)
  // Of the edges that a fifth of the lines have, the leftmost: in hanging text most lines are indented.
  const common = [...counts].filter(([, count]) => count >= Math.max(1, values.length * 0.2)).map(([value]) => value)
  return common.length > 0 ? Math.min(...common) : Math.min(...values)
}

import type { FixedPitch } from '../fixed-pitch'
import type { BodyStyle, Item, Line } from '../geometry'
import { blocksOf } from './blocks'
import { beginsCaption, beginsOtherCaption, type CaptionRange, captionAbove, captionBelow } from './captions'
import { columnsOf, type Separators, separatorsOf } from './columns'
import { filledOf, type GridLine, gridOf } from './grid'
import { headerLinesOf, namesOf } from './header'
import { isTable } from './judge'
import { rowsOf } from './rows'
import { type CutLine, cutLine } from './segments'

/** A cell's items, line by line. */
export type TableCell = readonly (readonly Item[])[]

/** A table found in the lines of a column: those `from` to `to`, exclusive, its caption among them or beside them. */
export interface FoundTable {
  readonly from: number
  readonly to: number
  readonly caption: CaptionRange | null
  /** The names of the columns, some of them empty; none where nothing names them. */
  readonly names: readonly string[]
  /** A row that is a heading within the table has one cell. */
  readonly rows: readonly (readonly TableCell[])[]
}

/** Rows that names of columns are worth: more would repeat them without end. */
const longestName = 120

/** The tables among the lines of a column, from the top. They do not overlap. */
export function tablesOf(lines: readonly Line[], likelyFixed: FixedPitch, body: BodyStyle): FoundTable[] {
  const cut = lines.map((line) => cutLine(line, likelyFixed, body))
  const tables: FoundTable[] = []
  let taken = 0
  for (const block of blocksOf(cut)) {
    const table = tableIn(lines, cut, block.from, block.to, taken, likelyFixed)
    if (table === null) continue
    tables.push(table)
    taken = Math.max(table.to, table.caption?.to ?? 0)
  }
  return tables
}

function tableIn(
  lines: readonly Line[],
  cut: readonly CutLine[],
  blockFrom: number,
  blockTo: number,
  taken: number,
  likelyFixed: FixedPitch,
): FoundTable | null {
  const rowLines = cut.slice(blockFrom, blockTo).filter(({ segments }) => segments.length > 1)
  const size = rowLines[0]!.line.size
  const separators = separatorsOf(rowLines, size)
  if (separators === null) return null
  const from = headedFrom(cut, blockFrom, Math.max(taken, 0), separators)
  const to = endOf(cut, blockTo, separators)
  const above = captionAbove(lines, from)
  const caption = above !== null && above.from >= taken ? above : captionBelow(lines, to)
  const next = lines[to]
  if (caption === null && next !== undefined && beginsOtherCaption(next.text)) return null
  const grid = gridOf(cut.slice(from, to), separators)
  const header = headerLinesOf(grid, likelyFixed)
  const body = grid.slice(header?.count ?? 0)
  const rows = rowsOf(body)
  const spanning = body.filter((line) => line.spans.length > 0 && filledOf(line) > 0).length
  const codeShare = cut.slice(from, to).filter(({ isCode }) => isCode).length / (to - from)
  const names =
    header === null ? [] : namesOf(grid.slice(0, header.count), separators.length + 1, centresOf(body, separators))
  const suspect = {
    codeShare,
    names,
    header,
    body,
    rows,
    columns: separators.length + 1,
    hasCaption: caption !== null,
    spanning,
  }
  if (!isTable(suspect)) return null
  const isNamed = names.some((name) => name !== '') && names.every((name) => name.length <= longestName)
  const cells = rows.map(cellsOf)
  if (!isNamed) return { from, to, caption, names: [], rows: cells }
  // What no name stands over belongs to the column before: “Output module (Section 5)”.
  const kept = names.flatMap((name, column) => (name === '' && column > 0 ? [] : [column]))
  return {
    from,
    to,
    caption,
    names: kept.map((column) => names[column]!),
    rows: cells.map((row) => kept.map((column, index) => joined(row.slice(column, kept[index + 1])))),
  }
}

/** Cells side by side as one: line by line. */
function joined(cells: readonly TableCell[]): TableCell {
  const [first = [], ...others] = cells.filter((cell) => cell.length > 0)
  if (others.length === 0) return first
  const lines = cells.reduce((most, cell) => Math.max(most, cell.length), 0)
  return Array.from({ length: lines }, (_, line) => cells.flatMap((cell) => cell[line] ?? []))
}

/** A short line right above the first row that stands over its columns is a part of the header: “Diagnosis”. */
function headedFrom(cut: readonly CutLine[], from: number, least: number, separators: Separators): number {
  const above = cut[from - 1]
  const first = cut[from]!
  if (from - 1 < least || above === undefined || !above.mayBeRow || above.segments.length !== 1) return from
  const [segment] = above.segments
  const isNear = first.line.baseline - above.line.baseline < 2 * first.line.size
  const isOver =
    segment!.left > first.line.left + first.line.size * 2 && segment!.right < first.line.right + first.line.size
  const isCaption = beginsCaption(above.line.text) || /[.:]$/u.test(above.line.text)
  const isShort = segment!.text.length <= 40 && columnsOf(segment!, separators)[1] > 0
  return isNear && isOver && isShort && !isCaption ? from - 1 : from
}

/** Lines below the last row that go on with one of its cells but the first. */
function endOf(cut: readonly CutLine[], to: number, separators: Separators): number {
  let end = to
  for (; end < cut.length; end++) {
    const { line, segments, mayBeRow } = cut[end]!
    const before = cut[end - 1]!.line
    if (!mayBeRow || segments.length !== 1 || beginsCaption(line.text) || beginsOtherCaption(line.text)) break
    if (line.baseline - before.baseline > 1.5 * line.size || Math.abs(line.size - before.size) > 0.6) break
    const [first, last] = columnsOf(segments[0]!, separators)
    if (first !== last || first === 0) break
    const isUnder = cut[to - 1]!.segments.some(
      (cell) => columnsOf(cell, separators)[0] === first && Math.abs(cell.left - segments[0]!.left) < line.size,
    )
    if (!isUnder) break
  }
  return end
}

function centresOf(body: readonly GridLine[], separators: Separators): number[] {
  return Array.from({ length: separators.length + 1 }, (_, column) => {
    const cells = body.flatMap(({ cells }) => (cells[column] == null ? [] : [cells[column]!]))
    const left = cells.reduce((least, cell) => Math.min(least, cell.left), Number.POSITIVE_INFINITY)
    const right = cells.reduce((most, cell) => Math.max(most, cell.right), Number.NEGATIVE_INFINITY)
    return cells.length === 0 ? Number.POSITIVE_INFINITY : (left + right) / 2
  })
}

/** The cells of a row; what reaches over columns stands for itself. */
function cellsOf(lines: readonly GridLine[]): TableCell[] {
  const columns = lines[0]!.cells.length
  const cells: Item[][][] = Array.from({ length: columns }, () => [])
  for (const line of lines) {
    for (const [column, cell] of line.cells.entries()) if (cell !== null) cells[column]!.push([...cell.items])
    for (const { first, segment } of line.spans) cells[first]!.push([...segment.items])
  }
  return cells
}

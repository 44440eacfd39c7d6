import { isBracketed, isFigure } from './figures'
import { filledOf, type GridLine } from './grid'

/** Lines of one row are at least this much closer together than rows are. */
const closerBy = 1.2
/** Lines that a row has at most. */
const mostLines = 16

/** The lines of each row. Distances tell the rows apart where they are of two kinds, else what the cells hold. */
export function rowsOf(lines: readonly GridLine[]): GridLine[][] {
  return byDistance(lines) ?? byContent(lines)
}

function byDistance(lines: readonly GridLine[]): GridLine[][] | null {
  const distances = lines.slice(1).map((line, index) => line.baseline - lines[index]!.baseline)
  if (distances.length < 2) return null
  const sorted = distances.toSorted((one, other) => one - other)
  // The widest step between two distances that follow each other.
  let limit = 0
  let step = closerBy
  for (const [index, distance] of sorted.slice(1).entries()) {
    if (distance / sorted[index]! > step) {
      step = distance / sorted[index]!
      limit = (distance + sorted[index]!) / 2
    }
  }
  if (limit === 0) return null
  const rows: GridLine[][] = []
  for (const [index, line] of lines.entries()) {
    if (index === 0 || distances[index - 1]! > limit) rows.push([line])
    else rows.at(-1)!.push(line)
  }
  if (rows.length < 2 || rows.some((row) => row.length > mostLines)) return null
  const several = rows.filter((row) => row.length > 1)
  return several.length > 0 && several.every(isOneRow) ? rows : null
}

/** Rows that stand together for another reason are full each and begin anew, or repeat a column of figures. */
function isOneRow(lines: readonly GridLine[]): boolean {
  const columns = lines[0]!.cells.length
  const [, ...later] = lines.filter((line) => filledOf(line) === columns)
  if (later.some((line) => !goesOnInMost(line))) return false
  for (let column = 0; column < columns; column++) {
    const figures = lines.filter((line) => {
      const text = line.cells[column]?.text
      return text !== undefined && isFigure(text) && !isBracketed(text)
    })
    if (figures.length > 1) return false
  }
  return lines.some((line) => filledOf(line) > 1)
}

/** Whether most cells of a line begin as the rest of a sentence does. */
function goesOnInMost({ cells }: GridLine): boolean {
  const texts = cells.flatMap((cell) => (cell === null ? [] : [cell.text]))
  return texts.filter((text) => /^[\p{Ll}(&]/u.test(text)).length * 2 > texts.length
}

function byContent(lines: readonly GridLine[]): GridLine[][] {
  const rows: GridLine[][] = []
  for (const line of lines) {
    const row = rows.at(-1)
    if (row !== undefined && row.length < mostLines && goesOn(line, row)) row.push(line)
    else rows.push([line])
  }
  return rows
}

/** True where a line has the rest of cells that the row above began. */
function goesOn(line: GridLine, row: readonly GridLine[]): boolean {
  if (line.spans.length > 0 || row.some(({ spans }) => spans.length > 0)) return false
  const filled = line.cells.flatMap((cell, column) => (cell === null ? [] : [{ column, text: cell.text }]))
  if (filled.length === 0) return false
  const above = (column: number): string | undefined =>
    row.findLast((other) => other.cells[column] != null)?.cells[column]?.text
  const hasLabel = line.cells[0] != null
  if (!hasLabel && filled.every(({ text }) => isBracketed(text))) return true
  const isLess = filled.length < filledOf(row[0]!)
  return filled.every(({ column, text }) => {
    const begun = above(column)
    if (begun === undefined || isFigure(text)) return false
    if (/[-‐,(/–]$/u.test(begun)) return true
    return isLess && (/^[\p{Ll}(&)]/u.test(text) || (!hasLabel && filled.length === 1))
  })
}

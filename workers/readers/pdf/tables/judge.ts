import { isFigure } from './figures'
import { filledOf, type GridLine } from './grid'
import type { HeaderLines } from './header'

/** What is known of lines that may be a table. */
export interface Suspect {
  readonly header: HeaderLines | null
  /** Of its columns. */
  readonly names: readonly string[]
  /** The lines below the header. */
  readonly body: readonly GridLine[]
  readonly rows: readonly (readonly GridLine[])[]
  readonly columns: number
  readonly hasCaption: boolean
  /** Lines in which a cell reaches over a gap between columns. */
  readonly spanning: number
  /** The share of its lines that are set as programs are. */
  readonly codeShare: number
}

/** Marks of a list's items, of works in a bibliography and of formulas: they are no cells. */
const mark = /^(?:[-–—•‣◦▪●○■□*·]|\(?\d{1,3}[.)]|\(?[a-z][.)]|\[[^\]]{1,12}\])$/iu
const equationNumber = /^\(\d{1,3}(?:\.\d{1,3})*[a-z]?\)$/u
/** How a cell of an index ends: its term's first page. */
const indexEntry = /\p{L}[)\]”"’']?,\s?\d{1,4}(?:[–-]\d{1,4})?(?:$|,)/u

/** Without a caption: shares of cells filled and of rows whose cells keep to their columns' edges, and the longest mean cell. */
const leastFilledBelowCaption = 0.25
const leastFilled = 0.6
const leastAligned = 0.8
const longestMeanCell = 40
/** What a program prints is often in columns and stays as it is printed. */
const mostCode = 0.2

/**
 * Whether lines are a table. A caption is believed unless they are a list or a formula; without one, there have to be rows
 * below names of columns, most of them filled and aligned. What is wrongly a table reads worse than a table as text.
 */
export function isTable(suspect: Suspect): boolean {
  const { body, rows, columns, hasCaption } = suspect
  if (isList(body) || isNumberedFormula(body) || isIndex(body)) return false
  if (suspect.spanning * 3 > body.length) return false
  if (hasCaption) return rows.length >= (columns > 2 ? 1 : 2) && fill(suspect) >= leastFilledBelowCaption
  return isPlain(suspect)
}

function isPlain(suspect: Suspect): boolean {
  const { header, body, rows, columns } = suspect
  if (header === null || header.by === 'assumed' || header.by === 'distance' || rows.length < 3) return false
  if (suspect.names.filter((name) => /\p{L}{2}|\p{Lo}/u.test(name)).length * 2 < columns || isCrowded(body))
    return false
  const texts = body.flatMap((line) => line.cells.flatMap((cell) => (cell === null ? [] : [cell.text])))
  const figures = texts.filter(isFigure).length
  if (suspect.codeShare > mostCode || texts.some((text) => text.includes('@'))) return false
  if (columns === 2 && figures * 3 < texts.length) return false
  const mean = texts.reduce((sum, text) => sum + text.length, 0) / texts.length
  return (
    figures * 4 >= texts.length &&
    mean <= longestMeanCell &&
    fill(suspect) >= leastFilled &&
    alignedShare(body, columns) >= leastAligned
  )
}

/** Lines closer together than letters are high are those of formulas. */
function isCrowded(body: readonly GridLine[]): boolean {
  return body.some((line, index) => index > 0 && line.baseline - body[index - 1]!.baseline < 0.8 * line.size)
}

function fill({ body, columns }: Suspect): number {
  const rows = body.filter((line) => filledOf(line) > 1)
  return rows.reduce((sum, line) => sum + filledOf(line), 0) / Math.max(1, rows.length * columns)
}

function textsOf(body: readonly GridLine[], column: number): string[] {
  return body.flatMap(({ cells }) => (cells.at(column) == null ? [] : [cells.at(column)!.text]))
}

function isList(body: readonly GridLine[]): boolean {
  const first = textsOf(body, 0)
  return first.length > 0 && first.filter((text) => mark.test(text)).length * 2 > first.length
}

function isNumberedFormula(body: readonly GridLine[]): boolean {
  const last = textsOf(body, -1)
  return last.length > 0 && last.filter((text) => equationNumber.test(text)).length * 2 > last.length
}

function isIndex(body: readonly GridLine[]): boolean {
  const texts = body.flatMap(({ cells }) => cells.flatMap((cell) => (cell === null ? [] : [cell.text])))
  return texts.filter((text) => indexEntry.test(text)).length * 3 > texts.length
}

/** The share of cells that keep to the left edge, the right edge or the middle of their column, whichever most do. */
function alignedShare(body: readonly GridLine[], columns: number): number {
  let kept = 0
  let all = 0
  for (let column = 0; column < columns; column++) {
    const cells = body.flatMap((line) =>
      line.cells[column] == null ? [] : [{ ...line.cells[column]!, size: line.size }],
    )
    if (cells.length === 0) continue
    const share = (place: (cell: (typeof cells)[number]) => number): number => {
      const places = cells.map((cell) => Math.round(place(cell) / (cell.size * 0.35)))
      const counts = new Map<number, number>()
      for (const at of places) counts.set(at, (counts.get(at) ?? 0) + 1)
      return Math.max(...[...counts].map(([at, count]) => count + (counts.get(at + 1) ?? 0)))
    }
    kept += Math.max(
      share((cell) => cell.left),
      share((cell) => cell.right),
      share((cell) => (cell.left + cell.right) / 2),
    )
    all += cells.length
  }
  return all === 0 ? 0 : kept / all
}

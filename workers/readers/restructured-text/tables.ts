/** A table's rows, of each cell its lines; the first ones may name the columns. */
export interface RstTable {
  readonly rows: readonly (readonly (readonly string[])[])[]
  readonly heads: number
}

/** Characters that take two columns of a terminal, which is what tables are drawn for. */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g
const inColumns = (line: string): string => line.replace(wide, '$&\0')
const cellLine = (text: string): string => text.replaceAll('\0', '').trimEnd()

export const isGridTop = (line: string): boolean => /^\+[-=][-=+]*\+$/.test(line)
export const isSimpleTop = (line: string): boolean => /^=[= ]*$/.test(line) && line.includes(' ')

/** Rows of a table drawn with lines; a cell that reaches over several rows stands in each of them, where it is short. */
export function gridTable(given: readonly string[]): RstTable {
  const lines = given.map(inColumns)
  const edges = edgesOf(lines)
  const rows: string[][][] = []
  let heads = 0
  let row: string[][] = []
  for (const line of lines) {
    const segments = segmentsOf(line, edges)
    const borders = segments.filter(({ text }) => isBorder(text))
    if (borders.length > 0 && row.some((cell) => cell.some((text) => text !== ''))) rows.push(Array.from(row, orEmpty))
    if (line.startsWith('+=') && rows.length > 0) heads = rows.length
    if (borders.length === segments.length) row = []
    else if (borders.length > 0) row = row.slice(0, segments.at(-1)!.column + 1)
    for (const { column } of borders) row[column] = []
    for (const { column, text } of segments) {
      if (isBorder(text)) continue
      row[column] ??= []
      row[column].push(cellLine(text))
    }
  }
  if (row.some((cell) => cell.length > 0)) rows.push(Array.from(row, orEmpty))
  return { rows: rows.map((cells, at) => cells.map((cell, column) => said(cell, rows[at - 1]?.[column]))), heads }
}

/** A short cell is said again in each row that it reaches over, a long one once. */
const said = (cell: string[], above: string[] | undefined): string[] =>
  cell === above && !(cell.length <= 4 && cell.every((text) => text.length <= 100)) ? [] : cell

const orEmpty = (cell: string[] | undefined): string[] => cell ?? []
const isBorder = (text: string): boolean => /^[-=]+$/.test(text)

/** Columns at which cells may end: crossings of lines, not a plus within a text. */
function edgesOf(lines: readonly string[]): number[] {
  const edges = new Set<number>()
  for (const line of lines) {
    for (let at = line.indexOf('+'); at !== -1; at = line.indexOf('+', at + 1)) {
      const isCrossing = line[0] === '+' || isBorder(line.slice(at + 1, at + 3)) || isBorder(line.slice(at - 2, at))
      if (isCrossing) edges.add(at)
    }
  }
  return [...edges].sort((one, other) => one - other)
}

/** The stretches between the edges that a line has. */
function segmentsOf(line: string, edges: readonly number[]): { column: number; text: string }[] {
  const segments: { column: number; text: string }[] = []
  let column = 0
  let start = 0
  for (const [index, edge] of edges.entries()) {
    if (edge >= line.length) break
    // A plus within a text may stand where other rows have an edge.
    const isCrossing = line[edge] === '+' && (edge === 0 || /[-=]/.test(line.slice(edge - 1, edge + 2)))
    if (line[edge] !== '|' && !isCrossing) continue
    if (edge > start) segments.push({ column, text: line.slice(start + 1, edge) })
    column = index
    start = edge
  }
  if (line.length > start + 1) segments.push({ column, text: line.slice(start + 1) })
  return segments
}

/** A table without drawn sides ends at its second line below the top one, or at one above an empty line. */
export function simpleTableEnd(lines: readonly string[], from: number): number {
  let found = 0
  for (let at = from + 1; at < lines.length; at++) {
    if (!/^=[= ]*$/.test(lines[at]!)) continue
    found++
    if (found === 2 || (lines[at + 1] ?? '') === '') return at + 1
  }
  const empty = lines.indexOf('', from)
  return empty === -1 ? lines.length : empty
}

/** Rows of such a table: one begins where its first column has text; text across a gap belongs to the cell before it. */
export function simpleTable(given: readonly string[]): RstTable {
  const lines = given.map(inColumns)
  const starts = [...lines[0]!.matchAll(/=+/g)].map(({ index }) => index)
  const rows: string[][][] = []
  let heads = 0
  let isApart = true
  let isBelowEmpty = false
  for (const line of lines) {
    if (line === '') isBelowEmpty = true
    else if (/^[=-][=\- ]*$/.test(line)) {
      if (line.startsWith('=') && heads === 0) heads = rows.length
      isApart = true
    } else {
      const cells = cellsOf(line, starts)
      const begins = isApart || cells[0]!.trim() !== ''
      if (begins) rows.push([])
      const row = rows.at(-1)!
      for (const [column, cell] of cells.entries()) {
        row[column] ??= []
        if (isBelowEmpty && !begins) row[column].push('')
        row[column].push(cellLine(cell))
      }
      isApart = false
      isBelowEmpty = false
    }
  }
  return { rows, heads }
}

function cellsOf(line: string, starts: readonly number[]): string[] {
  const cells = ['']
  let owner = 0
  for (const [column, start] of starts.entries()) {
    if (column > 0 && start >= line.length) break
    if (line[start - 1] === ' ' || column === 0) owner = column
    cells[column] ??= ''
    cells[owner] += line.slice(start, starts[column + 1])
  }
  return cells
}

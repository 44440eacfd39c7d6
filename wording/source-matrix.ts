import type { ReportView } from '../contract/report/report'
import { shadeOf, sourceMatrixOf } from '../contract/report/source-matrix'
import { headingOf } from './report-words'
import type { Speech } from './words'

/** A cell: how often the part cites the source, and how dark that is, 0 to 4. */
interface MatrixCell {
  readonly count: number
  readonly shade: number
}

interface ToldMatrix {
  /** Of the columns: the headings of the parts, or their numbers where there are more than a page is wide. */
  readonly columns: readonly string[]
  /** What the numbers stand for; empty where the columns say it. */
  readonly legend: readonly string[]
  readonly rows: readonly { readonly origin: string; readonly name: string; readonly cells: readonly MatrixCell[] }[]
}

/** Columns with a heading at most. */
const mostHeadings = 4

/** Which part rests on which sources as a table; null where there is none to show. */
export function toldMatrix(report: ReportView, speech: Speech): ToldMatrix | null {
  const matrix = sourceMatrixOf(report)
  if (matrix === null) return null
  const headings = matrix.parts.map((part) => headingOf(part, speech))
  const isNumbered = headings.length > mostHeadings
  const most = Math.max(...matrix.rows.flatMap(({ counts }) => counts))
  return {
    columns: isNumbered ? headings.map((_, at) => speech.format.number(at + 1)) : headings,
    legend: isNumbered ? headings : [],
    rows: matrix.rows.map(({ origin, name, counts }) => ({
      origin,
      name,
      cells: counts.map((count) => ({ count, shade: shadeOf(count, most) })),
    })),
  }
}

import { Paragraph, type ParagraphChild, ShadingType, Table, TableCell, TableRow, TextRun, WidthType } from 'docx'
import { shownLine } from '../../contract/shown-text'

/** Between the margins of a page, in twentieths of a point. */
const textWidth = 9026
/** Smaller than the text around it, in half points. */
const cellSize = 18
/** Of a character at that size, and beside a column's text. */
const characterWidth = 100
const besideText = 160

interface Cell {
  readonly children: readonly ParagraphChild[]
  readonly text: string
  /** The colour behind it; paper where there is none. */
  readonly fill?: string | null
}

export const cellOf = (text: string, bold = false): Cell => ({
  children: [new TextRun({ text: shownLine(text).trim(), bold, size: cellSize })],
  text,
})

/** As wide as the longest word of each column where all of these fit, and of the rest more for who has more to say. */
function widthsOf(columns: readonly (readonly string[])[]): number[] {
  const longest = (texts: readonly string[]): number => texts.reduce((most, { length }) => Math.max(most, length), 0)
  const least = columns.map((texts) => {
    const word = longest(texts.flatMap((text) => text.slice(0, 200).split(' ')))
    return Math.min(word, 20) * characterWidth + besideText
  })
  const wanted = columns.map((texts) => Math.min(longest(texts), 40))
  const [sum, asked] = [least, wanted].map((all) => all.reduce((total, one) => total + one, 0)) as [number, number]
  const rest = textWidth - sum
  return least.map((one, at) =>
    Math.floor(rest < 0 ? (one * textWidth) / sum : one + (rest * wanted[at]!) / Math.max(1, asked)),
  )
}

/**
 * A table as wide as the text of the page.
 * @param rows one more cell than there are columns is for what stands beside them
 */
export function tableOf(columns: readonly string[], rows: readonly (readonly Cell[])[]): Table {
  const width = Math.max(columns.length, ...rows.map((row) => row.length))
  const head = columns.map((column) => cellOf(column, true))
  const columnWidths = widthsOf(
    Array.from({ length: width }, (_, at) => [head, ...rows].map((row) => row[at]?.text ?? '')),
  )
  const cellsOf = (cells: readonly Cell[]): TableCell[] =>
    columnWidths.map(
      (size, at) =>
        new TableCell({
          width: { size, type: WidthType.DXA },
          margins: { left: 60, right: 60 },
          ...(cells[at]?.fill ? { shading: { type: ShadingType.CLEAR, color: 'auto', fill: cells[at].fill } } : {}),
          children: [new Paragraph({ spacing: { after: 0 }, children: [...(cells[at]?.children ?? [])] })],
        }),
    )
  return new Table({
    columnWidths,
    width: { size: textWidth, type: WidthType.DXA },
    rows: [
      new TableRow({ tableHeader: true, cantSplit: true, children: cellsOf(head) }),
      ...rows.map((cells) => new TableRow({ cantSplit: true, children: cellsOf(cells) })),
    ],
  })
}

import type { FixedPitch } from '../fixed-pitch'
import type { BodyStyle, Line } from '../geometry'
import { type Paragraph, paragraphsOf } from '../paragraphs'
import { type FoundTable, tablesOf } from './find-tables'

/**
 * The paragraphs of a column's lines with its tables as one paragraph each, right after their captions: the caption
 * introduces the rows, wherever the page has it.
 */
export function paragraphsWithTables(
  lines: readonly Line[],
  page: number,
  body: BodyStyle,
  fixedPitch: FixedPitch,
  likelyFixed: FixedPitch,
): Paragraph[] {
  const tables = tablesOf(lines, likelyFixed, body)
  if (tables.length === 0) return paragraphsOf(lines, page, body, fixedPitch, likelyFixed)
  const rows = new Set(tables.flatMap(({ from, to }) => lines.slice(from, to)))
  const paragraphs = paragraphsOf(
    lines.filter((line) => !rows.has(line)),
    page,
    body,
    fixedPitch,
    likelyFixed,
  )
  // By where it stands: lines with the term of an entry are in paragraphs as two.
  const paragraphOf = (line: Line): Paragraph | undefined =>
    paragraphs.findLast(({ lines: [first] }) => first !== undefined && first.baseline <= line.baseline)
  const after = new Map<Paragraph | null, Paragraph[]>()
  let above: Line | undefined
  for (const [index, table] of tables.entries()) {
    const own = lines.slice(table.from, table.to)
    if (table.from > (tables[index - 1]?.to ?? 0)) above = lines[table.from - 1]
    const anchor = table.caption === null ? above : lines[table.caption.to - 1]
    const before = (anchor === undefined ? undefined : paragraphOf(anchor)) ?? null
    after.set(before, [...(after.get(before) ?? []), tableParagraph(table, own, page)])
  }
  return [null, ...paragraphs].flatMap((paragraph) => [
    ...(paragraph === null ? [] : [paragraph]),
    ...(after.get(paragraph) ?? []),
  ])
}

function tableParagraph(table: FoundTable, lines: Line[], page: number): Paragraph {
  const [first] = lines
  return {
    lines,
    page,
    size: first?.size ?? 0,
    font: first?.font ?? '',
    kind: 'table',
    isEntry: false,
    columnRight: 0,
    table,
  }
}

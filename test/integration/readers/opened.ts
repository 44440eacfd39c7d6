import { type PassageRow, type PdfLayout, pdfLayout, type ReadFile } from '../../../contract/library/extract'

/** What a reader handed over, with its JSON parsed: rows as the store would take them. */
export function opened({ prepared }: ReadFile) {
  const { passages, pageStarts, headings, layout, ...rest } = prepared
  return {
    ...rest,
    pageStarts: JSON.parse(pageStarts) as number[],
    headings: JSON.parse(headings) as { level: number; text: string; start: number }[],
    layout: layout === null ? null : (pdfLayout.parse(JSON.parse(layout)) as PdfLayout),
    passages: JSON.parse(`[${passages.portions.join(',')}]`) as PassageRow[],
  }
}

export type Opened = ReturnType<typeof opened>

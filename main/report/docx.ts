import {
  Bookmark,
  Document,
  HeadingLevel,
  InternalHyperlink,
  LevelFormat,
  Packer,
  Paragraph,
  type ParagraphChild,
  type Table,
  TextRun,
} from 'docx'
import type { Language } from '../../contract/language'
import type { CitationView, ReportSection, ReportSentence, ReportView } from '../../contract/report/report'
import { blocksOf, isListed, type ReportBlock } from '../../contract/report/report-blocks'
import { shownLine } from '../../contract/shown-text'
import { headingOf, textOf, toldReadings, toldTimelines } from '../../wording'
import { keyOfRows, type PaintPictures, paintedFigures } from './docx-figures'
import { cellOf, tableOf } from './docx-table'
import {
  answerOf,
  cellText,
  codeOf,
  evidenceOf,
  matrixOf,
  noteOf,
  notesOf,
  placeOf,
  type Rendering,
  renderingIn,
  type ShownAnswer,
} from './layout'

const quiet = '6B6861'
const accent = '0F766E'
const warn = '9A3412'

/** Text from sources as it is: no markup of Word's comes from it. */
const said = (text: string, look: { bold?: boolean; italics?: boolean; color?: string } = {}): TextRun =>
  new TextRun({ text: shownLine(text).trim(), ...look })

const bullets = { reference: 'items', level: 0 } as const

/** Each list with numbers counts for itself. */
const numberingOf = ({ items }: Extract<ReportBlock, { kind: 'list' }>): string => `steps-${items[0]?.[0]?.id}`

const listing = (reference: string, { format, text, start = 1 }: ListMarks) => ({
  reference,
  levels: [{ level: 0, format, text, start, style: { paragraph: { indent: { left: 400, hanging: 300 } } } }],
})

interface ListMarks {
  readonly format: (typeof LevelFormat)[keyof typeof LevelFormat]
  readonly text: string
  readonly start?: number
}

const anchorOf = (n: number): string => `cited-${n}`

/**
 * The report as a Word document: headings by Word's own styles, lists and tables as such, and each mark a link to the
 * cited passage at its end. What Quarry itself says is in `language`.
 * @param paint makes images of charts and timelines; without it their tables and lists stand alone
 */
export async function reportToDocx(
  report: ReportView,
  language: Language = report.language,
  paint?: PaintPictures,
): Promise<Uint8Array> {
  const rendering = renderingIn(language)
  const figureOf = await paintedFigures(report, rendering, paint)
  const { wording } = rendering
  const document = new Document({
    title: shownLine(report.title).trim(),
    creator: 'Quarry',
    styles: {
      default: {
        document: {
          run: { size: 22, font: { ascii: 'Georgia', hAnsi: 'Georgia', eastAsia: 'Songti SC' } },
          paragraph: { spacing: { after: 120 } },
        },
        title: { run: { size: 36 }, paragraph: { spacing: { after: 240 } } },
      },
    },
    numbering: {
      config: [
        listing(bullets.reference, { format: LevelFormat.BULLET, text: '•' }),
        ...report.sections
          .flatMap((section) => blocksOf(section, report.citations))
          .flatMap((block) =>
            block.kind === 'list' && block.start !== null
              ? [listing(numberingOf(block), { format: LevelFormat.DECIMAL, text: '%1.', start: block.start })]
              : [],
          ),
      ],
    },
    sections: [
      {
        children: [
          new Paragraph({ heading: HeadingLevel.TITLE, children: [said(report.title)] }),
          ...(report.partial ? [new Paragraph({ children: [said(wording.partial, { color: warn })] })] : []),
          ...report.sections.flatMap((section) => sectionOf(section, report, rendering, figureOf)),
          ...evidenceBlocks(report, rendering),
          ...timelineBlocks(report, rendering, figureOf),
          ...matrixBlocks(report, rendering),
          ...citedOf(report.citations, rendering),
          new Paragraph({ children: [said(notesOf(report, rendering), { color: quiet })] }),
        ],
      },
    ],
  })
  return new Uint8Array(await Packer.toBuffer(document))
}

type Block = Paragraph | Table
type FigureOf = (key: string) => readonly Paragraph[]

function sectionOf(section: ReportSection, report: ReportView, rendering: Rendering, figureOf: FigureOf): Block[] {
  const blocks = blocksOf(section, report.citations)
  const isList = isListed(section, blocks.length)
  const shown = blocks.flatMap((block): Block[] => {
    if (block.kind === 'paragraph') return [paragraphOf(block.sentences, rendering, isList ? bullets : null)]
    if (block.kind === 'list') {
      const reference = block.start === null ? bullets.reference : numberingOf(block)
      return block.items.map((item) => paragraphOf(item, rendering, { reference, level: 0 }))
    }
    if (block.kind === 'compared') {
      const cells = block.rows.map((row) =>
        row.map((sentences) => ({
          children: childrenOf(sentences, rendering),
          text: sentences.map((sentence) => textOf(sentence, rendering.speech)).join(' '),
        })),
      )
      return [tableOf(block.sides, cells), new Paragraph({})]
    }
    const rows = block.rows.map(({ sentence, cells }) => [
      ...cells.map((cell) => cellOf(cellText(cell))),
      { children: marksOf(sentence, rendering), text: '[00]' },
    ])
    return [tableOf(block.columns, rows), new Paragraph({}), ...figureOf(keyOfRows(block))]
  })
  for (const reading of toldReadings(section, report.citations, rendering.speech))
    shown.push(new Paragraph({ children: [said(reading, { italics: true })] }))
  const heading = said(headingOf(section, rendering.speech))
  return [new Paragraph({ heading: HeadingLevel.HEADING_1, children: [heading] }), ...shown]
}

/** @param numbering of an item of a list; null of a paragraph */
function paragraphOf(
  sentences: readonly ReportSentence[],
  rendering: Rendering,
  numbering: { readonly reference: string; readonly level: number } | null,
): Paragraph {
  const children = childrenOf(sentences, rendering)
  return new Paragraph({ children, ...(numbering === null ? {} : { numbering }) })
}

const childrenOf = (sentences: readonly ReportSentence[], rendering: Rendering): ParagraphChild[] =>
  sentences.flatMap((sentence, at) => [
    ...(at === 0 ? [] : [new TextRun(' ')]),
    said(textOf(sentence, rendering.speech)),
    ...marksOf(sentence, rendering),
  ])

/** A sentence's citations as links, and its verdict where a reader has to know of it. */
function marksOf(sentence: ReportSentence, { wording }: Rendering): ParagraphChild[] {
  const note = noteOf(sentence, wording)
  return [
    ...sentence.citations.map(linkTo),
    ...(note === null ? [] : [new TextRun({ text: ` (${note})`, italics: true, color: warn, size: 18 })]),
  ]
}

function evidenceBlocks(report: ReportView, rendering: Rendering): Block[] {
  const { title, columns, rows } = evidenceOf(report, rendering)
  if (rows.length === 0) return []
  const cells = rows.map(({ n, cells: [statement = '', ...rest] }) => [
    { ...cellOf(statement), children: [...cellOf(statement).children, linkTo(n)] },
    ...rest.map((text) => cellOf(text)),
  ])
  return [new Paragraph({ heading: HeadingLevel.HEADING_1, children: [said(title)] }), tableOf(columns, cells)]
}

function timelineBlocks(report: ReportView, { wording, speech }: Rendering, figureOf: FigureOf): Block[] {
  return toldTimelines(report, speech).flatMap(({ kind, dates, missing }): Block[] => {
    const items = dates.flatMap(({ day, entries }) =>
      entries.map(
        ({ text, citation }) =>
          new Paragraph({
            numbering: bullets,
            children: [said(day, { bold: true }), new TextRun(': '), said(text), linkTo(citation.n)],
          }),
      ),
    )
    return [
      new Paragraph({ heading: HeadingLevel.HEADING_1, children: [said(wording.timeline[kind])] }),
      ...figureOf(kind),
      ...items,
      ...(missing === null ? [] : [new Paragraph({ children: [said(missing, { color: quiet })] })]),
    ]
  })
}

/** Of a cell by how many citations it has: from none to the most. */
const fills = [null, 'E4F2F0', 'C9E5E1', 'AED8D2', '93CBC3'] as const

function matrixBlocks(report: ReportView, rendering: Rendering): Block[] {
  const matrix = matrixOf(report, rendering)
  if (matrix === null) return []
  const rows = matrix.rows.map(({ name, cells }) => [
    cellOf(name),
    ...cells.map(({ text, shade }) => ({ ...cellOf(text), fill: fills[shade] ?? null })),
  ])
  return [
    new Paragraph({ heading: HeadingLevel.HEADING_1, children: [said(matrix.title)] }),
    tableOf(matrix.columns, rows),
    ...matrix.legend.map(
      (heading, at) => new Paragraph({ children: [said(`${at + 1}. ${heading}`, { color: quiet })] }),
    ),
  ]
}

const linkTo = (n: number): ParagraphChild =>
  new InternalHyperlink({
    anchor: anchorOf(n),
    children: [new TextRun({ text: ` [${n}]`, color: accent, size: 18 })],
  })

function citedOf(citations: readonly CitationView[], rendering: Rendering): Block[] {
  if (citations.length === 0) return []
  const { wording } = rendering
  const listed = citations.flatMap((citation): Block[] => {
    const { title, place } = placeOf(citation, rendering)
    const named = new Bookmark({ id: anchorOf(citation.n), children: [said(`[${citation.n}]`, { color: accent })] })
    const answer = citation.place.kind === 'source' ? [] : answerBlocks(answerOf(citation.place, wording))
    return [
      new Paragraph({
        keepNext: true,
        children: [
          named,
          new TextRun(' '),
          said(title, { bold: true }),
          new TextRun(' '),
          said(place, { color: quiet }),
        ],
      }),
      ...citedText(citation),
      ...answer,
    ]
  })
  return [new Paragraph({ heading: HeadingLevel.HEADING_1, children: [said(wording.cited)] }), ...listed]
}

/** What is cited as a paragraph; code in its lines. */
function citedText(citation: CitationView): Block[] {
  const lines = codeOf(citation)?.split('\n')
  if (lines === undefined)
    return [new Paragraph({ indent: { left: 400 }, children: [said(`“${citation.citedText}”`)] })]
  return lines.map(
    (text) => new Paragraph({ indent: { left: 400 }, children: [new TextRun({ text, font: 'Consolas', size: 16 })] }),
  )
}

function answerBlocks(answer: ShownAnswer): Block[] {
  const code = (text: string): TextRun => new TextRun({ text: shownLine(text).trim(), font: 'Consolas', size: 18 })
  if (answer.kind === 'call')
    return answer.parts.map(
      ([label, json]) => new Paragraph({ indent: { left: 400 }, children: [said(`${label}: `), code(json)] }),
    )
  const rows = answer.rows.map((row) => row.map((cell) => cellOf(cell)))
  return [
    new Paragraph({ indent: { left: 400 }, children: [code(answer.statement)] }),
    ...(answer.columns.length === 0 ? [] : [tableOf(answer.columns, rows)]),
    new Paragraph({ children: answer.more === null ? [] : [said(answer.more, { color: quiet })] }),
  ]
}

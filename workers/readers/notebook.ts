import { QuarryError } from '../../contract/errors'
import { isRecord } from '../../contract/json'
import { type Draft, draftOf, type TextInput } from './draft'
import { linesOf } from './lines'
import { addMarkdown } from './markdown'
import { TextBuilder } from './text-builder'

/** Characters of one cell's outputs that are read: more is a log or a table, and its beginning tells what it is. */
const maxOutputLength = 20_000

type Json = Readonly<Record<string, unknown>>

/** Reads a Jupyter notebook: each cell is a part; Markdown is read as text with its headings, code and output line by line. */
export function readNotebook(input: TextInput): Draft {
  const notebook = parse(input.text)
  const builder = new TextBuilder(input.maxTextLength)
  const metadata: Record<string, unknown> = {}
  const cells = cellsOf(notebook)
  for (const cell of cells) {
    builder.beginPart()
    const source = textOf(cell.source ?? cell.input)
    if (cell.cell_type === 'markdown') addMarkdown(builder, source, metadata)
    else addLines(builder, source)
    builder.separate()
    addLines(builder, outputOf(cell))
  }
  return draftOf(builder, {
    mediaType: 'notebook',
    reader: 'notebook',
    title: builder.headings.find(({ level }) => level === 1)?.text ?? null,
    encoding: input.encoding,
    pageStarts: builder.endParts(),
    metadata: { cells: cells.length },
  })
}

function parse(text: string): Json {
  try {
    const parsed: unknown = JSON.parse(text)
    if (isRecord(parsed)) return parsed
  } catch (error) {
    throw new QuarryError('read.corrupt', 'It is not valid JSON, so it is no notebook.', { cause: error })
  }
  throw new QuarryError('read.corrupt', 'It is named like a notebook but is not one.')
}

/** Cells in their order, of version 4, or of the worksheets of version 3. */
function cellsOf(notebook: Json): Json[] {
  const sheets = listOf(notebook.worksheets).filter(isRecord)
  return [notebook, ...sheets].flatMap(({ cells }) => listOf(cells).filter(isRecord))
}

/** What a cell printed, answered and failed with, as text; pictures and markup are left out. */
function outputOf(cell: Json): string {
  const outputs = listOf(cell.outputs).filter(isRecord)
  const texts = outputs.map(({ text, data, ename, evalue }) =>
    typeof ename === 'string'
      ? `${ename}: ${textOf(evalue)}`
      : [textOf(text), isRecord(data) ? textOf(data['text/plain']) : ''].join(''),
  )
  return texts.join('\n').slice(0, maxOutputLength)
}

function addLines(builder: TextBuilder, text: string): void {
  if (text.trim() !== '') for (const line of linesOf(text.trimEnd())) builder.line(line)
}

/** A text, or one that is kept as a list of its lines. */
const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : listOf(value)
        .filter((line) => typeof line === 'string')
        .join('')

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

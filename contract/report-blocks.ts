import { type Chart, chartOf } from './chart'
import { computationOf } from './compute'
import type { JsonValue } from './json'
import { type Steps, stepsOf, toldSteps, withoutStepMark } from './ordered-steps'
import { keyOfPlace } from './place'
import { type CitationView, type Claim, isClaim, type ReportSection, type ReportSentence } from './report'

/** The sentences of a section by paragraph, in the order in which they were written. */
export function paragraphsOf(section: ReportSection): ReportSentence[][] {
  const paragraphs: ReportSentence[][] = []
  let number: number | null = null
  for (const sentence of section.sentences) {
    if (sentence.paragraph !== number) {
      paragraphs.push([])
      number = sentence.paragraph
    }
    paragraphs.at(-1)?.push(sentence)
  }
  return paragraphs
}

/** Sentences of a section as they are shown: a paragraph, a list, rows of one table below its columns, or two sides compared. */
export type ReportBlock =
  | { readonly kind: 'paragraph'; readonly sentences: readonly ReportSentence[] }
  | {
      readonly kind: 'list'
      /** The number of the first of them, whose order is the source's own; null where they have none. */
      readonly start: number | null
      readonly items: readonly (readonly ReportSentence[])[]
    }
  | {
      readonly kind: 'rows'
      readonly columns: readonly string[]
      /** All rows that the query answered with, also those that are no sentences; null where not all are kept. */
      readonly all: readonly (readonly JsonValue[])[] | null
      readonly rows: readonly { readonly sentence: Claim; readonly cells: readonly JsonValue[] }[]
    }
  | {
      readonly kind: 'compared'
      readonly sides: readonly string[]
      /** What each row says of each side; a cell can be empty. */
      readonly rows: readonly (readonly (readonly ReportSentence[])[])[]
    }

/**
 * The blocks of a section. Paragraphs that each say one row of one query or of one source's table, and nothing else, are a
 * table; what a source says on lines right below each other, which no paragraph has, is a list.
 */
export function blocksOf(section: ReportSection, citations: readonly CitationView[]): ReportBlock[] {
  const places = new Map(citations.map(({ n, place }) => [n, place]))
  const { compared, rest } = comparedIn(section)
  const blocks: ReportBlock[] = compared === null ? [] : [compared]
  const databases = new Map<ReportBlock, string>()
  let table = ''
  for (const sentences of paragraphsOf(rest)) {
    const row = sentences.length === 1 ? rowOf(sentences[0]!, places) : null
    const last = blocks.at(-1)
    const columns =
      row !== null && last?.kind === 'rows' && table === row.table ? unite(last.columns, row.columns) : null
    if (row === null) blocks.push(...(toldIn(section, sentences) ?? listsIn(sentences, places)))
    else {
      const isMore = columns !== null && last?.kind === 'rows'
      const rows = isMore ? [...below(columns, last.columns, last.rows), ...below(columns, row.columns, [row])] : [row]
      const block: Rows = isMore
        ? { ...last, columns, rows }
        : { kind: 'rows', columns: row.columns, all: row.all, rows }
      blocks.splice(isMore ? -1 : blocks.length, 1, block)
      if (row.database !== null) databases.set(block, row.database)
    }
    table = row?.table ?? ''
  }
  // One row is a sentence, too, and reads better as one.
  return besideEachOther(blocks, databases).map((block) =>
    block.kind === 'rows' && block.rows.length === 1
      ? { kind: 'paragraph', sentences: block.rows.map(({ sentence }) => sentence) }
      : block,
  )
}

/** What databases answer the same question with, one after the other, is one table that says which said what. */
function besideEachOther(blocks: readonly ReportBlock[], databases: ReadonlyMap<ReportBlock, string>): ReportBlock[] {
  const joined: ReportBlock[] = []
  let before: string | undefined
  for (const block of blocks) {
    const last = joined.at(-1)
    const database = databases.get(block)
    if (block.kind !== 'rows' || database === undefined) {
      before = undefined
      joined.push(block)
      continue
    }
    const named = withName(block, database)
    const isBeside = before !== undefined && before !== database && last?.kind === 'rows'
    const isFurther = isBeside && isSame(last.columns, named.columns)
    if (!isBeside || !(isFurther || isSame(last.columns, block.columns))) joined.push(block)
    else {
      const one = isFurther ? last : withName(last, before!)
      const all = one.all === null || named.all === null ? null : [...one.all, ...named.all]
      joined[joined.length - 1] = { ...one, all, rows: [...one.rows, ...named.rows] }
    }
    before = database
  }
  return joined
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  JSON.stringify(some) === JSON.stringify(others)

const withName = ({ columns, all, rows }: Rows, name: string): Rows => ({
  kind: 'rows',
  columns: ['', ...columns],
  all: all?.map((cells) => [name, ...cells]) ?? null,
  rows: rows.map(({ sentence, cells }) => ({ sentence, cells: [name, ...cells] })),
})

function comparedIn(section: ReportSection): {
  readonly compared: Extract<ReportBlock, { kind: 'compared' }> | null
  readonly rest: ReportSection
} {
  if (section.kind !== 'summary' || section.compares === undefined) return { compared: null, rest: section }
  const { sides, rows: count } = section.compares
  const cell = (paragraph: number): ReportSentence[] => section.sentences.filter((one) => one.paragraph === paragraph)
  const rows = Array.from({ length: count }, (_, row) => sides.map((_, side) => cell(sides.length * row + side)))
    // A person may have taken out what a row said.
    .filter((cells) => cells.some((sentences) => sentences.length > 0))
  const behind = section.sentences.filter(({ paragraph }) => paragraph >= sides.length * count)
  return { compared: { kind: 'compared', sides, rows }, rest: { ...section, sentences: behind } }
}

type Rows = Extract<ReportBlock, { kind: 'rows' }>

/** The chart of rows; null where they are no chart, or not all that there are. */
export const chartOfRows = ({ columns, all }: Rows): Chart | null => (all === null ? null : chartOf(columns, all))

/** A row as a sentence: `Site: Graz, Seasonal performance factor: 4.9`. */
export const textOfRow = (columns: readonly string[], cells: readonly unknown[]): string =>
  joined(columns, cells.map(shownCell))

const joined = (columns: readonly string[], cells: readonly unknown[]): string =>
  columns
    .flatMap((column, at) => (cells[at] === null || cells[at] === undefined ? [] : [`${column}: ${cells[at]}`]))
    .join(', ')

/** Whether a sentence is a row, with its numbers as they are shown or, in reports from before, as they are. */
const isTextOfRow = (text: string, columns: readonly string[], cells: readonly unknown[]): boolean =>
  text === textOfRow(columns, cells) || text === joined(columns, cells)

/** A cell as a report shows it: of a mean four decimals, of a part of one four digits. What it cites keeps the rest. */
function shownCell<Cell>(cell: Cell): Cell | number {
  if (typeof cell !== 'number' || Number.isInteger(cell)) return cell
  return Number(Math.abs(cell) < 1 ? cell.toPrecision(4) : cell.toFixed(4))
}

type Places = ReadonlyMap<number, CitationView['place']>

function onlyPlaceOf({ citations: [n, ...more] }: ReportSentence, places: Places): CitationView['place'] | null {
  return n === undefined || more.length > 0 ? null : (places.get(n) ?? null)
}

/** A row of what was computed: it cites the computation, and beside it what that was made of. */
function computedRowOf(sentence: ReportSentence, places: Places) {
  const [n] = sentence.citations
  const place = n === undefined ? undefined : places.get(n)
  const table = place?.kind === 'call' ? computationOf(place)?.table : null
  if (!table || !isClaim(sentence) || place?.kind !== 'call') return null
  const { columns, rows } = table
  const cells = rows.find((row) => isTextOfRow(sentence.text, columns, row))
  return cells === undefined
    ? null
    : { sentence, cells: cells.map(shownCell), columns, all: rows, table: keyOfPlace(place), database: null }
}

/** A row with what tells which table it is of; null for any other sentence. */
function rowOf(sentence: ReportSentence, places: Places) {
  const computed = computedRowOf(sentence, places)
  if (computed !== null) return computed
  const place = onlyPlaceOf(sentence, places)
  if (!isClaim(sentence) || place === null) return null
  if (place.kind === 'query' && place.row !== null) {
    const cells = place.rows[place.row - place.firstRow]
    if (cells === undefined || !isTextOfRow(sentence.text, place.columns, cells)) return null
    const table = JSON.stringify([place.resourceId, place.statement, place.hash])
    const all = place.rows.length === place.totalRows ? place.rows : null
    const database = place.resourceName
    return { sentence, cells: cells.map(shownCell), columns: place.columns, all, table, database }
  }
  if (place.kind !== 'source') return null
  const named = namedCells(sentence.text)
  if (named === null) return null
  const columns = named.map(([column]) => column)
  return {
    sentence,
    cells: named.map(([, cell]) => cell),
    columns,
    all: null,
    table: JSON.stringify([place.sourceId]),
    database: null,
  }
}

/** The columns of two rows of a table: those of the one that leaves no cell out; null where neither has all of the other's. */
function unite(some: readonly string[], others: readonly string[]): readonly string[] | null {
  const [fewer, more] = some.length <= others.length ? [some, others] : [others, some]
  let found = 0
  for (const column of more) if (column === fewer[found]) found++
  return found === fewer.length ? more : null
}

type Row = Rows['rows'][number]

/** Rows with a cell for each of the columns of their table, empty where they have none. */
function below(columns: readonly string[], own: readonly string[], rows: readonly Row[]): readonly Row[] {
  if (own.length === columns.length) return rows
  return rows.map(({ sentence, cells }) => {
    let at = 0
    return { sentence, cells: columns.map((column) => (column === own[at] ? (cells[at++] ?? '') : '')) }
  })
}

/** Cells that make a row: with fewer, a sentence with a colon would be one. */
const fewestCells = 3

/**
 * The cells of a row as the readers write one, `column: value; column: value`, the first of which may have no name: what the
 * row is of. Null for any other sentence.
 */
function namedCells(text: string): [string, string][] | null {
  const cells: [string, string][] = []
  for (const part of text.split('; ')) {
    const colon = part.indexOf(': ')
    const last = cells.at(-1)
    if (colon > 0) cells.push([part.slice(0, colon), part.slice(colon + 2)])
    else if (last === undefined) cells.push(['', part])
    else last[1] += `; ${part}`
  }
  return cells.length < fewestCells ? null : cells
}

/** A paragraph; where its sentences stand on lines right below each other in one source, these as a list. */
function listsIn(sentences: readonly ReportSentence[], places: Places): ReportBlock[] {
  const lines: ReportSentence[][] = []
  let before: CitationView['place'] | null = null
  for (const sentence of sentences) {
    const place = onlyPlaceOf(sentence, places)
    const isBelow =
      place?.kind === 'source' &&
      before?.kind === 'source' &&
      place.sourceId === before.sourceId &&
      place.lineStart - before.lineEnd === 1
    if (isBelow || lines.length === 0) lines.push([sentence])
    else lines.at(-1)?.push(sentence)
    before = place
  }
  if (lines.length < 2) return [{ kind: 'paragraph', sentences }]
  const steps = numberedIn(lines)
  if (steps !== null) return steps
  const [first = [], ...below] = lines
  const opening = first.at(-1)
  // What ends with a colon introduces the list.
  return opening !== undefined && isClaim(opening) && /[:：]$/u.test(opening.text)
    ? [
        { kind: 'paragraph', sentences: first },
        { kind: 'list', start: null, items: below },
      ]
    : [{ kind: 'list', start: null, items: lines }]
}

const paragraphOf = (sentences: readonly ReportSentence[]): ReportBlock[] =>
  sentences.length === 0 ? [] : [{ kind: 'paragraph', sentences }]

/** As its source says it; a person may have left out the number. */
const saidText = (sentence: ReportSentence | undefined): string =>
  sentence === undefined || !isClaim(sentence) ? '' : (sentence.edited?.original ?? sentence.text)

/** Lines as a list with their own numbers, below what the first of them says before it; null where they have none. */
function numberedIn([first = [], ...below]: readonly (readonly ReportSentence[])[]): ReportBlock[] | null {
  const from = first.findIndex((sentence) => withoutStepMark(saidText(sentence)) !== saidText(sentence))
  if (from === -1) return null
  const found: Steps<readonly ReportSentence[]> | null = stepsOf([first.slice(from), ...below], ([one]) =>
    saidText(one),
  )
  if (found === null) return null
  const items = found.steps.map((lines) =>
    lines.flat().map((one, at) => (at === 0 && isClaim(one) ? { ...one, text: withoutStepMark(one.text) } : one)),
  )
  return [...paragraphOf(first.slice(0, from)), { kind: 'list', start: found.start, items }]
}

/** What a paragraph tells as `First …`, `Then …`, `Finally …` as steps, with what it says before and after them. */
function toldIn(section: ReportSection, sentences: readonly ReportSentence[]): ReportBlock[] | null {
  if (section.kind !== 'summary' || section.tellsSteps !== true) return null
  const told = toldSteps(sentences.map(saidText))
  if (told === null) return null
  const items = told.starts.map((start, at) => sentences.slice(start, told.starts[at + 1] ?? told.end))
  return [
    ...paragraphOf(sentences.slice(0, told.starts[0])),
    { kind: 'list', start: 1, items },
    ...paragraphOf(sentences.slice(told.end)),
  ]
}

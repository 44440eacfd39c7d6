import { type Steps, stepsOf, toldSteps, withoutStepMark } from './ordered-steps'
import { type CitationView, isClaim, type ReportSection, type ReportSentence } from './report'
import { below, onlyPlaceOf, type Places, type Rows, rowOf, unite } from './report-rows'

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
  | Rows
  | {
      readonly kind: 'compared'
      readonly sides: readonly string[]
      /** What each row says of each side; a cell can be empty. */
      readonly rows: readonly (readonly (readonly ReportSentence[])[])[]
    }

/** Whether the blocks of a section are points that have no order: Quarry's own remarks and lists of sources, not prose. */
export const isListed = ({ kind }: ReportSection, blocks: number): boolean =>
  kind === 'sources' || (!prose.has(kind) && blocks > 1)

const prose: ReadonlySet<ReportSection['kind']> = new Set(['aspect', 'summary', 'nearby', 'pinned'])

/**
 * The blocks of a section. Paragraphs that each say one row of one query or of one source's table, and nothing else, are a
 * table; what a source says on lines right below each other, which no paragraph has, is a list.
 */
export function blocksOf(section: ReportSection, citations: readonly CitationView[]): ReportBlock[] {
  const places = new Map(citations.map(({ n, place }) => [n, place]))
  const { opening, compared, rest } = comparedIn(section)
  const blocks: ReportBlock[] = paragraphsOf({ ...section, sentences: [...opening] }).map((sentences) => ({
    kind: 'paragraph',
    sentences,
  }))
  if (compared !== null) blocks.push(...sidesAsRows(compared, places))
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

/** What stands before the table of what is compared, the table, and what stands behind it. */
function comparedIn(section: ReportSection): {
  readonly opening: readonly ReportSentence[]
  readonly compared: Compared | null
  readonly rest: ReportSection
} {
  if (section.kind !== 'summary' || section.compares === undefined)
    return { opening: [], compared: null, rest: section }
  const { sides, rows: count, opening = 0 } = section.compares
  const cell = (at: number): ReportSentence[] => section.sentences.filter(({ paragraph }) => paragraph === opening + at)
  const rows = Array.from({ length: count }, (_, row) => sides.map((_, side) => cell(sides.length * row + side)))
    // A person may have taken out what a row said.
    .filter((cells) => cells.some((sentences) => sentences.length > 0))
  const behind = section.sentences.filter(({ paragraph }) => paragraph >= opening + sides.length * count)
  return {
    opening: section.sentences.filter(({ paragraph }) => paragraph < opening),
    compared: { kind: 'compared', sides, rows },
    rest: { ...section, sentences: behind },
  }
}

/** Two sides that are each a row of the same columns are rows of one table: side by side each would be a list of all its cells. */
function sidesAsRows(compared: Compared, places: Places): ReportBlock[] {
  const tables = new Map<string, Rows>()
  const others = compared.rows.filter((sides) => {
    const rows = sides.flatMap(([sentence, ...more]) => {
      const row = sentence === undefined || more.length > 0 ? null : rowOf(sentence, places)
      return row === null ? [] : [row]
    })
    const [first] = rows
    if (first === undefined || rows.length < sides.length) return true
    if (!rows.every(({ columns }) => isSame(columns, first.columns))) return true
    const key = JSON.stringify(first.columns)
    const before = tables.get(key)?.rows ?? []
    tables.set(key, { kind: 'rows', columns: first.columns, all: null, rows: [...before, ...rows] })
    return false
  })
  return [...tables.values(), ...(others.length === 0 ? [] : [{ ...compared, rows: others }])]
}

type Compared = Extract<ReportBlock, { kind: 'compared' }>

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

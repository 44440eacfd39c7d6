import { z } from 'zod'
import type { JsonValue } from './json'
import { language } from './language'
import { place } from './place'
import { remarkFact, verdictReason, writingByModel } from './report-facts'

/** Verdict on one sentence, from reopening what it cites. */
export const verdict = z.enum(['unchecked', 'supported', 'contradicted', 'insufficient'])
export type Verdict = z.infer<typeof verdict>

const anySentence = z.object({
  id: z.string(),
  citations: z.array(z.number().int().positive()),
  /** Sentences of one paragraph share a number. */
  paragraph: z.number().int().nonnegative(),
})

/** A sentence about the material, in the report's language, with how it was checked: letter by letter, or by rules. */
const claim = anySentence.extend({
  text: z.string(),
  verdict,
  method: z.enum(['verbatim', 'rules', 'model']),
  reason: verdictReason.nullable(),
})
export type Claim = z.infer<typeof claim>

/** A sentence of Quarry's own, a fact that is worded where it is read. It claims nothing that could be checked. */
const remark = anySentence.extend({ method: z.literal('none'), fact: remarkFact })
export type Remark = z.infer<typeof remark>

const reportSentence = z.discriminatedUnion('method', [claim, remark])
export type ReportSentence = z.infer<typeof reportSentence>

export const isClaim = (sentence: ReportSentence): sentence is Claim => sentence.method !== 'none'

const sentences = z.array(reportSentence)

/** Headed by the words of the aspect, or, where the section is Quarry's own, by the fact of its kind. */
const reportSection = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('aspect'), heading: z.string(), sentences }),
  z.object({ kind: z.enum(['summary', 'notFound', 'sources']), sentences }),
])
export type ReportSection = z.infer<typeof reportSection>

/** One entry of the citation registry. It keeps the cited text: a source that changed or vanished is said, not lost. */
export const citationView = z.object({
  n: z.number().int().positive(),
  place,
  citedText: z.string(),
  /** Hash (sha256, hex) of citedText. */
  citedTextHash: z.string(),
  /** What became of what it cites: a source or resource may be gone, a file changed, a kept answer altered. */
  state: z.enum(['present', 'changed', 'missing', 'moved', 'deleted']),
})
export type CitationView = z.infer<typeof citationView>

export const reportView = z.object({
  title: z.string(),
  /** Of the question, and so of its claims. */
  language,
  sections: z.array(reportSection),
  citations: z.array(citationView),
  /** Citation numbers that the writer used and the registry does not know. */
  droppedCitations: z.number().int(),
  supported: z.number().int(),
  claims: z.number().int(),
  /** Absent where no language model wrote of it. */
  writing: z.object(writingByModel).optional(),
  partial: z.boolean(),
  writtenAt: z.string(),
})
export type ReportView = z.infer<typeof reportView>

/** A version of a session's report: the first answers its question, each later one a follow-up. */
export const reportVersion = z.object({
  version: z.number().int().positive(),
  title: z.string(),
  partial: z.boolean(),
  writtenAt: z.string(),
})
export type ReportVersion = z.infer<typeof reportVersion>

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

/** Sentences of a section as they are shown: a paragraph, or rows of one answer of a database below its columns. */
export type ReportBlock =
  | { readonly kind: 'paragraph'; readonly sentences: readonly ReportSentence[] }
  | {
      readonly kind: 'rows'
      readonly columns: readonly string[]
      readonly rows: readonly { readonly sentence: Claim; readonly cells: readonly JsonValue[] }[]
    }

/** The blocks of a section. Sentences that each say one row of one query, and nothing else, are a table. */
export function blocksOf(section: ReportSection, citations: readonly CitationView[]): ReportBlock[] {
  const blocks: ReportBlock[] = []
  let query = ''
  for (const sentences of paragraphsOf(section)) {
    const row = sentences.length === 1 ? rowOf(sentences[0]!, citations) : null
    const last = blocks.at(-1)
    if (row === null) blocks.push({ kind: 'paragraph', sentences })
    else if (last?.kind === 'rows' && query === row.query)
      blocks[blocks.length - 1] = { ...last, rows: [...last.rows, row] }
    else blocks.push({ kind: 'rows', columns: row.columns, rows: [row] })
    query = row?.query ?? ''
  }
  // One row is a sentence, too, and reads better as one.
  return blocks.map((block) =>
    block.kind === 'rows' && block.rows.length === 1
      ? { kind: 'paragraph', sentences: block.rows.map(({ sentence }) => sentence) }
      : block,
  )
}

/** A row as a sentence: `Site: Graz, Seasonal performance factor: 4.9`. */
export function textOfRow(columns: readonly string[], cells: readonly unknown[]): string {
  return columns
    .flatMap((column, at) => (cells[at] === null || cells[at] === undefined ? [] : [`${column}: ${cells[at]}`]))
    .join(', ')
}

function rowOf(sentence: ReportSentence, citations: readonly CitationView[]) {
  const [n, ...more] = sentence.citations
  const cited = citations.find((citation) => citation.n === n)?.place
  if (!isClaim(sentence) || more.length > 0 || cited?.kind !== 'query' || cited.row === null) return null
  const cells = cited.rows[cited.row - cited.firstRow]
  return cells === undefined || sentence.text !== textOfRow(cited.columns, cells)
    ? null
    : {
        sentence,
        cells,
        columns: cited.columns,
        query: JSON.stringify([cited.resourceId, cited.statement, cited.hash]),
      }
}

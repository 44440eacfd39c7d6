import { z } from 'zod'
import { language } from '../language'
import { sourceDate } from '../library/source-date'
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

/**
 * A sentence about the material, in the report's language, with how it was checked: letter by letter, or by rules. What a
 * language model wrote without the library (`unaided`) is about no material: it cites nothing, and stays unchecked.
 */
const claim = anySentence.extend({
  text: z.string(),
  verdict,
  method: z.enum(['verbatim', 'rules', 'model', 'unaided']),
  reason: verdictReason.nullable(),
  /** A signature: shown in the letters of a program. */
  isCode: z.literal(true).optional(),
  /** Of an update: the version before did not say it. */
  isNew: z.literal(true).optional(),
  /** A person wrote it; `original` is what Quarry had written. */
  edited: z.object({ original: z.string() }).optional(),
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
  z.object({
    kind: z.literal('summary'),
    /** Of a question for how something is done: what its paragraphs say to do one after the other is shown as steps. */
    tellsSteps: z.boolean().optional(),
    /**
     * Of a question that compares two things: behind as many paragraphs as open the answer, paragraph 2 × row + side is a cell of
     * a table; those behind its rows are none.
     */
    compares: z
      .object({
        sides: z.tuple([z.string(), z.string()]),
        rows: z.number().int().positive(),
        opening: z.number().int().nonnegative().optional(),
      })
      .optional(),
    sentences,
  }),
  z.object({
    kind: z.enum(['changes', 'nearby', 'differing', 'pinned', 'remembered', 'answered', 'notFound', 'sources']),
    sentences,
  }),
])
export type ReportSection = z.infer<typeof reportSection>

/** The sentences about the material, in the order in which they stand. */
export const claimsIn = (sections: readonly ReportSection[]): Claim[] =>
  sections.flatMap(({ sentences }) => sentences.filter(isClaim))

/** Those that are held against what they cite: they are what a report counts. */
export const checkableIn = (sections: readonly ReportSection[]): Claim[] =>
  claimsIn(sections).filter(({ method }) => method !== 'unaided')

/** Whether a language model wrote a report without the library; its first sentence says so. */
export const isUnaided = ({ sections }: Pick<ReportView, 'sections'>): boolean =>
  claimsIn(sections).some(({ method }) => method === 'unaided')

/** What Quarry itself says in a report, by kind. */
export const remarkKindsIn = (sections: readonly ReportSection[]): Remark['fact']['kind'][] =>
  sections.flatMap(({ sentences }) => sentences.flatMap((one) => (isClaim(one) ? [] : [one.fact.kind])))

/** Whether a report says that nothing answers its question: what it cites then is near to it, and no answer. */
export const answersNothing = ({ sections }: Pick<ReportView, 'sections'>): boolean =>
  remarkKindsIn(sections).includes('nothingAnswers')

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
  /** Sentences that are checked: 0 where a language model wrote without the library. */
  claims: z.number().int(),
  /** Of the sources that it cites, when it was written. */
  sourceDates: z.array(sourceDate).optional(),
  /** Absent where no language model wrote of it. */
  writing: z.object(writingByModel).optional(),
  /** Edits by a person that can be undone; left out where there are none. */
  edits: z.number().int().positive().optional(),
  partial: z.boolean(),
  writtenAt: z.string(),
})
export type ReportView = z.infer<typeof reportView>

/** What a person changes of a report, or takes back. */
export const reportEdit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sentence'), sentenceId: z.string(), text: z.string().trim().min(1).max(5000) }),
  /** By its place in the report, from 0. */
  z.object({ kind: z.literal('removeSection'), section: z.number().int().nonnegative() }),
  z.object({ kind: z.literal('undo') }),
])
export type ReportEdit = z.infer<typeof reportEdit>

/** A version of a session's report: the first answers its question, each later one a follow-up. */
export const reportVersion = z.object({
  version: z.number().int().positive(),
  title: z.string(),
  partial: z.boolean(),
  writtenAt: z.string(),
})
export type ReportVersion = z.infer<typeof reportVersion>

/** The form of a report: answer and sections; answer and findings alone; or what each source says, source by source. */
export const reportTemplate = z.enum(['report', 'brief', 'review'])
export type ReportTemplate = z.infer<typeof reportTemplate>

/** What a report is written as; of the last two, the works that its cited sources are. */
export const reportFormat = z.enum(['markdown', 'html', 'docx', 'bibtex', 'csl-json'])
export type ReportFormat = z.infer<typeof reportFormat>

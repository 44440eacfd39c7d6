import { z } from 'zod'
import { place } from './place'

/** Verdict on one sentence, from reopening what it cites. */
export const verdict = z.enum(['unchecked', 'supported', 'contradicted', 'insufficient'])
export type Verdict = z.infer<typeof verdict>

export const reportSentence = z.object({
  id: z.string(),
  text: z.string(),
  citations: z.array(z.number().int().positive()),
  verdict,
  /** How it was checked: letter by letter, by rules, or not a claim (a heading line, a count of Quarry's own). */
  method: z.enum(['verbatim', 'rules', 'model', 'none']),
  reason: z.string().nullable(),
  /** Sentences of one paragraph share a number. */
  paragraph: z.number().int().nonnegative(),
})
export type ReportSentence = z.infer<typeof reportSentence>

export const reportSection = z.object({
  kind: z.enum(['summary', 'aspect', 'notFound', 'sources']),
  heading: z.string(),
  sentences: z.array(reportSentence),
})
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
  language: z.enum(['en', 'zh']),
  sections: z.array(reportSection),
  citations: z.array(citationView),
  /** Citation numbers that the writer used and the registry does not know. */
  droppedCitations: z.number().int(),
  supported: z.number().int(),
  claims: z.number().int(),
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

import { z } from 'zod'
import { errorShape } from './errors'
import { kindOfFact } from './fact'
import { locator, passageId, sourceId } from './source'

/** Why a passage was found: each path's score in 0..1, and its rank before and after domains lift theirs (1-based). */
export const recallReason = z.object({
  dense: z.number().nullable(),
  keyword: z.number().nullable(),
  feedback: z.number().nullable(),
  /** Of the section that the passage stands in; what was found before there were any has none. */
  section: z.number().nullable().default(null),
  /** Of answers that were stored while recall reranked. */
  rerank: z.number().nullable(),
  score: z.number(),
  rankBefore: z.number().int(),
  rankAfter: z.number().int(),
})
export type RecallReason = z.infer<typeof recallReason>

export const recallHit = z.object({
  passageId,
  sourceId,
  sourceName: z.string(),
  title: z.string().nullable(),
  /** Hash of the file as it was read; null where it is not known. */
  contentHash: z.string().nullable().default(null),
  headingPath: z.array(z.string()),
  text: z.string(),
  locator,
  reason: recallReason,
})
export type RecallHit = z.infer<typeof recallHit>

/** What an answer lacks, or is made with, that a person should know. */
export const recallNote = z.discriminatedUnion('kind', [
  /** The model does not cover the script of the query: only its words were searched. */
  kindOfFact('scriptNotCovered', {}),
  kindOfFact('formerModelAnswered', {}),
  kindOfFact('embeddedPartly', {}),
])
export type RecallNote = z.infer<typeof recallNote>

export const recallAnswer = z.object({
  hits: z.array(recallHit),
  /** Which paths answered. */
  paths: z.array(z.enum(['dense', 'keyword', 'domain', 'feedback', 'section', 'rerank'])),
  notes: z.array(recallNote),
  tookMs: z.number(),
})
export type RecallAnswer = z.infer<typeof recallAnswer>

/** Hits shown while a query is typed. */
export const shownAsTyped = 8

/** Hits of a query that is being typed: by its words first, then, `isWhole`, by everything that recall has. */
export const recallAsTyped = z.object({
  hits: z.array(recallHit),
  isWhole: z.boolean(),
  tookMs: z.number(),
  /** Why the rest of recall did not answer. */
  error: errorShape.nullable(),
})
export type RecallAsTyped = z.infer<typeof recallAsTyped>

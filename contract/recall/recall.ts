import { z } from 'zod'
import { errorShape } from '../error-shape'
import { kindOfFact } from '../fact'
import { domainId } from '../library/domain'
import { label, locator, passageId, sourceId, sourceType } from '../library/source'
import { documentScope } from '../session/session-scope'

/** Paths by which passages are found, in the order in which they are told. */
export const recallPaths = ['keyword', 'dense', 'feedback', 'section', 'neighbours', 'named'] as const
export type RecallPath = (typeof recallPaths)[number]

/** Why a passage was found: each path's score in 0..1, and its rank before and after reranking (1-based). */
export const recallReason = z.object({
  dense: z.number().nullable(),
  keyword: z.number().nullable(),
  feedback: z.number().nullable(),
  /** Of the section that the passage stands in; what was found before there were any has none. */
  section: z.number().nullable().default(null),
  /** Mean of the texts that are most like its own; what was found before they were asked has none. */
  neighbours: z.number().nullable().default(null),
  /** Share that it holds of the phrases, files, identifiers and years that the query names; null where it holds none. */
  named: z.number().nullable().default(null),
  /** Of the cross-encoder, 0..1; null where none is chosen, or it did not read this hit. */
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

const oneOf = <Value extends z.ZodType>(value: Value) => z.array(value).min(1).max(100).optional()
/** A date without a time begins at midnight UTC. */
const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]).optional()

/**
 * Narrows recall to sources: of each kind of condition one of the values must hold. A source's date is that of its file's
 * last change, a message's the day on which it was sent, a note's that of its addition.
 */
export const recallFilter = z.object({
  types: oneOf(sourceType),
  /** Absolute paths: what is in these folders, at any depth. */
  folders: oneOf(z.string().min(1).max(8192)),
  /** As the library tells them: `en`, `zh`; of code `python`. */
  languages: oneOf(z.string().min(1).max(40)),
  tags: oneOf(label),
  collections: oneOf(label),
  /** Ids of domains. */
  domains: oneOf(domainId),
  since: moment,
  /** Exclusive. */
  until: moment,
  /** Beside all else, a source must be in one of the folders or among those named. */
  within: documentScope.optional(),
})
export type RecallFilter = z.infer<typeof recallFilter>

/** What an answer lacks, or is made with, that a person should know. */
/** A term of a query, and what the library calls it in Latin letters, or in Chinese. */
export const bilingualTerm = z.object({ term: z.string(), translation: z.string() })
export type BilingualTerm = z.infer<typeof bilingualTerm>

export const recallNote = z.discriminatedUnion('kind', [
  /** The model does not cover the script of the query: only its words were searched. */
  kindOfFact('scriptNotCovered', {}),
  /** Passages in the other language are searched for by `query`. Of people's searches alone. */
  kindOfFact('bilingualTerms', { terms: z.array(bilingualTerm), query: z.string() }),
  kindOfFact('formerModelAnswered', {}),
  kindOfFact('embeddedPartly', {}),
  /** Only so many of the hits were read by the reranking model in its time. */
  kindOfFact('rerankedPartly', { model: z.string(), count: z.number().int(), of: z.number().int() }),
  /** A path failed or was slow: the others answered without it. */
  kindOfFact('pathLeftOut', { path: z.enum(recallPaths), error: errorShape }),
  kindOfFact('notReranked', { model: z.string(), error: errorShape }),
])
export type RecallNote = z.infer<typeof recallNote>

export const recallAnswer = z.object({
  hits: z.array(recallHit),
  /** Which paths answered. */
  paths: z.array(z.enum([...recallPaths, 'domain', 'rerank'])),
  notes: z.array(recallNote),
  tookMs: z.number(),
})
export type RecallAnswer = z.infer<typeof recallAnswer>

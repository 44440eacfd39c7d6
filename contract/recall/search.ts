import { z } from 'zod'
import { errorShape } from '../error-shape'
import { foundAnnotation } from '../library/annotation'
import { foundDomain } from '../library/domain'
import { memoryId } from '../library/memory'
import { locator, sourceId, sourceType } from '../library/source'
import { sessionId } from '../session/session'
import { intent } from './intent'
import { recallAnswer, recallFilter, recallHit, recallPaths } from './recall'

/** What a path of recall said of a hit. */
export const pathFinding = z.object({
  path: z.enum(recallPaths),
  /** As the path counts: BM25, a cosine, or a mean of mixed scores. */
  raw: z.number(),
  /** 0..1, as it was mixed. */
  score: z.number(),
  /** Among what this path found, counted from 1, before the paths were mixed. */
  rank: z.number().int().positive(),
})
export type PathFinding = z.infer<typeof pathFinding>

/** Another place where the passage of a hit stands, with the same words or nearly. */
export const alikePlace = z.object({ sourceId, sourceName: z.string(), title: z.string().nullable(), locator })

/** A hit as people are shown it. */
export const foundHit = recallHit.extend({
  kind: z.enum(['passage', 'code']),
  sourceType: sourceType.nullable(),
  /** When its file was last changed, its message sent, or its note added. */
  changedAt: z.string(),
  /** The function or class that a fragment of code is of. */
  symbol: z.string().nullable(),
  /** In other sources. */
  alike: z.array(alikePlace),
  /** The paths that found it; only where that was asked for. */
  findings: z.array(pathFinding).optional(),
})
export type FoundHit = z.infer<typeof foundHit>

/** An earlier answer to a question like the one that is searched for: its sentences, as its passages still support them. */
export const foundAnswer = z.object({
  recordId: memoryId,
  question: z.string(),
  text: z.string(),
  /** Null of what the background learner answered. */
  sessionId: sessionId.nullable(),
  at: z.string(),
  /** How near its question is to what is searched for, 0..1; 0 where it holds the words alone. */
  relevance: z.number().min(0).max(1),
})
export type FoundAnswer = z.infer<typeof foundAnswer>

export const searchAnswer = recallAnswer.extend({
  hits: z.array(foundHit),
  /** The person's own highlights and notes: no part of the hits, so that nothing cites them. */
  annotations: z.array(foundAnnotation),
  /** Domains that the query names, beside the hits, whose ranks they leave as they are. */
  domains: z.array(foundDomain),
  /** What the project answered before, beside the hits: what it rests on is cited, never this. Not under a filter. */
  answers: z.array(foundAnswer),
  /** How the query is understood; only where it is asked to explain. */
  intent: intent.optional(),
})
export type SearchAnswer = z.infer<typeof searchAnswer>

/** What is searched for. */
export const searchQuery = z.object({
  query: z.string().min(1).max(4000),
  /** Hits at most. Default 20. */
  top: z.number().int().min(1).max(200).optional(),
  filter: recallFilter.optional(),
  /** Has each hit tell what each path said of it. */
  explain: z.boolean().optional(),
})
export type SearchQuery = z.infer<typeof searchQuery>

/** Hits shown in the palette while a query is typed. */
export const shownAsTyped = 8

/** Hits of a query that is being typed: by its words first, then, `isWhole`, by everything that recall has. */
export const searchedAsTyped = z.object({
  hits: z.array(foundHit),
  annotations: searchAnswer.shape.annotations,
  domains: searchAnswer.shape.domains,
  answers: searchAnswer.shape.answers,
  notes: searchAnswer.shape.notes,
  isWhole: z.boolean(),
  tookMs: z.number(),
  /** Why the rest of recall did not answer. */
  error: errorShape.nullable(),
})
export type SearchedAsTyped = z.infer<typeof searchedAsTyped>

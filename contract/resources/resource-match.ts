import { z } from 'zod'
import { errorShape } from '../error-shape'
import { descriptionFact } from './description-facts'
import { resourceId, resourceSummary, resourceType } from './resource'

/** Each component is 0..1; null where it could not be had (no vectors yet, never used). */
export const matchReasons = z.object({
  name: z.number().nullable(),
  description: z.number().nullable(),
  capabilities: z.number().nullable(),
  composite: z.number().nullable(),
  keywords: z.number(),
  /** Words of the query that the resource's own words answer. */
  matchedWords: z.array(z.string()),
  rerank: z.number().nullable(),
  usage: z.number(),
  performance: z.number(),
  context: z.number(),
  /** The confirmed use that this query resembles most; null where none counts. */
  history: z.object({ query: z.string(), similarity: z.number() }).nullable(),
})
export type MatchReasons = z.infer<typeof matchReasons>

export const resourceMatch = z.object({
  resource: resourceSummary,
  /** What Quarry says that it is; null where its description is its maker's. */
  described: descriptionFact.nullable(),
  /** 0..1: how sure the matcher is that this one is meant. */
  confidence: z.number().min(0).max(1),
  /** The part of the sentence that it answers. */
  intent: z.string(),
  reasons: matchReasons,
})
export type ResourceMatch = z.infer<typeof resourceMatch>

export const matchAnswer = z.object({
  /** Names this answer when a person says what they think of it. */
  matchId: z.string(),
  query: z.string(),
  intents: z.array(z.string()),
  matches: z.array(resourceMatch),
  tookMs: z.number(),
  /** Resources matched by words alone, as their vectors are still to be made. */
  withoutVectors: z.number().int(),
})
export type MatchAnswer = z.infer<typeof matchAnswer>

/** One line of what was asked for, what was offered, and what came of it. */
export const matchHistoryEntry = z.object({
  matchId: z.string(),
  at: z.string(),
  query: z.string(),
  matched: z.array(z.object({ resourceId, name: z.string(), confidence: z.number() })),
  selected: resourceId.nullable(),
  /** How the call of the chosen one ended; null where it was not called. */
  success: z.boolean().nullable(),
  durationMs: z.number().nonnegative().nullable(),
  /** Rows that the call answered with, where it answered with rows. */
  rows: z.number().int().nonnegative().nullable(),
  error: errorShape.nullable(),
  feedback: z.enum(['helpful', 'unhelpful']).nullable(),
})
export type MatchHistoryEntry = z.infer<typeof matchHistoryEntry>

export const matchHistory = z.object({
  /** The newest first. */
  entries: z.array(matchHistoryEntry),
  /** Uses that an update removed because nothing was called; null where there were none, or they were forgotten since. */
  removedUses: z.object({ count: z.number().int().positive(), at: z.string() }).nullable(),
})
export type MatchHistory = z.infer<typeof matchHistory>

/** One answer of the discovery tool, as sessions and models read it. */
export const discoveredResource = z.object({
  id: resourceId,
  name: z.string(),
  type: resourceType,
  description: z.string(),
  capabilities: z.array(z.string()),
  usage_info: z.string(),
  confidence: z.number(),
})
export type DiscoveredResource = z.infer<typeof discoveredResource>

/** A need, in words. */
export const matchQuery = z.string().trim().min(1).max(4000)

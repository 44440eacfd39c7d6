import { z } from 'zod'
import { kindOfFact } from '../fact'
import { recallReason } from '../recall/recall'

const foundByStep = {
  /** Place of the step in its plan, from 1. */
  step: z.number().int().positive(),
  title: z.string(),
  query: z.string(),
  /** Passages that it looked at, sentences that it kept, and where this one stood among them, from 1. */
  found: z.number().int().nullable(),
  kept: z.number().int(),
  rank: z.number().int().positive(),
  /** What the sentence was worth for the query, 0..1. */
  score: z.number(),
  /** How its passage was found; null of the answer of a query or call. */
  reason: recallReason.nullable(),
}

/** How what a report cites came to be known, in the words of the reader. */
export const originFact = z.discriminatedUnion('kind', [kindOfFact('foundByStep', foundByStep)])
export type OriginFact = z.infer<typeof originFact>

/** The steps that found what a citation cites, in the order of their plan. Empty where no step's evidence is kept. */
export const citationOrigin = z.object({
  n: z.number().int().positive(),
  found: z.array(z.object(foundByStep)),
})
export type CitationOrigin = z.infer<typeof citationOrigin>

import { z } from 'zod'
import type { ErrorShape } from '../error-shape'
import { kindOfFact } from '../fact'
import { queryRead } from './query-reading'

/**
 * Why a question was not asked of a database: `words` are those that it fails on. `instead`: what it may mean, the likeliest
 * first; none of it is asked unless a person chooses it.
 */
export const declinedQuestion = z.object({
  reason: z.enum([
    // It asks for an explanation, not for rows.
    'explanation',
    // It asks that something be changed.
    'change',
    'unknownWords',
    'unread',
    'noSubject',
    'noMeasure',
    'noDate',
    'notJoined',
    'outOfRange',
    'ambiguous',
    'nothingFound',
    'tooMuch',
    // What is said is nothing that rules make a query of: who has nothing else, rows like another.
    'beyondRules',
    'tooLong',
  ]),
  words: z.array(z.string()),
  /** From when the rows are, of which none is from the time that is asked about: ISO dates, or years. */
  held: z.object({ column: z.string(), first: z.string(), last: z.string() }).optional(),
  /** Earlier versions kept none. */
  instead: z.array(queryRead).default([]),
})
export type DeclinedQuestion = z.infer<typeof declinedQuestion>

export const questionDeclined = z.discriminatedUnion('kind', [kindOfFact('questionDeclined', declinedQuestion.shape)])
export type QuestionDeclined = z.infer<typeof questionDeclined>

/** A database that a question could not be held against: it failed, or took too long. */
export interface PassedOverDatabase {
  readonly resourceId: string
  readonly name: string
  readonly error: ErrorShape
}

/** A database that was not asked, and why. */
export interface DecliningDatabase {
  readonly resourceId: string
  readonly name: string
  /** The question is about it all the same: nearly all of its words are known there. */
  readonly isNear: boolean
  readonly declined: DeclinedQuestion
}

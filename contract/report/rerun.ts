import { z } from 'zod'
import { errorShape } from '../error-shape'
import { kindOfFact } from '../fact'
import { callPlace, queryPlace } from './place'

/** A place that is an answer of a resource. */
export const answerPlace = z.discriminatedUnion('kind', [queryPlace, callPlace])

/** Why a stored answer could not be compared with a new one. */
export const rerunObstacle = z.discriminatedUnion('kind', [
  /** Only what reads is asked again. */
  kindOfFact('mayChange', { operation: z.string() }),
  /** A secret among them is kept nowhere. */
  kindOfFact('argumentsMasked', { operation: z.string() }),
  kindOfFact('resourceOff', { name: z.string() }),
  kindOfFact('answerTooLong', { rows: z.number().int(), limit: z.number().int() }),
  kindOfFact('rerunFailed', { error: errorShape }),
])
export type RerunObstacle = z.infer<typeof rerunObstacle>

/** What asking the same again came to. What is stored stays as it is, whatever comes. */
export const rerunAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('same'), at: z.iso.datetime() }),
  z.object({
    kind: z.literal('different'),
    /** The new answer; null where the cited part of it is no longer there. */
    place: answerPlace.nullable(),
    /** There are more rows than were counted. */
    truncated: z.boolean(),
    at: z.iso.datetime(),
  }),
  z.object({ kind: z.literal('notPossible'), reason: rerunObstacle }),
])
export type RerunAnswer = z.infer<typeof rerunAnswer>

import { z } from 'zod'
import { declinedQuestion } from '../databases/declined-question'
import { queryRead } from '../databases/query-reading'
import { kindOfFact } from '../fact'
import { memberType } from '../pool/pool-facts'
import { resourceId } from '../resources/resource'
import { matchReasons } from '../resources/resource-match'

/** Why a step of a plan was given a resource, or none of several. */
export const choiceReason = z.discriminatedUnion('kind', [
  kindOfFact('chosenByPerson', {}),
  kindOfFact('chosenByModel', {}),
  /** A person chose it for this question, one much like the present one. */
  kindOfFact('preferredBefore', { question: z.string() }),
  /** The question reads as a query of it. */
  kindOfFact('readsAsQuery', { reading: queryRead }),
  /** The question reads as a call of one of its operations. */
  kindOfFact('readsAsCall', { operation: z.string() }),
  kindOfFact('namedInQuestion', {}),
  /** It comes nearest to the question and says why it cannot answer it. */
  kindOfFact('comesNearest', { reason: declinedQuestion.shape.reason, words: z.array(z.string()) }),
  /** The matcher chose it for the words of the step. */
  kindOfFact('matchedStep', { reasons: matchReasons }),
  kindOfFact('onlyOne', { type: memberType }),
  /** So many others answer as well, and are asked, too. */
  kindOfFact('answersAlike', { others: z.number().int().positive() }),
  /** So many answer equally well that none of them is asked unless a person chooses. */
  kindOfFact('tooManyAlike', {
    alike: z.array(z.object({ resourceId, name: z.string() })).max(50),
    sureness: z.number().min(0).max(1),
  }),
])
export type ChoiceReason = z.infer<typeof choiceReason>

/** How the resource of a need was chosen. */
export const resourceChoice = z.object({
  /** What it was called then; null where nobody knew it. */
  name: z.string().max(300).nullable(),
  /** The part of the question that it is asked; left out: all of it. */
  asked: z.string().max(300).optional(),
  /** 0..1; null where whoever chose gives no figure. */
  sureness: z.number().min(0).max(1).nullable(),
  reasons: z.array(choiceReason).max(8),
})
export type ResourceChoice = z.infer<typeof resourceChoice>

/** What a person made of the resources that a plan proposed for a question, by their ids. */
export interface MadeChoice {
  readonly sessionId: string
  readonly question: string
  readonly chosen: readonly string[]
  /** Proposed, and taken out. */
  readonly passedOver: readonly string[]
}

/** Whether a resource was chosen for one of these reasons. */
export const isChosenFor = (kinds: readonly ChoiceReason['kind'][], choice: ResourceChoice | undefined): boolean =>
  choice?.reasons.some(({ kind }) => kinds.includes(kind)) ?? false

export const isChosenByPerson = (choice: ResourceChoice | undefined): boolean => isChosenFor(['chosenByPerson'], choice)

/** Whether another resource will do where this one cannot be used: the matcher alone chose it. */
export const isReplaceable = (choice: ResourceChoice | undefined): boolean => isChosenFor(['matchedStep'], choice)

/** Whether nothing is asked for the need until a person chooses. */
export const isUndecided = (choice: ResourceChoice | undefined): boolean => isChosenFor(['tooManyAlike'], choice)

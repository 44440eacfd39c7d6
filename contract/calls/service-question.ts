import { z } from 'zod'
import { errorShape } from '../error-shape'
import { resourceId } from '../resources/resource'
import { askedField } from './asked-field'
import { type SamplingProblem, type SamplingRequest, samplingModel, samplingProblem, samplingRequest } from './sampling'

/** What an MCP server asks a person while a call of one of its tools runs. Its words are data. */
export const elicitation = z.object({
  message: z.string(),
  fields: z.array(askedField),
})
export type Elicitation = z.infer<typeof elicitation>

/** What a service wants while its call runs. `unusable`: a completion that nobody is asked about. */
export type ServiceRequest =
  | ({ readonly kind: 'form' } & Elicitation)
  | ({ readonly kind: 'completion' } & SamplingRequest)
  | { readonly kind: 'unusable'; readonly problem: SamplingProblem; readonly message: string }

const asked = z.object({
  /** Another one at each stage: an answer holds for what was seen. */
  id: z.string(),
  stepId: z.string(),
  callId: z.string(),
  tool: z.string(),
  /** Who asks. */
  server: z.string(),
  resourceId: resourceId.nullable(),
  askedAt: z.string(),
  /** ISO time from which nobody need answer any more. */
  until: z.string(),
})
export const formQuestion = asked.extend({ kind: z.literal('form'), ...elicitation.shape })
export type FormQuestion = z.infer<typeof formQuestion>

/** What is to be sent to a language model, and then its answer, which the server gets only once a person has seen it. */
export const completionQuestion = asked.extend({
  kind: z.literal('completion'),
  ...samplingRequest.shape,
  model: samplingModel,
  /** `permission`: whether the model may be asked; `working`: it answers; `review`: whether the server gets the answer. */
  stage: z.enum(['permission', 'working', 'review']),
  /** What the model said; null before. */
  answer: z.object({ text: z.string(), isCut: z.boolean() }).nullable(),
  /** Why the model did not answer, where it was asked before. */
  error: errorShape.nullable(),
})
export type CompletionQuestion = z.infer<typeof completionQuestion>

/** A question of a service that is open: it is gone with the call, and after its time. */
export const serviceQuestion = z.discriminatedUnion('kind', [formQuestion, completionQuestion])
export type ServiceQuestion = z.infer<typeof serviceQuestion>

/** Whether it waits for a person, and not for a model. */
export const waitsForAnswer = (question: ServiceQuestion): boolean =>
  question.kind === 'form' || question.stage !== 'working'

const entry = z.union([z.string().max(20_000), z.array(z.string().max(20_000)).max(200)])

/** What a person answers: with what was entered, by the fields' names (none of a completion); not that; or nothing at all. */
export const questionAnswer = z.discriminatedUnion('action', [
  z.object({ action: z.literal('accept'), entries: z.record(z.string().max(200), entry) }),
  z.object({ action: z.literal('decline') }),
  z.object({ action: z.literal('cancel') }),
])
export type QuestionAnswer = z.infer<typeof questionAnswer>

const content = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]),
)

/** What a service is told that gets nothing; `problem`: why nobody was asked about a completion. */
interface NoAnswer {
  readonly action: 'decline' | 'cancel'
  readonly problem?: SamplingProblem
}
/** What a service is told of a form. */
export type ElicitationAnswer = { readonly action: 'accept'; readonly content: z.infer<typeof content> } | NoAnswer
/** What a service is told that wants a language model's answer. */
export type SamplingAnswer =
  | { readonly action: 'complete'; readonly text: string; readonly model: string; readonly isCut: boolean }
  | NoAnswer
export type ServiceReply = ElicitationAnswer | SamplingAnswer

/** A question of a service and what came of it, as the record of the call keeps it: without secrets. */
export const callExchange = z.object({
  at: z.string(),
  /** Of a completion the whole prompt. */
  message: z.string(),
  /**
   * `timedOut`: nobody answered in time; `withdrawn`: the call ended, or the service took it back; `tooMany`: nobody was asked;
   * `withheld`: the model answered, and a person did not send that.
   */
  outcome: z.enum([
    'accepted',
    'declined',
    'cancelled',
    'timedOut',
    'withdrawn',
    'tooMany',
    'withheld',
    ...samplingProblem.options,
  ]),
  /** What was answered; empty where nothing was. */
  content,
  /** Of a completion that a person was asked about. */
  completion: z
    .object({
      model: z.string(),
      maxTokens: z.number().int(),
      /** Null where the model said nothing. */
      answer: z.string().nullable(),
    })
    .optional(),
  /** Why the model did not answer. */
  error: errorShape.optional(),
})
export type CallExchange = z.infer<typeof callExchange>

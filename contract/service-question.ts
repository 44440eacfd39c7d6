import { z } from 'zod'
import { askedField } from './asked-field'
import { resourceId } from './resource'

/** What an MCP server asks a person while a call of one of its tools runs. Its words are data. */
export const elicitation = z.object({
  message: z.string(),
  fields: z.array(askedField),
})
export type Elicitation = z.infer<typeof elicitation>

/** A question of a service that is open: it is gone with the call, and after its time. */
export const serviceQuestion = elicitation.extend({
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
export type ServiceQuestion = z.infer<typeof serviceQuestion>

const entry = z.union([z.string().max(20_000), z.array(z.string().max(20_000)).max(200)])

/** What a person answers: with what was entered, by the fields' names; not that; or nothing at all. */
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

/** What a service is told. */
export type ElicitationAnswer =
  | { readonly action: 'accept'; readonly content: z.infer<typeof content> }
  | { readonly action: 'decline' | 'cancel' }

/** A question of a service and what came of it, as the record of the call keeps it: without secrets. */
export const callExchange = z.object({
  at: z.string(),
  message: z.string(),
  /** `timedOut`: nobody answered in time; `withdrawn`: the call ended, or the service took it back; `tooMany`: nobody was asked. */
  outcome: z.enum(['accepted', 'declined', 'cancelled', 'timedOut', 'withdrawn', 'tooMany']),
  /** What was answered; empty where nothing was. */
  content,
})
export type CallExchange = z.infer<typeof callExchange>

import { z } from 'zod'
import { errorShape } from '../error-shape'
import { jsonObject } from '../json'
import { sessionId } from '../session/session'

const toolCall = z.object({ id: z.string(), name: z.string(), server: z.string(), args: jsonObject })

/** What every event says, in the names that programs around agents share: a session is a thread there. */
const said = {
  /** Numbered upwards within the session, with gaps. */
  sequence: z.number().int(),
  at: z.string(),
  thread_id: sessionId,
  agent: z.enum(['person', 'coordinator', 'planner', 'researcher', 'reporter']),
  role: z.enum(['user', 'assistant', 'tool']),
  /** In words. */
  content: z.string(),
}

/** What happened in a session as a program that shows a conversation needs it: made of its log and of what that names. */
export const threadEvent = z.discriminatedUnion('event', [
  /** A piece of what a person or Quarry says: a question, the plan, a section of the report. */
  z.object({ event: z.literal('message_chunk'), ...said }),
  /** Calls that a step makes. */
  z.object({ event: z.literal('tool_calls'), ...said, tool_calls: z.array(toolCall) }),
  /** What came of one of them; `content` is what the tool answered as JSON, or why it did not. */
  z.object({ event: z.literal('tool_call_result'), ...said, tool_call_id: z.string(), is_error: z.boolean() }),
  /** The session waits for a person. */
  z.object({
    event: z.literal('interrupt'),
    ...said,
    reason: z.enum(['clarification', 'plan_review', 'confirmation', 'question', 'blocked']),
    /** Of the confirmation; null of the others, which the session itself shows. */
    interrupt_id: z.string().nullable(),
  }),
  z.object({ event: z.literal('error'), ...said, error: errorShape.nullable() }),
])
export type ThreadEvent = z.infer<typeof threadEvent>

/**
 * A piece of what a language model is writing just now, before it is checked: what it comes to is told by numbered events. It
 * begins `offset` characters into its message, so that whoever joined late, or missed some, can tell.
 */
export const draftPiece = z.object({
  event: z.literal('message_chunk'),
  ...said,
  draft: z.object({ message_id: z.string(), offset: z.number().int() }),
})
export type DraftPiece = z.infer<typeof draftPiece>

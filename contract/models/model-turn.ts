import { z } from 'zod'
import { errorShape } from '../error-shape'

/** What a language model is asked for in a session. */
export const modelRole = z.enum(['clarify', 'plan', 'research', 'write', 'verify'])
export type ModelRole = z.infer<typeof modelRole>

/** One turn of a language model in a session, with the exact words on both sides. */
export const modelTurnView = z.object({
  turnId: z.number().int(),
  at: z.string(),
  role: modelRole,
  /** The step or the part of the report that it was for; empty of the whole. */
  about: z.string(),
  /** The engine's name. */
  engine: z.string(),
  /** Name and version of the prompt's file, such as `write/1/en`. */
  prompt: z.string(),
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
  /** Null while it is under way, and where it failed. */
  answer: z.string().nullable(),
  /** Tools that it called, with the arguments as it wrote them. */
  calls: z.array(z.object({ name: z.string(), arguments: z.string() })),
  finish: z.enum(['stop', 'length', 'loop']).nullable(),
  promptTokens: z.number().int().nullable(),
  answerTokens: z.number().int().nullable(),
  /** Whether the tokens were estimated, as the server does not count. */
  isEstimated: z.boolean(),
  /** How often it was begun: a turn that was cut off, or failed, is begun again when the session goes on. */
  attempts: z.number().int(),
  durationMs: z.number().nullable(),
  error: errorShape.nullable(),
})
export type ModelTurnView = z.infer<typeof modelTurnView>

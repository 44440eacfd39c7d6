import { z } from 'zod'
import { remedy } from './app/remedies'
import { errorCodes } from './error-codes'

export const errorCode = z.enum(errorCodes)

/**
 * An error as it crosses a process boundary. People read words of its code and context (`wording/`), and what they can
 * do (`remedy`); `message` is English, for logs.
 */
export const errorShape = z.object({
  code: errorCode,
  message: z.string(),
  remedy: remedy.optional(),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
})
export type ErrorShape = z.infer<typeof errorShape>

import { z } from 'zod'

export const none = z.void()
export const path = z.string().min(1).max(8192)
/** A page of a list. */
export const page = z.object({ offset: z.number().int().nonnegative(), limit: z.number().int().min(1).max(500) })

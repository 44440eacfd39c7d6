import { z } from 'zod'
import { subscription } from './channels'

/**
 * What goes over the socket, one JSON object a line. The first line must carry the token of the token file;
 * then calls (answered by `id`) and subscriptions (answered by `id` again and again until unsubscribed).
 */
export const socketRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), token: z.string().max(200) }),
  z.object({
    type: z.literal('call'),
    id: z.number().int(),
    channel: z.string().max(100),
    projectId: z.string().max(64).nullable(),
    input: z.unknown().optional(),
  }),
  z.object({ type: z.literal('subscribe'), id: z.number().int(), subscription }),
  z.object({ type: z.literal('unsubscribe'), id: z.number().int() }),
])
export type SocketRequest = z.infer<typeof socketRequest>

export const socketResponse = z.discriminatedUnion('type', [
  z.object({ type: z.literal('welcome'), version: z.string() }),
  z.object({ type: z.literal('result'), id: z.number().int(), result: z.unknown().optional() }),
  z.object({ type: z.literal('event'), id: z.number().int(), value: z.unknown().optional() }),
])
export type SocketResponse = z.infer<typeof socketResponse>

/** The longest line that either side takes, in UTF-16 code units. */
export const maxLineLength = 64 * 1024 * 1024
/** The longest line of who has not shown the token yet. */
export const maxGreetingLength = 1024
/** What may wait to be sent to one that does not read, in bytes. */
export const maxUnsentBytes = 64 * 1024 * 1024

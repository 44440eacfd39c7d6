import { z } from 'zod'

/** What was tried: a TCP connection, a datagram, a question to a name server, or starting a program of somebody else's. */
const connectionKind = z.enum(['connection', 'datagram', 'name', 'program'])

/** One attempt as the guard of its process saw it, before anything left. */
export interface ConnectionAttempt {
  /** ISO time. */
  readonly at: string
  readonly kind: z.infer<typeof connectionKind>
  /** As it was asked for; null where nothing says. Of a program its command. */
  readonly host: string | null
  readonly port: number | null
  /** `unwatched`: nobody held or watched where a program connects to. */
  readonly decision: 'allowed' | 'refused' | 'unwatched'
}

/** One line of the log of connections: attempts that are alike in everything, from the first on. */
export const connectionRecord = z.object({
  connectionId: z.number().int(),
  at: z.string(),
  kind: connectionKind,
  host: z.string().nullable(),
  port: z.number().int().nullable(),
  decision: z.enum(['allowed', 'refused', 'unwatched']),
  /** How many times in a row. */
  count: z.number().int().positive(),
  /** The process that tried: `quarry`, `window`, or the name of a work process. */
  process: z.string(),
  projectName: z.string().nullable(),
  sessionId: z.string().nullable(),
  sessionTitle: z.string().nullable(),
  /** The tool whose call it was for. */
  tool: z.string().nullable(),
  resourceId: z.string().nullable(),
  resourceName: z.string().nullable(),
})
export type ConnectionRecord = z.infer<typeof connectionRecord>

/** Lines that are kept; the oldest go. */
export const keptConnections = 10_000

import { z } from 'zod'
import { projectId } from './project'
import { sessionEventView } from './session'

/**
 * Append-only streams of a session. A piece is numbered from 1 in the order in which it was appended and never changes,
 * so that whoever knows the number of its last piece asks for what comes after it.
 */
export const streams = {
  /** What happened in the session, from its log. */
  sessionEvents: sessionEventView,
} as const
export type StreamName = keyof typeof streams
export type StreamPiece<Name extends StreamName = StreamName> = z.output<(typeof streams)[Name]>

/** What a subscriber is sent: the pieces after those that it has, each once and in order. */
export interface StreamBatch<Piece> {
  readonly pieces: readonly Piece[]
  /** Whether these were all that there are so far. The first batch may be empty, to say so. */
  readonly isCaughtUp: boolean
}

/** Asks main for a stream of a session from the piece after `after` on; 0 asks for all of it. */
export const streamSubscription = z.object({
  stream: z.enum(Object.keys(streams) as [StreamName, ...StreamName[]]),
  projectId,
  /** Id of the session. */
  key: z.string().max(64),
  after: z.number().int().nonnegative(),
})
export type StreamSubscription = z.infer<typeof streamSubscription>

import { z } from 'zod'
import { projectId } from '../app/project'
import { projectEventView, sessionEventView } from '../session/session'
import { draftPiece, threadEvent } from './thread-event'

/**
 * Append-only streams. Pieces are numbered upwards from 1 in the order in which they were appended and never change, so
 * that whoever knows the number of its last piece asks for what comes after it.
 */
export const streams = {
  /** What happened in the session, from its log. */
  sessionEvents: sessionEventView,
  /** What happened in all sessions of the project. */
  projectEvents: projectEventView,
  /** The session's log as events of a conversation, in the names that programs around agents share. */
  threadEvents: threadEvent,
  /** What a language model is writing in the session just now; kept in memory and numbered anew by each process. */
  threadDrafts: draftPiece,
} as const
export type StreamName = keyof typeof streams
export type StreamPiece<Name extends StreamName = StreamName> = z.output<(typeof streams)[Name]>

/** What a subscriber is sent: the pieces after those that it has, each once and in order. */
export interface StreamBatch<Piece> {
  readonly pieces: readonly Piece[]
  /** Whether these were all that there are so far. The first batch may be empty, to say so. */
  readonly isCaughtUp: boolean
}

/** Asks main for a stream from the piece after `after` on; 0 asks for all of it. */
export const streamSubscription = z.object({
  stream: z.enum(Object.keys(streams) as [StreamName, ...StreamName[]]),
  projectId,
  /** Id of the session; of a stream of the project it does not count. */
  key: z.string().max(64),
  after: z.number().int().nonnegative(),
})
export type StreamSubscription = z.infer<typeof streamSubscription>

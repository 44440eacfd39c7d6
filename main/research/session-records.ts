import type { SessionMetrics } from '../../contract/app/metrics'
import type { OpenConfirmation } from '../../contract/calls/calls'
import type { ThreadEvent } from '../../contract/channels/thread-event'
import type { GivenContext } from '../../contract/library/memory'
import type { ModelTurnView } from '../../contract/models/model-turn'
import type { CitationOrigin } from '../../contract/report/citation-origin'
import type { ReportView } from '../../contract/report/report'
import type { Checkpoint } from '../../contract/session/checkpoint'
import type { CheckpointView } from '../../contract/session/checkpoint-view'
import type { ErrorSnapshot, ProjectEventView, SessionEventView } from '../../contract/session/session'
import type { Database } from '../store'
import { readOpenConfirmations } from '../tools'
import { listCheckpoints, viewCheckpoint } from './branch'
import { readEvents, readLastProjectEvent, readProjectEvents } from './repository/events'
import { listGiven } from './repository/given'
import { readSessionMetrics } from './repository/metrics'
import { readOrigins } from './repository/origins'
import { readReport } from './repository/reports'
import { readSession } from './repository/sessions'
import { readErrorSnapshots } from './repository/snapshots'
import { readTurns } from './repository/turns'
import { readThreadEvents } from './thread-events'
import { understoodQuestion } from './understood-question'

/** What the rows say of a project's sessions, whether or not they work. Throws `session.notFound` for a session that is not there. */
export interface SessionRecords {
  /** Moments whose rows still say what stood then, oldest first. Throws `session.notFound`. */
  checkpoints(sessionId: string): Promise<Checkpoint[]>
  /** What the session knew at a checkpoint. Throws `session.notFound`, `checkpoint.notFound`. */
  checkpoint(sessionId: string, checkpointId: string): Promise<CheckpointView>
  /** A follow-up as it would be read: with what it leaves out filled in. Throws `session.notFound`. */
  understand(sessionId: string, question: string): Promise<string>
  /** A version of the report. Null where none was written. */
  report(sessionId: string, version: number): Promise<ReportView | null>
  /** Where each citation of a version comes from. Throws `session.notFound`. */
  origins(sessionId: string, version: number): Promise<CitationOrigin[]>
  /** What was asked of a language model, and what it said, in full. Throws `session.notFound`. */
  turns(sessionId: string): Promise<ModelTurnView[]>
  /** What the engine was given of what the project remembers, for each part of a version. Throws `session.notFound`. */
  given(sessionId: string, version: number): Promise<GivenContext[]>
  /** The session's log after its first `after` lines, at most `limit`; nothing of a session that is not there. */
  events(sessionId: string, after: number, limit: number): Promise<SessionEventView[]>
  /** The session's log as events of a conversation, after the one of this number, at most `limit`. */
  threadEvents(sessionId: string, after: number, limit: number): Promise<ThreadEvent[]>
  /** The log of all sessions after the line of this number, at most `limit`. */
  projectEvents(after: number, limit: number): Promise<ProjectEventView[]>
  /** The number of the newest line of that log; 0 where it is empty. */
  lastProjectEvent(): Promise<number>
  /** Errors that ended work of a session, or of any (null), the newest first. */
  errors(sessionId: string | null, limit: number): Promise<ErrorSnapshot[]>
  metrics(): Promise<SessionMetrics>
  /** What steps ask in all sessions, the oldest first. */
  confirmations(): Promise<OpenConfirmation[]>
}

export function createSessionRecords(database: Database, projectId: string): SessionRecords {
  return {
    checkpoints: (sessionId) => listCheckpoints(database, projectId, sessionId),
    checkpoint: (sessionId, checkpointId) => viewCheckpoint(database, projectId, sessionId, checkpointId),
    async understand(sessionId, question) {
      const { reportVersion } = await readSession(database, projectId, sessionId)
      return understoodQuestion(database, { sessionId, version: reportVersion }, question)
    },
    async report(sessionId, version) {
      await readSession(database, projectId, sessionId)
      return readReport(database, { sessionId, version })
    },
    async origins(sessionId, version) {
      await readSession(database, projectId, sessionId)
      return readOrigins(database, projectId, { sessionId, version })
    },
    async turns(sessionId) {
      await readSession(database, projectId, sessionId)
      return readTurns(database, projectId, sessionId)
    },
    async given(sessionId, version) {
      await readSession(database, projectId, sessionId)
      return listGiven(database, { sessionId, version })
    },
    events: (sessionId, after, limit) => readEvents(database, projectId, sessionId, after, limit),
    threadEvents: (sessionId, after, limit) => readThreadEvents(database, projectId, sessionId, after, limit),
    projectEvents: (after, limit) => readProjectEvents(database, projectId, after, limit),
    lastProjectEvent: () => readLastProjectEvent(database, projectId),
    errors: (sessionId, limit) => readErrorSnapshots(database, projectId, sessionId, limit),
    metrics: () => readSessionMetrics(database, projectId),
    confirmations: () => readOpenConfirmations(database, projectId, null),
  }
}

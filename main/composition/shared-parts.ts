import type { RecallAnswer } from '../../contract/recall/recall'
import type { ProjectEventView } from '../../contract/session/session'
import type { McpServersOptions, ModelFiles } from '../clients'
import type { Inference, Rerankers } from '../inference'
import type { ReaderPool } from '../knowledge/reading'
import type { Presence } from '../learner'
import type { Log } from '../log'
import type { Pool } from '../pool'
import type { StartWorkProcess } from '../processes'
import type { Admission } from '../research'
import type { Discovering } from '../resources'
import type { Secrets } from '../secrets'
import type { Settings } from '../settings'
import type { Database } from '../store'
import type { Mutex } from '../threads'
import type { OpenedParts } from './opened-parts'

/** What all projects of a process use: one store, one set of threads, one pool. */
export interface SharedParts {
  readonly database: Database
  readonly dataDirectory: string
  /** A private folder for the files that vectors are kept in. */
  readonly vectorsDirectory: string
  readonly workersDir: string
  readonly inference: Inference
  /** Folders with models, each in a folder of its own. */
  readonly rerankers: Rerankers
  readonly modelFolders: readonly string[]
  readonly readers: ReaderPool
  readonly discovering: Discovering
  /** Starts the processes that speak to services. */
  readonly startProcess: StartWorkProcess
  readonly mayStartProgram: McpServersOptions['mayStart']
  readonly secrets: Secrets
  readonly pool: Pool
  readonly admission: Admission
  /** Of all projects: two models at once rarely fit a machine. */
  readonly modelFiles: ModelFiles
  /** Aborted once the whole process closes. */
  readonly closing: AbortSignal
  /** Drops what was removed from the daily dumps, too. */
  readonly forgetRemoved: () => Promise<void>
  /** Notes that a recall is under way, and how long it took. */
  readonly noteRecall: (answer: Promise<RecallAnswer>) => Promise<RecallAnswer>
  /** Who is at the machine; null where nothing says so. */
  readonly presence: Presence | null
  /** Learners of all projects take turns. */
  readonly learnerTurns: Mutex
  readonly log: Pick<Log, 'write'>
  /** Told of each line that is added to the log of a session. */
  readonly onSessionEvent: (projectId: string, event: ProjectEventView) => void
  readonly onBackgroundError: (error: unknown) => void
}

/** A project that is being opened, as its parts are made of it. */
export interface OpeningProject {
  readonly projectId: string
  readonly settings: Settings
  readonly shared: SharedParts
  readonly keep: OpenedParts['keep']
}

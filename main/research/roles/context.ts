import type { LibrarySummary } from '../../../contract/source'
import type { Pool } from '../../pool'
import type { ReasoningEngine } from '../../reasoning'
import type { Database } from '../../store'

/** What every role works with. */
export interface RoleContext {
  readonly database: Database
  readonly engine: ReasoningEngine
  readonly pool: Pool
  readonly projectId: string
  librarySummary(): LibrarySummary | Promise<LibrarySummary>
  /** ISO time. */
  now(): string
}

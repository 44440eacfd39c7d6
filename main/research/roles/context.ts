import type { LibrarySummary } from '../../../contract/source'
import type { Pool } from '../../pool'
import type { ReasoningEngine } from '../../reasoning'
import type { Database } from '../../store'

/** A step that held a resource came to its end. */
export interface ResourceUse {
  readonly resourceId: string
  readonly query: string
  readonly success: boolean
  readonly responseTimeMs: number
  readonly sessionId: string
}

/** What every role works with. */
export interface RoleContext {
  readonly database: Database
  readonly engine: ReasoningEngine
  readonly pool: Pool
  readonly projectId: string
  /** Told of each resource that a step has held to its end. */
  onResourceUsed?(use: ResourceUse): void
  librarySummary(): LibrarySummary | Promise<LibrarySummary>
  /** ISO time. */
  now(): string
}

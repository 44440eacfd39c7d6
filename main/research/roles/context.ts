import type { StepRequirement } from '../../../contract/session'
import type { LibrarySummary } from '../../../contract/source'
import type { Pool } from '../../pool'
import type { ReasoningEngine } from '../../reasoning'
import type { Database } from '../../store'

/** A step that held a resource came to its end. */
export interface ResourceUse {
  readonly resourceId: string
  /** The words that it was chosen by; null where it was only at hand. */
  readonly query: string | null
  readonly success: boolean
  readonly sessionId: string
}

/** The resource of a needed kind that answers the words of a step, null where none is known. */
export type ChooseResource = (
  query: string,
  requirement: StepRequirement,
  options: { readonly sessionId: string; readonly signal: AbortSignal },
) => Promise<{ readonly resourceId: string; readonly isSure: boolean } | null>

/** What every role works with. */
export interface RoleContext {
  readonly database: Database
  readonly engine: ReasoningEngine
  readonly pool: Pool
  readonly projectId: string
  /** Which resource answers a step best, where one of the needed kind does; without it any that fits is taken. */
  chooseResource?: ChooseResource
  /** Told of each resource that a step has held to its end. */
  onResourceUsed?(use: ResourceUse): void
  librarySummary(): LibrarySummary | Promise<LibrarySummary>
  /** ISO time. */
  now(): string
}

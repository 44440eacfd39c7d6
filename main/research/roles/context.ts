import type { DecliningDatabase, PassedOverDatabase } from '../../../contract/databases/declined-question'
import type { LibrarySummary } from '../../../contract/library/source'
import type { SourceDate } from '../../../contract/library/source-date'
import type { UniversalResource } from '../../../contract/resources/resource'
import type { MadeChoice, ResourceChoice } from '../../../contract/session/resource-choice'
import type { StepRequirement } from '../../../contract/session/session'
import type { Pool } from '../../pool'
import type { AskableResource, ReasoningEngine } from '../../reasoning'
import type { Database } from '../../store'
import type { ChosenEngine } from '../engines/session-engines'
import type { SessionMemory } from '../engines/session-memory'

/** The resource of a needed kind that answers the words of a step, and how it was chosen; null where none is known. */
export type ChooseResource = (
  query: string,
  requirement: StepRequirement,
  options: {
    readonly sessionId: string
    readonly signal: AbortSignal
    /** Only one of these; left out: any. */
    readonly among?: readonly string[] | undefined
  },
) => Promise<{ readonly resourceId: string; readonly choice: ResourceChoice } | null>

/** What every role works with. */
export interface RoleContext {
  readonly database: Database
  /**
   * What reasons in a session: as it was chosen when the session began. Throws `session.notFound`.
   * @param known the session's row, where it was read just now
   */
  engineOf(sessionId: string, known?: ChosenEngine): Promise<ReasoningEngine>
  readonly pool: Pool
  /** Resolves once the session may work: so many do at the same time. Throws the signal's reason. */
  enter(sessionId: string, signal: AbortSignal): Promise<void>
  readonly projectId: string
  /** Which resource answers a step best, where one of the needed kind does; without it any that fits is taken. */
  chooseResource?: ChooseResource
  /**
   * Needs of the resources that a question can be asked of as it is, each as well as the others, or of a person's choice; of
   * `among`, where it is given.
   */
  findResources?:
    | ((question: string, signal: AbortSignal, among?: readonly string[]) => Promise<readonly StepRequirement[]>)
    | undefined
  /** Learns from what a person made of the resources that a plan proposed. */
  onChosen?: ((choice: MadeChoice) => void) | undefined
  /** Where no database can be asked a question for certain: those that come nearest, each with why not. */
  decliningDatabases?: ((question: string, signal: AbortSignal) => Promise<readonly DecliningDatabase[]>) | undefined
  /** Databases that the last questions were not held against, because they failed or took too long. */
  passedOverDatabases?: (() => Promise<readonly PassedOverDatabase[]>) | undefined
  /** Databases, APIs and servers that can be asked now, for a model to plan with. */
  askableResources?: ((signal: AbortSignal) => Promise<readonly AskableResource[]>) | undefined
  /** What a step was allocated, and how it is addressed. Throws `resource.notFound`. */
  readResource(resourceId: string): Promise<UniversalResource>
  /** What the project remembers; without it nothing is. */
  readonly memory?: SessionMemory | undefined
  /** When sources are from; without it no report tells. */
  readonly sourceDates?: ((sourceIds: readonly string[]) => Promise<readonly SourceDate[]>) | undefined
  librarySummary(): LibrarySummary | Promise<LibrarySummary>
  /** ISO time. */
  now(): string
}

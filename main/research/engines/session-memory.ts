import type { GivenContext, GivenItem } from '../../../contract/library/memory'
import type { ReportView } from '../../../contract/report/report'
import type { Inquiry } from '../../reasoning'
import type { SqlExecutor } from '../../store'

/** What a project remembers, as its sessions use it. */
export interface SessionMemory {
  /**
   * What bears on words, fitted to the budget of tokens; null where nothing is known. What cannot be had is reported
   * and left out. Throws the signal's reason, and the store's errors.
   * @param asked.isForModel what holds for every question is given, too, and what the library holds: only a language model
   * can go by it
   * @param asked.limits of the session on what it may use of the library
   * @param asked.isRemembered whether memories and earlier answers are given, beside what the project is
   */
  bearingOn(
    asked: {
      readonly sessionId: string
      readonly texts: readonly string[]
      readonly isForModel: boolean
      readonly isRemembered: boolean
      readonly limits: Pick<Inquiry, 'scope' | 'neverUse'>
    },
    signal: AbortSignal,
  ): Promise<Pick<GivenContext, 'budget' | 'tokens' | 'items'> | null>
  /** Prepares what a finished version leaves behind; what it answers writes that, in the transaction of the transition. */
  learn(finished: FinishedVersion): Promise<(transaction: SqlExecutor) => Promise<void>>
}

interface FinishedVersion {
  readonly sessionId: string
  readonly version: number
  readonly question: string
  /** What the person said for this version. */
  readonly said: readonly string[]
  readonly report: ReportView
  /** What its engine was given. */
  readonly used: readonly GivenItem[]
}
